package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
)

// Querier is something to read from: a DB or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Query reads outside any transaction.
func (d *DB) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return d.pool.Query(ctx, sql, args...)
}

// Exec runs a statement outside any transaction.
func (d *DB) Exec(ctx context.Context, sql string, args ...any) error {
	_, err := d.Affected(ctx, sql, args...)
	return err
}

// Affected does the same and returns how many rows were changed.
func (d *DB) Affected(ctx context.Context, sql string, args ...any) (int, error) {
	tag, err := d.pool.Exec(ctx, sql, args...)
	return int(tag.RowsAffected()), err
}

// QueryRows returns the rows of a statement as values of T, whose fields are the columns in order.
func QueryRows[T any](ctx context.Context, from Querier, sql string, args ...any) ([]T, error) {
	return CollectRows(ctx, from, pgx.RowToStructByPos[T], sql, args...)
}

// QueryColumn returns the rows of a statement that has one column.
func QueryColumn[T any](ctx context.Context, from Querier, sql string, args ...any) ([]T, error) {
	return CollectRows(ctx, from, pgx.RowTo[T], sql, args...)
}

// CollectRows returns the rows of a statement as scan reads them.
func CollectRows[T any](ctx context.Context, from Querier, scan pgx.RowToFunc[T], sql string,
	args ...any) ([]T, error) {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}

// QueryFirst returns the first row of a statement, as QueryRows does; nil if there is none.
func QueryFirst[T any](ctx context.Context, from Querier, sql string, args ...any) (*T, error) {
	return first(ctx, from, pgx.RowToStructByPos[T], sql, args...)
}

// QueryValue returns the only column of the first row of a statement, the zero value if there is no row.
func QueryValue[T any](ctx context.Context, from Querier, sql string, args ...any) (T, error) {
	v, err := first(ctx, from, pgx.RowTo[T], sql, args...)
	if v == nil || err != nil {
		return *new(T), err
	}
	return *v, nil
}

func first[T any](ctx context.Context, from Querier, scan pgx.RowToFunc[T], sql string, args ...any) (*T, error) {
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

// ScanRows reads the rows of a statement one after the other into the same variables, and calls each after every
// row.
func ScanRows(ctx context.Context, from Querier, into []any, each func(), sql string, args ...any) error {
	rows, err := from.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	return ScanInto(into, each)(rows)
}

// ScanInto does the same as ScanRows for one statement of a batch.
func ScanInto(into []any, each func()) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, into, func() error { each(); return nil })
		return err
	}
}

// QueryPairs reads rows of two columns into a map. The first column must be unique.
func QueryPairs[K comparable, V any](ctx context.Context, from Querier, sql string, args ...any) (map[K]V, error) {
	out := map[K]V{}
	var key K
	var value V
	err := ScanRows(ctx, from, []any{&key, &value}, func() { out[key] = value }, sql, args...)
	return out, err
}

// EachRow reads the rows of one statement of a batch into values of T by position, and calls do with each.
func EachRow[T any](do func(T)) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
		for _, v := range all {
			do(v)
		}
		return err
	}
}

// Where gathers conditions, and the values that they ask for in place of their question marks. It begins with "true".
type Where struct {
	SQL  string
	Args []any
}

// And adds a condition if it is wanted. It has one value at most, however often it asks for it.
func (w *Where) And(wanted bool, condition string, value ...any) {
	if wanted {
		w.Args = append(w.Args, value...)
		w.SQL += " and " + strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(w.Args)))
	}
}

// NullUnless returns the value, or NULL if it is not there.
func NullUnless[T any](there bool, value T) *T {
	if !there {
		return nil
	}
	return &value
}

// MatchColumns are the columns of a model.Match, in the order of its fields.
const MatchColumns = "id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, created_at, started_at, ended_at, coalesce(referee, 0), referee_address, referee_name, stamp"

// CleanText removes from a text what would steer a terminal or a program that shows it later. Everything that
// people wrote goes through here or through CleanJSON before it is written into a row.
func CleanText(s string) string { return engine.TidyText(s) }

// CleanTexts cleans each text of a list.
func CleanTexts(list []string) []string { return engine.MapList(list, CleanText) }

// CleanJSON cleans the strings in a JSON text.
func CleanJSON(b []byte) []byte { return engine.TidyJSON(b) }
