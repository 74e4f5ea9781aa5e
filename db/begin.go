package db

import (
	"errors"

	"github.com/jackc/pgx/v5"
)

// begin opens the transaction, looks whether the letter is known, and locks
// and reads the match, in one round trip.
func (tx *Tx) begin(match int64, k *cached) error {
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	if match == 0 {
		return tx.conn.SendBatch(tx.ctx, b).Close()
	}
	return tx.lock(b, match, k)
}

// lock locks a match and reads it, in the round trip of a batch that is begun.
func (tx *Tx) lock(b *pgx.Batch, match int64, old *cached) error {
	b.Queue("select from matches where id = $1 for update", match)
	k := tx.db.askSince(b, match, old)
	if err := tx.conn.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.tables[match] = k.work()
	return nil
}

// read reads a match as it was at one moment, without a lock.
func (tx *Tx) read(match int64, old *cached) error {
	b := &pgx.Batch{}
	b.Queue("begin isolation level repeatable read read only")
	k := tx.db.askSince(b, match, old)
	b.Queue("commit")
	if err := tx.db.pool.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.tables[match] = k.work()
	return nil
}

// beginning queues what every transaction begins with, for a connection that is held from here
// on.
func (tx *Tx) beginning() (*pgx.Batch, error) {
	defer waits(tx.ctx)() // whoever gives this one up must know of the connection
	conn, err := tx.db.pool.Acquire(tx.ctx)
	if err != nil {
		return nil, err
	}
	tx.conn, tx.held = conn, conn
	b := &pgx.Batch{}
	b.Queue("begin")
	if letter := tx.cause.Letter; letter != nil {
		b.Queue("select exists (select from letters where hash = $1)", letter.Hash[:]).QueryRow(func(row pgx.Row) error {
			var seen bool
			if err := row.Scan(&seen); err != nil || !seen {
				return err
			}
			return ErrSeen
		})
	}
	tx.begun = true
	return b, nil
}

// transact opens the transaction for what is written, or locked, before the
// end; a cached match is locked, and its version compared.
func (tx *Tx) transact() error {
	if tx.begun {
		return nil
	}
	id := tx.trusted
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	b.Queue("select stamp, seq from matches where id = $1 for update", id).QueryRow(func(row pgx.Row) error {
		var version int64
		var seq int
		err := row.Scan(&version, &seq)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if old := &tx.tables[id].before.row; err != nil || version != old.Version || seq != old.Seq {
			return errStale
		}
		return nil
	})
	if err := tx.conn.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.trusted = 0
	return nil
}
