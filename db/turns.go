package db

import (
	"context"
	"sync"
)

// turns lets the deeds of one process at one match follow one another: a match
// taken from memory is not locked in the database until the end.
type turns struct {
	mu sync.Mutex
	at map[int64]*turn
}

type turn struct {
	free chan struct{} // holds one token while nobody is at the match
	ask  int           // how many are at it or wait
}

// enter waits until nobody of this process is at the match; leave must be
// called at the end.
func (t *turns) enter(ctx context.Context, match int64) (leave func(), err error) {
	defer waits(ctx)()
	t.mu.Lock()
	mine := t.at[match]
	if mine == nil {
		mine = &turn{free: make(chan struct{}, 1)}
		mine.free <- struct{}{}
		t.at[match] = mine
	}
	mine.ask++
	t.mu.Unlock()
	gone := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if mine.ask--; mine.ask == 0 {
			delete(t.at, match)
		}
	}
	select {
	case <-mine.free:
		return func() { mine.free <- struct{}{}; gone() }, nil
	case <-ctx.Done():
		gone()
		return nil, ctx.Err()
	}
}
