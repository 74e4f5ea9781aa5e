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
		return tx.conn.SendBatch(tx.ctx, b).Close()
	}
	var have *engine.Match
	if k != nil {
		have = k.match
	}
	return tx.lock(b, match, have)
}

// lock locks a match and reads it, in the round trip of a batch that is begun. Only facts that have,
// a fold kept in memory, does not know are asked for.
func (tx *Tx) lock(b *pgx.Batch, match int64, have *engine.Match) error {
	since := 0
	if have != nil {
		since = have.Seq
	}
	b.Queue("select from matches where id = $1 for update", match)
	k := &cached{}
	tx.db.askTable(b, k, have, "for update", "seq > $2", match, since)
	if err := tx.conn.SendBatch(tx.ctx, b).Close(); err != nil {
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
