package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"pitpost.example/engine"
)

const (
	// batchesMost is how many batches of a group run at once: while one waits for the server, another can be
	// prepared.
	batchesMost = 2
	// underMost is how long a batch counts as running. One that waits for a lock, perhaps of a frozen
	// process, must not hold up the others.
	underMost = 200 * time.Millisecond
	// batchMost is the greatest number of items in a batch.
	batchMost = 32
	// leaderGrace is how long a batch goes on after the context of its first item has ended.
	leaderGrace = 5 * time.Second
)

// errAlone means that a batch failed and did nothing, and that each of its items must be tried alone.
var errAlone = errors.New("they cannot go together")

// group does items in batches: a group commit for anything that can be sent to the database in one round
// trip. No item waits for company. It starts at once and alone unless batchesMost batches are running; items
// that arrive meanwhile form the next batch.
type group[T any] struct {
	// all does a batch and returns one error for all its items. It returns errAlone if there are several and
	// each must be tried alone.
	all func(context.Context, []T) error

	mu      sync.Mutex
	busy    int
	waiting []*waiter[T]
}

// waiter is an item in the queue. done receives how its batch ended.
type waiter[T any] struct {
	ctx  context.Context
	item T
	done chan error
}

// do does an item, alone or in a batch, and returns how that ended. If the batch fails because of another
// item, this one is tried once more, alone. Once the item is in a batch, do waits for its end even if ctx
// ends.
func (g *group[T]) do(ctx context.Context, item T) error {
	endWait, err := beginWait(ctx)
	if err != nil {
		return err
	}
	defer endWait()
	w := &waiter[T]{ctx, item, make(chan error, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.begin()
	g.mu.Unlock()
	select {
	case err = <-w.done:
	case <-ctx.Done():
		if g.leave(w) {
			return ctx.Err()
		}
		err = <-w.done // it is in a batch: the caller must learn how that ends
	}
	if errors.Is(err, errAlone) {
		err = g.all(ctx, []T{item})
	}
	return err
}

// leave removes a waiter from the queue. It returns false if the waiter is in a batch already.
func (g *group[T]) leave(w *waiter[T]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.Index(g.waiting, w)
	if at >= 0 {
		g.waiting = slices.Delete(g.waiting, at, at+1)
	}
	return at >= 0
}

// begin starts a batch of the waiting items if fewer than batchesMost are running.
func (g *group[T]) begin() {
	if g.busy == batchesMost || len(g.waiting) == 0 {
		return
	}
	n := min(len(g.waiting), batchMost)
	batch := slices.Clone(g.waiting[:n])
	g.waiting = slices.Delete(g.waiting, 0, n)
	g.busy++
	go g.work(batch)
}

// work does a batch and tells each waiter how it ended. The next batch may start when this one ends, or after
// underMost.
func (g *group[T]) work(batch []*waiter[T]) {
	next := sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.busy--
		g.begin()
	})
	defer time.AfterFunc(underMost, next).Stop()
	defer next()
	err := g.try(batch)
	for _, w := range batch {
		w.done <- err
	}
}

// try does a batch. If the context of its first item ends, a batch of several goes on for leaderGrace, so
// that the other items do not fail with it.
func (g *group[T]) try(batch []*waiter[T]) error {
	ctx, items := batch[0].ctx, engine.MapList(batch, func(w *waiter[T]) T { return w.item })
	if len(batch) == 1 {
		return g.all(ctx, items)
	}
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(leaderGrace, end) })()
	return g.all(lasting, items)
}
