package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
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
	// leaderGrace is how long a batch goes on after the context of its leader has ended.
	leaderGrace = 5 * time.Second
)

// errAlone says that a batch failed and did nothing, and each of its items is to be tried alone.
var errAlone = errors.New("they cannot go together")

// group does items together that come while others are under way: a group commit, for anything
// that the database can be told in one round trip. Nobody waits for others: who comes goes at
// once, alone, unless batchesMost are under way; those who come meanwhile are the next batch.
type group[T any] struct {
	alone func(context.Context, T) error // does one item
	// together does a batch of several and says for all of them how it went; errAlone where each
	// is to be tried alone.
	together func(context.Context, []T) error

	mu      sync.Mutex
	busy    int
	waiting []*waiter[T]
}

// waiter is an item in the queue: it leads a batch, or is told how its batch went.
type waiter[T any] struct {
	ctx  context.Context
	item T
	lead chan []*waiter[T]
	done chan error
}

// do does an item, alone or with others. An error that is another's is not given to this one: it
// then goes once more, alone. Once the item is in a batch, do waits for its end even when ctx ends.
func (g *group[T]) do(ctx context.Context, item T) error {
	defer waits(ctx)()
	g.mu.Lock()
	if g.busy < batchesMost {
		g.busy++
		g.mu.Unlock()
		defer g.under()()
		return g.alone(ctx, item)
	}
	w := &waiter[T]{ctx, item, make(chan []*waiter[T], 1), make(chan error, 1)}
	g.waiting = append(g.waiting, w)
	g.mu.Unlock()
	err := g.wait(w)
	if errors.Is(err, errAlone) {
		err = g.alone(ctx, item)
	}
	return err
}

// wait waits until the item is done, and leads its batch if it falls to this one.
func (g *group[T]) wait(w *waiter[T]) error {
	ended := w.ctx.Done()
	for {
		select {
		case err := <-w.done:
			return err
		case batch := <-w.lead:
			return g.leads(batch)
		case <-ended:
			if g.leave(w) {
				return w.ctx.Err()
			}
			ended = nil // it is under way: how that ends must be known
		}
	}
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

// under gives a place among the batches under way back, at the end or after a while.
func (g *group[T]) under() (end func()) {
	var once sync.Once
	late := time.AfterFunc(underMost, func() { once.Do(g.next) })
	return func() {
		late.Stop()
		once.Do(g.next)
	}
}

// next lets those who wait go, led by the first of them.
func (g *group[T]) next() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.busy--
		return
	}
	n := min(len(g.waiting), batchMost)
	batch := slices.Clone(g.waiting[:n])
	g.waiting = slices.Delete(g.waiting, 0, n)
	batch[0].lead <- batch
}

// leads does a batch and tells each how it went; it returns what its first is told. The context
// of the leader may be about to end, and the others are no worse for it.
func (g *group[T]) leads(batch []*waiter[T]) error {
	defer g.under()()
	ctx := batch[0].ctx
	if len(batch) == 1 {
		return g.alone(ctx, batch[0].item)
	}
	items := make([]T, len(batch))
	for i, w := range batch {
		items[i] = w.item
	}
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(leaderGrace, end) })()
	err := g.together(lasting, items)
	for _, w := range batch[1:] {
		w.done <- err
	}
	return err
}
