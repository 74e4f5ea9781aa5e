package db

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"pitpost/engine"
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
// first. What another process did at it and has not settled yet is settled before.
func (w *Work) lock(b *pgx.Batch, match int64, have *engine.Match, first func(pgx.BatchResults) error) error {
	b.Queue("select from matches where id = $1 for update", match)
	b.Queue(readJournal+"match_id = $1 order by id", match)
	askTable(b, match, have)
	res := w.conn.SendBatch(w.ctx, b)
	t, left, err := w.locked(res, have, first)
	if err := errors.Join(err, res.Close()); err != nil {
		return err
	}
	if len(left) > 0 {
		if err := w.db.settleHere(w.ctx, w.conn, left); err != nil {
			return err
		}
		again := &pgx.Batch{}
		askTable(again, match, have)
		res := w.conn.SendBatch(w.ctx, again)
		t, err = w.db.readTable(res, have)
		if err := errors.Join(err, res.Close()); err != nil {
			return err
		}
	}
	w.tables[match] = t
	return nil
}

// locked reads what lock asks: the table, or what must be settled before.
func (w *Work) locked(res pgx.BatchResults, have *engine.Match, first func(pgx.BatchResults) error) (*tableWork, []*deed, error) {
	if err := first(res); err != nil {
		return nil, nil, err
	}
	if _, err := res.Exec(); err != nil {
		return nil, nil, err
	}
	left, err := unsettled(res.Query())
	if err != nil || len(left) > 0 {
		return nil, left, err
	}
	t, err := w.db.readTable(res, have)
	return t, nil, err
}

// beginning queues what every transaction begins with, for a connection that is held from here
// on.
func (w *Work) beginning() (*pgx.Batch, error) {
	defer waits(w.ctx)() // whoever gives this one up must know of the connection
	w.db.settler.settled(w.ctx, w.match)
	conn, err := w.db.pool.Pool.Acquire(w.ctx)
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
// end; a match taken from memory is locked and compared.
func (w *Work) transact() error {
	if w.begun {
		return nil
	}
	id := w.trusted
	b, err := w.beginning()
	if err != nil {
		return err
	}
	b.Queue("select held from matches where id = $1 for update", id)
	b.Queue("select seq, exists (select from journal where match_id = $1) from matches where id = $1", id)
	res := w.conn.SendBatch(w.ctx, b)
	defer res.Close()
	if err := w.begins(res); err != nil {
		return err
	}
	var held int64
	if err := res.QueryRow().Scan(&held); err != nil {
		return stale(err)
	}
	var seq int
	var left bool
	if err := res.QueryRow().Scan(&seq, &left); err != nil {
		return stale(err)
	}
	if old := &w.tables[id].before.row; held != old.held || seq != old.Seq || left {
		return errStale
	}
	w.trusted = 0
	return res.Close()
}

// stale says of a match that is gone what is said of one that is another.
func stale(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return errStale
	}
	return err
}
