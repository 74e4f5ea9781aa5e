// Package postgres answers the questions of a command from Postgres and makes its changes there. What each of
// them means is said in world; here stands its statement, in files by noun.
package postgres

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// shell reads the rows that a command needs and writes its changes, most of them in one batch when the command
// ends.
type shell struct {
	tx   *db.Tx
	made int // players
}

// Shell returns the world.Shell over a transaction.
func Shell(tx *db.Tx) world.Shell { return &shell{tx: tx} }

// GivenUp returns an error if the transaction was given up.
func (s *shell) GivenUp() error { return s.tx.GivenUp() }

// Look answers a question.
func (s *shell) Look(question any) (any, error) {
	switch q := question.(type) {
	case world.Table:
		table, err := s.tx.Table(q.ID)
		if errors.Is(err, model.ErrNoMatch) {
			return table, nil
		}
		return table, err
	case world.Gone:
		return archive.Gone(s.tx, q.Table, q.Number)
	}
	return s.lookAtPeople(question)
}

// Do writes a change now, or keeps it until the command ends.
func (s *shell) Do(change any) (any, error) {
	switch c := change.(type) {
	case model.Due:
		s.tx.SetDue(c)
	case world.DropDue:
		s.tx.DropDue(c.Due)
	case *world.TakeDue:
		return s.tx.TakeDue(c.Due)
	case model.Notice:
		s.tx.Queue(c)
	case model.Letter: // db.Play writes it from the cause
	case *world.OpenTable:
		table, err := s.tx.OpenTable(c.Row, nil)
		if err != nil {
			return nil, err
		}
		c.Row.ID = table.Row.ID
		return table, nil
	case *world.Say:
		id, err := s.tx.Say(c.Match, c.By, c.Words)
		c.ID = id
		return id, err
	case world.SaveTable: // the command has changed the table of s.tx itself, which is written when it ends
		table, err := s.tx.Table(c.Row.ID)
		if err != nil {
			return nil, err
		}
		s.tx.Append(table, c.Facts...)
	default:
		return s.changePeople(change)
	}
	return nil, nil
}

// list returns the rows of a statement as values of T, field by field.
func list[T any](s *shell, sql string, args ...any) ([]T, error) {
	return db.Many[T](s.tx.Context(), s.tx, sql, args...)
}

// numbers returns the only column of a statement.
func numbers(s *shell, sql string, args ...any) ([]int64, error) {
	return db.Column[int64](s.tx.Context(), s.tx, sql, args...)
}

// value returns the only column of the first row of a statement, the zero value if there is no row.
func value[T any](s *shell, sql string, args ...any) (T, error) {
	return db.Value[T](s.tx.Context(), s.tx, sql, args...)
}

// locked does the same for a statement that locks or writes its rows.
func locked[T any](s *shell, sql string, args ...any) ([]T, error) {
	return db.Many[T](s.tx.Context(), s.tx.Open(), sql, args...)
}

// first returns the first of some rows, nil if there is none.
func first[T any](rows []T, err error) (*T, error) {
	if len(rows) == 0 {
		return nil, err
	}
	return &rows[0], err
}

// changed runs a statement at once and reports whether it changed any row.
func (s *shell) changed(sql string, args ...any) (any, error) {
	n, err := s.tx.Affected(sql, args...)
	return n > 0, err
}

// do runs a statement at once.
func (s *shell) do(sql string, args ...any) (any, error) { return nil, s.tx.Exec(sql, args...) }

// where joins conditions, each with the value that it asks for in place of its question marks. A condition
// with a zero value is left out.
func where(conditions ...any) (sql string, args []any) {
	sql = "true"
	for i := 0; i < len(conditions); i += 2 {
		condition, v := conditions[i].(string), conditions[i+1]
		if reflect.ValueOf(v).IsZero() {
			continue
		}
		if strings.Contains(condition, "?") {
			args = append(args, v)
		}
		sql += " and " + strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(args)))
	}
	return sql, args
}
