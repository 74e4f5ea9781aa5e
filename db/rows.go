package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Querier is the pool, or the connection of a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
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
