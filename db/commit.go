package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/failpoint"
)

const (
	// writersMost is how many connections there are that only write: where some wait for a lock,
	// others go on.
	writersMost = 6
	// lockMost is how long a batch of several waits for a lock; they are then written one by one.
	lockMost = "300ms"
	// staleCode is the SQLSTATE by which require_current, of migration 0032, ends a transaction.
	staleCode = "PP001"
)

// commit writes all that was gathered, in one round trip: in the transaction that is open, or
// else in one with other commands at different matches that are decided at the same time.
func (tx *Tx) commit() error {
	failpoint.At("door.written")
	if !tx.begun {
		return refused(tx.db.writes.do(tx.ctx, tx))
	}
	all := gather([]*Tx{tx})
	all.Queue("commit").Exec(Committed)
	return refused(tx.held.SendBatch(tx.ctx, all).Close())
}

// newWriters are the connections by which commands are written. What they say is the same again
// and again, and planned once.
func newWriters(ctx context.Context, like *pgxpool.Config) (*pgxpool.Pool, error) {
	config := like.Copy()
	config.MaxConns = writersMost
	for _, never := range []string{"jit", "enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_bitmapscan"} {
		config.ConnConfig.RuntimeParams[never] = "off" // what they seek has a key, and a plan made for a small table stays
	}
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	return pgxpool.NewWithConfig(ctx, config)
}

// write writes commands in one transaction, which Postgres ends with the batch, by a connection that is
// there for that.
func write(ctx context.Context, commands []*Tx) error {
	conn, err := commands[0].db.writers.Acquire(ctx)
	if err == nil {
		defer conn.Release()
		err = conn.SendBatch(ctx, gather(commands)).Close()
	}
	if err != nil && len(commands) > 1 && ctx.Err() == nil && !Away(err) {
		err = errAlone // nothing was written: the server said so
	}
	return err
}

// refused says what an error at the end means.
func refused(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == staleCode {
		return errStale
	}
	return seen(err)
}
