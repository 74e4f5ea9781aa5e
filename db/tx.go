package db

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/model"
)

// Tx is one command at work. Its writes are gathered and sent at the end, in one round trip. The transaction
// is opened only when something is locked or written before the end; rows that it locked stay locked until it
// ends.
type Tx struct {
	db     *DB
	ctx    context.Context
	conn   *pgxpool.Conn // has the transaction; nil until it is opened
	cause  model.Cause
	came   model.Letter // of the cause, as it came
	holds  locks
	later  pgx.Batch // statements to send at the end
	tables map[int64]*tableWork
	// trusted is the match that was read without a lock, until a transaction is open; its version is compared when
	// the command is written.
	trusted int64
	// committed is true once everything is written.
	committed bool
	due       []pendingDue
	mail      []model.Notice
	queued    []int64
	calls     []int64 // the numbers of the webhook calls that were queued
	err       error   // the first error of a method that only gathers
}

// tableWork is a table that the command works on, with what was read and what has been added.
type tableWork struct {
	*model.Table
	rows   []factRow   // of the facts that were appended
	before model.Table // as it was read
}

// Now returns the time of the command.
func (tx *Tx) Now() time.Time { return tx.cause.Now }

// Context returns the context of the command.
func (tx *Tx) Context() context.Context { return tx.ctx }

// Query reads inside the transaction if one is open, which it is once something was written or locked, and
// otherwise from any connection.
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	endCall, err := beginWait(tx.ctx)
	if err != nil {
		return nil, err
	}
	defer endCall()
	if tx.conn == nil {
		return tx.db.Query(ctx, sql, args...)
	}
	return tx.conn.Query(ctx, sql, args...)
}

// Open returns a Querier that opens the transaction first. Statements that lock the rows they read, or return
// rows they wrote, need that.
func (tx *Tx) Open() Querier { return opened{tx} }

type opened struct{ tx *Tx }

func (o opened) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	endCall, err := o.tx.transact()
	if err != nil {
		return nil, err
	}
	defer endCall()
	return o.tx.conn.Query(ctx, sql, args...)
}

// Exec runs a statement at once, in the transaction.
func (tx *Tx) Exec(sql string, args ...any) error {
	_, err := tx.Affected(sql, args...)
	return err
}

// Affected runs a statement at once and returns how many rows it changed.
func (tx *Tx) Affected(sql string, args ...any) (int, error) {
	endCall, err := tx.transact()
	if err != nil {
		return 0, err
	}
	defer endCall()
	tag, err := tx.conn.Exec(tx.ctx, sql, args...)
	return int(tag.RowsAffected()), err
}

// Changed runs a statement at once and reports whether it changed any row.
func (tx *Tx) Changed(sql string, args ...any) (bool, error) {
	n, err := tx.Affected(sql, args...)
	return n > 0, err
}

// Strangers is the lock of those who write to people who never wrote, or make several players.
const Strangers = "pitpost cold letters"

// Alone makes this the only command that holds the lock of this name, until it ends. A command that waited for it
// with rows locked could itself be waited for. So if the lock is taken, Alone returns an error with which
// the command is tried again, and then takes this lock before all others.
func (tx *Tx) Alone(name string) error {
	if slices.Contains(tx.holds.names, name) {
		return nil
	}
	free, err := QueryValue[bool](tx.ctx, tx.Open(), "select pg_try_advisory_xact_lock(hashtext($1))", name)
	if err != nil {
		return err
	}
	tx.holds.add(locks{names: []string{name}})
	if !free {
		return errTaken(tx.holds)
	}
	return nil
}

// Copy writes many rows of a table at once, by Postgres's COPY.
func (tx *Tx) Copy(table string, columns []string, rows [][]any) error {
	endCall, err := tx.transact()
	if err != nil {
		return err
	}
	defer endCall()
	_, err = tx.conn.CopyFrom(tx.ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	return err
}

// Later adds a statement to the round trip that ends the transaction.
func (tx *Tx) Later(sql string, args ...any) { tx.later.Queue(sql, args...) }

// Patient allows this command to be silent between two statements for as long as it likes. It is for the
// operator's commands, because the operator waits for them and can stop them.
func (tx *Tx) Patient() error { return tx.Exec("set local " + abandoned + " = 0") }

// EncodeJSON encodes a value for a column, cleaned by CleanJSON.
func EncodeJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("db: " + err.Error()) // only a type that has no JSON form, which is a bug
	}
	return CleanJSON(b)
}
