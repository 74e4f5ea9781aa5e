package db

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrTooLong is the cause of a context whose work was given up because it took too long.
var ErrTooLong = errors.New("it worked for too long")

// Effort tells a command's own work apart from its waiting for the database. So a command that computes
// without end can be given up, and a slow or distant database is held against nobody. A command is never
// given up during a call to the database, so it is always known what was written.
type Effort struct {
	cancel context.CancelCauseFunc

	mu      sync.Mutex
	waiting int  // calls to the database that have not returned
	seen    int  // how many ticks found it at work
	over    bool // it was given up
	free    func()
}

type effortKey struct{}

// WithEffort returns a context for work that may be given up, and the Effort that watches it.
func WithEffort(ctx context.Context) (context.Context, *Effort) {
	e := &Effort{}
	ctx, e.cancel = context.WithCancelCause(ctx)
	return context.WithValue(ctx, effortKey{}, e), e
}

func effortOf(ctx context.Context) *Effort {
	e, _ := ctx.Value(effortKey{}).(*Effort)
	return e
}

// End releases the context. It must be called when the work is done.
func (e *Effort) End() { e.cancel(nil) }

// Tick checks whether the command is at work now, and gives it up once most ticks have found it so. It counts
// ticks and measures no time, because a process that was frozen or starved has not worked meanwhile. When a
// command is given up its transaction is rolled back, its locks are free, and it can no longer reach the
// database.
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

// holds sets the function that releases what a transaction holds; nil for nothing.
func (e *Effort) holds(free func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = free
}

// beginWait marks the beginning of a wait for the database, or for other commands on the way to it. The wait
// ends when endWait is called; calling it again does nothing. If the command was given up, beginWait ends its
// goroutine, however deep in calls: what it held may belong to another command by now.
func beginWait(ctx context.Context) (endWait func()) {
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

// GivenUp returns an error if the command has been given up. Long computations call it now and then, because
// that ends them sooner, and more cleanly, than the next call to the database.
func (tx *Tx) GivenUp() error { return context.Cause(tx.ctx) }

// efforts reports the beginning and end of each call to the database to the Effort in its context.
type efforts struct{}

var (
	_ pgx.QueryTracer       = efforts{}
	_ pgx.BatchTracer       = efforts{}
	_ pgxpool.AcquireTracer = efforts{}
)

type waitKey struct{}

func callBegins(ctx context.Context) context.Context {
	return context.WithValue(ctx, waitKey{}, beginWait(ctx))
}

func callEnds(ctx context.Context) {
	if on, ok := ctx.Value(waitKey{}).(func()); ok {
		on()
	}
}

func (efforts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return callBegins(ctx)
}
func (efforts) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	callEnds(ctx)
}
func (efforts) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return callBegins(ctx)
}
func (efforts) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (efforts) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) {
	callEnds(ctx)
}
func (efforts) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return callBegins(ctx)
}
func (efforts) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	callEnds(ctx)
}
