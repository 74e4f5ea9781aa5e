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
	if tx.begun {
		return refused(tx.writeBy(tx.ctx, tx.held))
	}
	return refused(tx.db.writes.do(tx.ctx, tx))
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

// writeAlone writes one command, by a connection that is there for that.
func writeAlone(ctx context.Context, tx *Tx) error {
	conn, err := tx.db.writers.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return tx.writeBy(ctx, conn)
}

// writeTogether writes several commands in one transaction.
func writeTogether(ctx context.Context, commands []*Tx) error {
	d := commands[0].db
	conn, err := d.writers.Acquire(ctx)
	if err == nil {
		defer conn.Release()
		err = conn.SendBatch(ctx, gather(commands)).Close()
	}
	if err != nil && ctx.Err() == nil && !Away(err) {
		err = errAlone // nothing was written: the server said so
	}
	return err
}

// writeBy writes one command by a connection, and ends the transaction that is open on it; where none
// is, the whole batch is one, which Postgres ends with it.
func (tx *Tx) writeBy(ctx context.Context, conn *pgxpool.Conn) error {
	all := gather([]*Tx{tx})
	if tx.begun {
		all.Queue("commit").Exec(Committed)
	}
	return conn.SendBatch(ctx, all).Close()
}

// refused says what an error at the end means.
func refused(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == staleCode {
		return errStale
	}
	return seen(err)
}
