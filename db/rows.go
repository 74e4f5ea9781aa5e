package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
	"pitpost.example/model"
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

// Scan reads the rows of a statement into variables, one after the other, and calls each when they hold one.
func Scan(ctx context.Context, from Querier, into []any, each func(), sql string, args ...any) error {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	return Into(into, each)(rows)
}

// Into is Scan for the rows of a batch.
func Into(into []any, each func()) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, into, func() error { each(); return nil })
		return err
	}
}

// Pairs reads rows of two columns, the first of which is each once.
func Pairs[K comparable, V any](ctx context.Context, from Querier, sql string, args ...any) (map[K]V, error) {
	out := map[K]V{}
	var key K
	var value V
	err := Scan(ctx, from, []any{&key, &value}, func() { out[key] = value }, sql, args...)
	return out, err
}

// EachRow reads rows of a batch, one after the other.
func EachRow[T any](do func(T)) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
		for _, v := range all {
			do(v)
		}
		return err
	}
}

// OrNull is a value for a column that is null where there is none.
func OrNull[T any](there bool, value T) *T {
	if !there {
		return nil
	}
	return &value
}

const (
	// MatchColumns are those of a model.Match, in its order.
	MatchColumns = "id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, created_at, started_at, ended_at, stamp"
	// SeatColumns are those of a model.Seat, in its order.
	SeatColumns = "no, name, coalesce(player_id, 0), address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing"
	// ClockColumns are those of a model.Clock, in its order.
	ClockColumns = "seat, step, began, soft, due, reminded, stopped_at, stopped_why"
	// PlanColumns are those of a model.Plan, in its order.
	PlanColumns = "kind, lines, at"
)

// Clean makes words fit to be kept: nothing in them steers whatever shows them later.
// Everything that somebody wrote passes here or through CleanJSON on its way into a row.
func Clean(s string) string { return engine.Tidy(s) }

// CleanAll is Clean for a list.
func CleanAll(list []string) []string { return engine.Each(list, Clean) }

// Fit makes a key, an id or an address fit for Postgres.
func Fit(s string) string { return model.Fit(s) }

// Normalise is the form in which an address is kept and looked for.
func Normalise(address string) string { return model.Folded(address) }

// CleanJSON is Clean for the strings of a JSON text.
func CleanJSON(b []byte) []byte { return engine.TidyJSON(b) }
