package db

import (
	"context"
	"sync"
)

// turns lets the commands of this process at one match run one after the other. The database does not do
// that, because a match taken from the cache is not locked there until the end.
type turns struct {
	mu sync.Mutex
	at map[int64]*turn
}

type turn struct {
	free chan struct{} // holds one token while no command is at the match
	ask  int           // how many commands are at it or wait
}

// enter waits until no other command of this process is at the match. leave must be called at the end.
func (t *turns) enter(ctx context.Context, match int64) (leave func(), err error) {
	endWait, err := beginWait(ctx)
	if err != nil {
		return nil, err
	}
	defer endWait()
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
