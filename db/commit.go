package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/failpoint"
	"pitpost.example/model"
)

const (
	// writersMost is the number of connections that only write. There are several so that the others go on
	// while some wait for a lock.
	writersMost = 6
	// lockMost is how long a batch of several commands waits for a lock. After that they are written one by
	// one.
	lockMost = "300ms"
	// staleCode is the SQLSTATE with which require_current, a function of migration 0032, ends a transaction.
	staleCode = "PP001"
)

// commit writes everything that was gathered, in one round trip: in the open transaction, or if there is none
// in one together with commands at other matches that end at the same time.
func (tx *Tx) commit() error {
	failpoint.KillAt("door.written")
	if tx.conn == nil {
		return refused(tx.db.writes.do(tx.ctx, tx))
	}
	all := gather([]*Tx{tx})
	all.Queue("commit").Exec(CheckCommitted)
	return refused(tx.conn.SendBatch(tx.ctx, all).Close())
}

// newWriters opens the connections that write commands. Their statements are always the same few, so each is
// planned once.
func newWriters(ctx context.Context, like *pgxpool.Config) (*pgxpool.Pool, error) {
	config := like.Copy()
	config.MaxConns = writersMost
	for _, never := range []string{"jit", "enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_bitmapscan"} {
		config.ConnConfig.RuntimeParams[never] = "off" // every row is looked up by a key; without this a plan made while a table is small would scan it for ever
	}
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	return pgxpool.NewWithConfig(ctx, config)
}

// write writes commands in one transaction, on a connection of the writers' pool. The batch has no "begin":
// Postgres runs it as one transaction and commits at its end.
func write(ctx context.Context, commands []*Tx) error {
	conn, err := commands[0].db.writers.Acquire(ctx)
	if err == nil {
		defer conn.Release()
		err = conn.SendBatch(ctx, gather(commands)).Close()
	}
	if err != nil && len(commands) > 1 && ctx.Err() == nil && !IsDatabaseAway(err) {
		err = errAlone // the server refused, so nothing was written
	}
	return err
}

// refused translates an error of the commit: errStale if the match has changed, ErrSeen if the letter was
// noted meanwhile by another process, which violates the letters' unique index.
func refused(err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case ok && pg.Code == staleCode:
		return errStale
	case ok && pg.Code == "23505" && pg.TableName == "letters":
		return model.ErrSeen
	}
	return err
}
