package db

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
)

// begin opens the transaction, looks whether the letter is known, and locks
// and reads the match, in one round trip.
func (w *Work) begin(match int64, k *kept) error {
	b, err := w.beginning()
	if err != nil {
		return err
	}
	if match == 0 {
		res := w.conn.SendBatch(w.ctx, b)
		defer res.Close()
		if err := w.begins(res); err != nil {
			return err
		}
		return res.Close()
	}
	var have *engine.Match
	if k != nil {
		have = k.match
	}
	return w.lock(b, match, have, w.begins)
}

// lock locks a match and reads it, in the round trip of a batch that is begun and read by
// first.
func (w *Work) lock(b *pgx.Batch, match int64, have *engine.Match, first func(pgx.BatchResults) error) error {
	b.Queue("select from matches where id = $1 for update", match)
	askTable(b, match, have)
	res := w.conn.SendBatch(w.ctx, b)
	defer res.Close()
	if err := first(res); err != nil {
		return err
	}
	if _, err := res.Exec(); err != nil {
		return err
	}
	t, err := w.db.readTable(res, have)
	if err != nil {
		return err
	}
	w.tables[match] = t
	return res.Close()
}

// beginning queues what every transaction begins with, for a connection that is held from here
// on.
func (w *Work) beginning() (*pgx.Batch, error) {
	defer waits(w.ctx)() // whoever gives this one up must know of the connection
	conn, err := w.db.pool.Acquire(w.ctx)
	if err != nil {
		return nil, err
	}
	w.conn, w.held = conn, conn
	b := &pgx.Batch{}
	b.Queue("begin")
	if letter := w.cause.Letter; letter != nil {
		b.Queue("select exists (select from letters where hash = $1)", letter.Hash[:])
	}
	w.begun = true
	return b, nil
}

func (w *Work) begins(res pgx.BatchResults) error {
	if _, err := res.Exec(); err != nil {
		return err
	}
	if w.cause.Letter == nil {
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
func (w *Work) transact() error {
	if w.begun {
		return nil
	}
	id := w.trusted
	b, err := w.beginning()
	if err != nil {
		return err
	}
	b.Queue("select stamp, seq from matches where id = $1 for update", id)
	res := w.conn.SendBatch(w.ctx, b)
	defer res.Close()
	if err := w.begins(res); err != nil {
		return err
	}
	var stamp int64
	var seq int
	err = res.QueryRow().Scan(&stamp, &seq)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if old := &w.tables[id].before.row; err != nil || stamp != old.Version || seq != old.Seq {
		return errStale
	}
	w.trusted = 0
	return res.Close()
}
