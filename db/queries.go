package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// query is something that is asked outside of any transaction, by itself or with what
// others ask at the same time.
type query struct {
	db   *DB
	sql  string
	args []any
	read func(pgx.Rows) error
}

// BatchRead puts a question to the database, in one round trip with others that wait for the same.
// read is given the answer, which it must use up; once it returned an error, what read made
// of it is not to be looked at.
func (d *DB) BatchRead(ctx context.Context, read func(pgx.Rows) error, sql string, args ...any) error {
	return d.queries.do(ctx, &query{d, sql, args, read})
}

func readAlone(ctx context.Context, q *query) error {
	rows, err := q.db.pool.Query(ctx, q.sql, q.args...)
	if err != nil {
		return err
	}
	return q.read(rows)
}

// BatchRead puts a question within the transaction, if one is open, and else as DB does.
func (tx *Tx) BatchRead(read func(pgx.Rows) error, sql string, args ...any) error {
	if !tx.begun {
		return tx.db.BatchRead(tx.ctx, read, sql, args...)
	}
	rows, err := tx.conn.Query(tx.ctx, sql, args...)
	if err != nil {
		return err
	}
	return read(rows)
}

// readTogether puts several questions in one round trip. If that goes wrong each is put again
// alone, and by whoever asks: a question does no harm.
func readTogether(ctx context.Context, batch []*query) error {
	b := &pgx.Batch{}
	for _, q := range batch {
		b.Queue(q.sql, q.args...).Query(q.read)
	}
	if batch[0].db.pool.SendBatch(ctx, b).Close() != nil {
		return errAlone
	}
	return nil
}
