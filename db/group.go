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
	// batchesMost is how many batches of a group are under way at once: while one waits for the
	// server, another is worked at.
	batchesMost = 2
	// underMost is how long a batch counts as under way: one that waits for a lock, which a frozen
	// process may hold, keeps nobody else from going.
	underMost = 200 * time.Millisecond
	// batchMost is the most items of a batch.
	batchMost = 32
	// leaderGrace is how long a batch goes on after the context of its first item has ended.
	leaderGrace = 5 * time.Second
)

// errAlone says that a batch failed and did nothing, and each of its items is to be tried alone.
var errAlone = errors.New("they cannot go together")

// group does items together that come while others are under way: a group commit, for anything
// that the database can be told in one round trip. Nobody waits for others: who comes goes at
// once, alone, unless batchesMost are under way; those who come meanwhile are the next batch.
type group[T any] struct {
	// all does a batch and says for all of it how it went; errAlone where each of several is to be
	// tried alone.
	all func(context.Context, []T) error

	mu      sync.Mutex
	busy    int
	waiting []*waiter[T]
}

// waiter is an item in the queue, told how its batch went.
type waiter[T any] struct {
	ctx  context.Context
	item T
	done chan error
}

// do does an item, alone or with others. An error that is another's is not given to this one: it
// then goes once more, alone. Once the item is in a batch, do waits for its end even when ctx ends.
func (g *group[T]) do(ctx context.Context, item T) error {
	defer waits(ctx)()
	w := &waiter[T]{ctx, item, make(chan error, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.begin()
	g.mu.Unlock()
	var err error
	select {
	case err = <-w.done:
	case <-ctx.Done():
		if g.leave(w) {
			return ctx.Err()
		}
		err = <-w.done // it is under way: how that ends must be known
	}
	if errors.Is(err, errAlone) {
		err = g.all(ctx, []T{item})
	}
	return err
}

// leave takes out a waiter that is in no batch yet.
func (g *group[T]) leave(w *waiter[T]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.Index(g.waiting, w)
	if at >= 0 {
		g.waiting = slices.Delete(g.waiting, at, at+1)
	}
	return at >= 0
}

// begin lets those who wait go where there is a place among the batches under way.
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

// work does a batch and tells each how it went. Its place among those under way is another's at the
// end, or after a while.
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

// try does a batch. The context of its first may be about to end, and the others are no worse for it.
func (g *group[T]) try(batch []*waiter[T]) error {
	ctx, items := batch[0].ctx, engine.Each(batch, func(w *waiter[T]) T { return w.item })
	if len(batch) == 1 {
		return g.all(ctx, items)
	}
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(leaderGrace, end) })()
	return g.all(lasting, items)
}
