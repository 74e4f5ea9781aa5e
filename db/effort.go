package db

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrTooLong ends what worked for longer than it may.
var ErrTooLong = errors.New("it worked for too long")

// Effort tells somebody's own work from their waiting for the database, so that one who works on
// and on can be given up, and a slow or distant database is held against nobody. It is never given
// up while something is under way to the database: what was written is then known.
type Effort struct {
	cancel context.CancelCauseFunc

	mu      sync.Mutex
	waiting int  // calls to the database under way
	seen    int  // times it was found at work
	over    bool // it was given up
	free    func()
}

type effortKey struct{}

// WithEffort is a context for work that may be given up.
func WithEffort(ctx context.Context) (context.Context, *Effort) {
	e := &Effort{}
	ctx, e.cancel = context.WithCancelCause(ctx)
	return context.WithValue(ctx, effortKey{}, e), e
}

func effortOf(ctx context.Context) *Effort {
	e, _ := ctx.Value(effortKey{}).(*Effort)
	return e
}

// End frees what the context holds.
func (e *Effort) End() { e.cancel(nil) }

// Tick looks whether it is at work now, and gives it up when it was found so most times: looks in
// place of a clock, since a process that was frozen or starved has not worked meanwhile. Its
// transaction is rolled back then, what it held is free, and it can reach the database no more.
func (e *Effort) Tick(most int) (over bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.waiting > 0 || e.over {
		return e.over
	}
	if e.seen++; e.seen < most {
		return false
	}
	e.over = true
	e.cancel(ErrTooLong)
	if e.free != nil {
		e.free()
	}
	return true
}

// holds says how to free what a transaction holds, nil for nothing.
func (e *Effort) holds(free func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = free
}

// waits begins a wait for the database, or for others on the way there; on ends it, once or more.
// Who was given up goes no further: what they held may be another's by now, so their goroutine
// ends here, however deep it is.
func waits(ctx context.Context) (on func()) {
	e := effortOf(ctx)
	if e == nil {
		return func() {}
	}
	e.mu.Lock()
	over := e.over
	if !over {
		e.waiting++
	}
	e.mu.Unlock()
	if over {
		runtime.Goexit()
	}
	return sync.OnceFunc(func() {
		e.mu.Lock()
		e.waiting--
		e.mu.Unlock()
	})
}

// GivenUp says whether the one who works at this is to stop: who looks now and then ends in good
// order, and sooner than by a call to the database.
func (tx *Tx) GivenUp() error {
	if tx.ctx.Err() != nil {
		return context.Cause(tx.ctx)
	}
	return nil
}

// efforts tells each call to the database to whoever makes it.
type efforts struct{}

var (
	_ pgx.QueryTracer       = efforts{}
	_ pgx.BatchTracer       = efforts{}
	_ pgxpool.AcquireTracer = efforts{}
)

type waitKey struct{}

func begin(ctx context.Context) context.Context {
	if effortOf(ctx) == nil {
		return ctx
	}
	return context.WithValue(ctx, waitKey{}, waits(ctx))
}

func end(ctx context.Context) {
	if on, ok := ctx.Value(waitKey{}).(func()); ok {
		on()
	}
}

func (efforts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return begin(ctx)
}
func (efforts) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) { end(ctx) }
func (efforts) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return begin(ctx)
}
func (efforts) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData)     {}
func (efforts) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) { end(ctx) }
func (efforts) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return begin(ctx)
}
func (efforts) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	end(ctx)
}
