package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// underWay is how many piles are written at once: while one waits for the disk, another
	// is worked at.
	underWay = 2
	// underMost is how long a pile counts as under way: one that waits for a lock, which a frozen
	// process may hold, keeps nobody else from writing.
	underMost = 200 * time.Millisecond
	// pileMost is the most deeds of a pile.
	pileMost = 32
	// lockMost is how long a pile of several waits for a lock; they are then written one by one.
	lockMost = "300ms"
	// lastWish is how long a pile is still waited for when the one who writes it is to end.
	lastWish = 5 * time.Second
)

// errAlone says that a pile failed, and each deed is to be written alone.
var errAlone = errors.New("the deeds cannot be written together")

// joint writes deeds at different matches that are decided at the same time in one
// transaction. Nobody waits for company: a deed is written at once unless as many piles are
// under way as may be, and those that come meanwhile are the next pile.
type joint struct {
	mu      sync.Mutex
	busy    int
	waiting []*entry
}

// entry is a deed that waits to be written: to lead a pile, or to be told how it went.
type entry struct {
	w    *Work
	lead chan []*entry
	done chan error
}

// write writes a deed, alone or with others. An error that is another deed's is not given to
// this one: it is then written once more, alone.
func (j *joint) write(w *Work) error {
	w.conn.Release() // for those who have something to ask
	j.mu.Lock()
	if j.busy < underWay {
		j.busy++
		j.mu.Unlock()
		defer j.under()()
		return w.penned(w.ctx, w.alone)
	}
	e := &entry{w, make(chan []*entry, 1), make(chan error, 1)}
	j.waiting = append(j.waiting, e)
	j.mu.Unlock()
	err := j.wait(e)
	if errors.Is(err, errAlone) {
		err = w.penned(w.ctx, w.alone)
	}
	return err
}

// penned writes with a connection that is there for that.
func (w *Work) penned(ctx context.Context, do func() error) error {
	conn, err := w.db.pens.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	w.conn = conn
	return do()
}

// wait waits until the deed is written, and writes the pile if it falls to it.
func (j *joint) wait(e *entry) error {
	gone := e.w.ctx.Done()
	for {
		select {
		case err := <-e.done:
			return err
		case pile := <-e.lead:
			return j.together(pile)
		case <-gone:
			if j.leave(e) {
				return e.w.ctx.Err()
			}
			gone = nil // it is being written: how that ends must be known
		}
	}
}

// leave takes a deed out that is in no pile yet.
func (j *joint) leave(e *entry) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	at := slices.Index(j.waiting, e)
	if at >= 0 {
		j.waiting = slices.Delete(j.waiting, at, at+1)
	}
	return at >= 0
}

// newPens are the connections by which deeds are written. What they say is the same again
// and again, and planned once.
func newPens(ctx context.Context, like *pgxpool.Config) (*pgxpool.Pool, error) {
	config := like.Copy()
	config.MaxConns = 2 * underWay
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	return pgxpool.NewWithConfig(ctx, config)
}

// under gives a place among the piles under way back, at the end or after a while.
func (j *joint) under() (end func()) {
	var once sync.Once
	late := time.AfterFunc(underMost, func() { once.Do(j.next) })
	return func() {
		late.Stop()
		once.Do(j.next)
	}
}

// next lets those who wait be written, by the first of them.
func (j *joint) next() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.waiting) == 0 {
		j.busy--
		return
	}
	n := min(len(j.waiting), pileMost)
	pile := slices.Clone(j.waiting[:n])
	j.waiting = slices.Delete(j.waiting, 0, n)
	pile[0].lead <- pile
}

// together writes a pile and tells each deed how it went; it returns what the first is told.
func (j *joint) together(pile []*entry) error {
	defer j.under()()
	first := pile[0].w
	if len(pile) == 1 {
		return first.penned(first.ctx, first.alone)
	}
	// Who writes may be about to end; the others' letters are no worse for it.
	ctx, cancel := context.WithCancel(context.WithoutCancel(first.ctx))
	defer cancel()
	defer context.AfterFunc(first.ctx, func() { time.AfterFunc(lastWish, cancel) })()
	deeds := make([]*Work, len(pile))
	for i, e := range pile {
		deeds[i] = e.w
	}
	err := first.penned(ctx, func() error { return first.db.pileUp(deeds, newNotice).send(ctx, first.conn, false) })
	if err != nil && ctx.Err() == nil && !Away(err) {
		err = errAlone // nothing was written: the server said so
	}
	for _, e := range pile[1:] {
		e.done <- err
	}
	return err
}
