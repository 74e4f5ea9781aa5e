package db

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrTooLong is the cause of a context whose work was given up because it took too long.
var ErrTooLong = errors.New("it worked for too long")

// Effort is how long a command may still work. Its clock stands while the command waits for the database, so a slow or
// distant database is held against nobody, and a command is never given up during a call: it is always known what was
// written.
type Effort struct {
	// Over is closed when the command is given up. Its transaction is rolled back then, its locks are free, and it can
	// no longer reach the database.
	Over chan struct{}

	cancel context.CancelCauseFunc
	mu     sync.Mutex
	clock  *time.Timer
	since  time.Time     // when the clock was started
	left   time.Duration // what it was set to then
	waits  int           // calls to the database that have not returned
	free   func()        // releases what a transaction holds; nil for nothing
}

type effortKey struct{}

// WithEffort returns a context for work that is given up when it has taken so long.
func WithEffort(ctx context.Context, most time.Duration) (context.Context, *Effort) {
	e := &Effort{Over: make(chan struct{}), left: most, since: time.Now()}
	ctx, e.cancel = context.WithCancelCause(ctx)
	e.mu.Lock() // until the clock is there
	defer e.mu.Unlock()
	e.clock = time.AfterFunc(most, e.giveUp)
	return context.WithValue(ctx, effortKey{}, e), e
}

func effortOf(ctx context.Context) *Effort {
	e, _ := ctx.Value(effortKey{}).(*Effort)
	return e
}

// End releases the context. It must be called when the work is done.
func (e *Effort) End() {
	e.clock.Stop()
	e.cancel(nil)
}

func (e *Effort) giveUp() {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch late := time.Since(e.since) - e.left; {
	case e.waits > 0: // a wait has begun at the last moment
	case late > time.Second: // the process was frozen or starved, and has not worked meanwhile
		e.start(e.left)
	default:
		close(e.Over)
		e.cancel(ErrTooLong)
		if e.free != nil {
			e.free()
		}
	}
}

func (e *Effort) start(left time.Duration) {
	e.since, e.left = time.Now(), max(left, 0)
	e.clock.Reset(e.left)
}

// holds sets the function that releases what a transaction holds; nil for nothing.
func (e *Effort) holds(free func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = free
}

// beginWait marks the beginning of a wait for the database, or for other commands on the way to it. The wait ends when
// endWait is called; calling it again does nothing. If the command was given up, there is an error instead: what it held
// may belong to another command by now.
func beginWait(ctx context.Context) (endWait func(), err error) {
	e := effortOf(ctx)
	if e == nil {
		return func() {}, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	select {
	case <-e.Over:
		return func() {}, ErrTooLong
	default:
	}
	if e.waits++; e.waits == 1 {
		e.clock.Stop()
		e.left -= time.Since(e.since)
	}
	return sync.OnceFunc(func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.waits--; e.waits == 0 {
			e.start(e.left)
		}
	}), nil
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
	end, _ := beginWait(ctx) // a call in vain needs no wait: its context has ended
	return context.WithValue(ctx, waitKey{}, end)
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
