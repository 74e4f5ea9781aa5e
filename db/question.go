package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// asking is how many round trips of questions are under way at once.
const asking = 2

// question is something that is asked outside of any transaction, by itself or with what
// others ask at the same time.
type question struct {
	db   *DB
	sql  string
	args []any
	read func(pgx.Rows) error
}

// ask puts a question to the database, in one round trip with others that wait for the same.
// read is given the answer, which it must use up; once ask returned an error, what read made
// of it is not to be looked at.
func (d *DB) ask(ctx context.Context, read func(pgx.Rows) error, sql string, args ...any) error {
	q := &question{d, sql, args, read}
	return d.questions.send(ctx, q, func() error {
		rows, err := d.pool.Pool.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		return read(rows)
	})
}

// ask puts a question within the transaction, if one is open, and else as DB does: without
// waiting for what was done before to be settled.
func (w *Work) ask(read func(pgx.Rows) error, sql string, args ...any) error {
	if !w.begun {
		return w.db.ask(w.ctx, read, sql, args...)
	}
	rows, err := w.conn.Query(w.ctx, sql, args...)
	if err != nil {
		return err
	}
	return read(rows)
}

// askTogether puts several questions in one round trip. If that goes wrong each is put again
// alone, and by whoever asks: a question does no harm.
func askTogether(pile []*member) error {
	first := pile[0].what.(*question)
	b := &pgx.Batch{}
	for _, m := range pile {
		q := m.what.(*question)
		b.Queue(q.sql, q.args...)
	}
	res := first.db.pool.Pool.SendBatch(pile[0].ctx, b)
	defer res.Close()
	for _, m := range pile {
		rows, err := res.Query()
		if err == nil {
			err = m.what.(*question).read(rows)
		}
		if err != nil {
			return errAlone
		}
	}
	if res.Close() != nil {
		return errAlone
	}
	return nil
}
