package db

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
)

// begin opens the transaction, looks whether the letter is known, and locks
// and reads the match, in one round trip.
func (tx *Tx) begin(match int64, k *cached) error {
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	if match == 0 {
		res := tx.conn.SendBatch(tx.ctx, b)
		defer res.Close()
		if err := tx.begins(res); err != nil {
			return err
		}
		return res.Close()
	}
	var have *engine.Match
	if k != nil {
		have = k.match
	}
	return tx.lock(b, match, have, tx.begins)
}

// read reads a match as it was at one moment, without a lock.
func (tx *Tx) read(match int64, k *cached) error {
	var have *engine.Match
	if k != nil {
		have = k.match
	}
	b := &pgx.Batch{}
	b.Queue("begin isolation level repeatable read read only")
	askTable(b, match, have)
	b.Queue("commit")
	res := tx.db.pool.SendBatch(tx.ctx, b)
	defer res.Close()
	if _, err := res.Exec(); err != nil {
		return err
	}
	t, err := tx.db.readTable(res, have)
	if err != nil {
		return err
	}
	tx.tables[match] = t
	return res.Close()
}

// lock locks a match and reads it, in the round trip of a batch that is begun and read by
// first.
func (tx *Tx) lock(b *pgx.Batch, match int64, have *engine.Match, first func(pgx.BatchResults) error) error {
	b.Queue("select from matches where id = $1 for update", match)
	askTable(b, match, have)
	res := tx.conn.SendBatch(tx.ctx, b)
	defer res.Close()
	if err := first(res); err != nil {
		return err
	}
	if _, err := res.Exec(); err != nil {
		return err
	}
	t, err := tx.db.readTable(res, have)
	if err != nil {
		return err
	}
	tx.tables[match] = t
	return res.Close()
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
		b.Queue("select exists (select from letters where hash = $1)", letter.Hash[:])
	}
	tx.begun = true
	return b, nil
}

func (tx *Tx) begins(res pgx.BatchResults) error {
	if _, err := res.Exec(); err != nil {
		return err
	}
	if tx.cause.Letter == nil {
		return nil
	}
	var seen bool
	if err := res.QueryRow().Scan(&seen); err != nil {
		return err
	}
	if seen {
		return ErrSeen
	}
	return nil
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
	b.Queue("select stamp, seq from matches where id = $1 for update", id)
	res := tx.conn.SendBatch(tx.ctx, b)
	defer res.Close()
	if err := tx.begins(res); err != nil {
		return err
	}
	var version int64
	var seq int
	err = res.QueryRow().Scan(&version, &seq)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if old := &tx.tables[id].before.row; err != nil || version != old.Version || seq != old.Seq {
		return errStale
	}
	tx.trusted = 0
	return res.Close()
}
