package db

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// why is how facts name their cause.
func why(cause model.Cause) string {
	if cause.Letter != nil {
		return "letter " + hex.EncodeToString(cause.Letter.Hash[:6])
	}
	return string(cause.Kind)
}

// Tx is one transaction at work. Its writes are gathered and sent at the
// end; what it read stays locked until then.
type Tx struct {
	db     *DB
	ctx    context.Context
	conn   anyConn // the pool, or once a transaction is open what is in held
	held   *pgxpool.Conn
	cause  model.Cause
	later  pgx.Batch // written at the end
	tables map[int64]*tableWork
	// begun says that a transaction is open; before that trusted is the match
	// that came from the cache, to be compared at the end.
	begun   bool
	trusted int64
	// committed says that all is written.
	committed bool
	due       []pendingDue
	mail      []model.Notice
	queued    []int64
	calls     []int64 // of webhooks
	err       error   // the first fault of a gathering method
}

// anyConn puts statements to the database: by any connection, or by one.
type anyConn interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
}

// tableWork is a table and what this Tx read and changed beside it.
type tableWork struct {
	*model.Table
	appended []engine.Fact
	rows     []factRow
	before   model.Table // as it was read
}

// Now is the time of the deed.
func (tx *Tx) Now() time.Time { return tx.cause.Now }

// Letter is the letter being noted; its State, Why, Match, Seat and Step may
// be set until the end. Nil for any other cause.
func (tx *Tx) Letter() *model.Letter { return tx.cause.Letter }

// Context is that in which the transaction was begun.
func (tx *Tx) Context() context.Context { return tx.ctx }

// Query reads: inside the transaction where it is open, as it is once something was written or
// locked, and else from any connection.
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return tx.conn.Query(ctx, sql, args...)
}

// Open is tx for what locks the rows that it reads, or returns what it wrote: it opens the transaction.
func (tx *Tx) Open() Querier { return opened{tx} }

type opened struct{ tx *Tx }

func (o opened) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := o.tx.transact(); err != nil {
		return nil, err
	}
	return o.tx.conn.Query(ctx, sql, args...)
}

// Exec writes at once.
func (tx *Tx) Exec(sql string, args ...any) error {
	_, err := tx.Affected(sql, args...)
	return err
}

// Affected writes at once, and counts the rows that it changed.
func (tx *Tx) Affected(sql string, args ...any) (int, error) {
	if err := tx.transact(); err != nil {
		return 0, err
	}
	tag, err := tx.conn.Exec(tx.ctx, sql, args...)
	return int(tag.RowsAffected()), err
}

// Copy writes many rows of a table at once.
func (tx *Tx) Copy(table string, columns []string, rows [][]any) error {
	if err := tx.transact(); err != nil {
		return err
	}
	_, err := tx.conn.CopyFrom(tx.ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	return err
}

// Later writes in the round trip by which the transaction ends.
func (tx *Tx) Later(sql string, args ...any) { tx.later.Queue(sql, args...) }

// Patient lets this command think between two statements for as long as it likes: it is an
// operator's, who waits for it and can end it.
func (tx *Tx) Patient() error { return tx.Exec("set local " + abandoned + " = 0") }

// JSON is a value as it is kept; a type that cannot be JSON is a fault of the code.
func JSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("db: " + err.Error()) // only a type that cannot be JSON, a fault of the code
	}
	return CleanJSON(b)
}
