package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Querier is whatever may be read from: a house, or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Query reads outside of any transaction.
func (d *DB) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return d.pool.Query(ctx, sql, args...)
}

// Many reads all rows of a statement.
func Many[T any](ctx context.Context, from Querier, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}

// One reads the first row of a statement; nil where there is none.
func One[T any](ctx context.Context, from Querier, scan pgx.RowToFunc[T], sql string, args ...any) (*T, error) {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	v, err := pgx.CollectOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &v, err
}

// Value reads the one column of the first row of a statement; its zero where there is none.
func Value[T any](ctx context.Context, from Querier, sql string, args ...any) (T, error) {
	v, err := One(ctx, from, pgx.RowTo[T], sql, args...)
	if v == nil || err != nil {
		var zero T
		return zero, err
	}
	return *v, nil
}

// Pairs reads rows of two columns, the first of which is each once.
func Pairs[K comparable, V any](ctx context.Context, from Querier, sql string, args ...any) (map[K]V, error) {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	out := map[K]V{}
	var key K
	var value V
	_, err = pgx.ForEachRow(rows, []any{&key, &value}, func() error { out[key] = value; return nil })
	return out, err
}

// OrNull is a value for a column that is null where there is none.
func OrNull[T any](there bool, value T) *T {
	if !there {
		return nil
	}
	return &value
}
