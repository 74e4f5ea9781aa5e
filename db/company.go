package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

const (
	// underMost is how long a pile counts as under way: one that waits for a lock, which a frozen
	// process may hold, keeps nobody else from going.
	underMost = 200 * time.Millisecond
	// pileMost is the most members of a pile.
	pileMost = 32
)

// errAlone says that a pile failed, and each of its members is to go alone.
var errAlone = errors.New("they cannot go together")

// company lets those who come while others are under way go together. Nobody waits for
// company: who comes goes at once, unless as many piles are under way as may be, and those
// who come meanwhile are the next pile.
type company struct {
	most int // piles under way at once: while one waits, another is worked at
	// together takes a pile of several on its way, led by its first, and says for all how it went.
	together func(pile []*member) error

	mu      sync.Mutex
	busy    int
	waiting []*member
}

// member is one who wants to go: alone, or in a pile that they lead or are told of.
type member struct {
	ctx   context.Context
	what  any
	alone func() error
	lead  chan []*member
	done  chan error
}

// send takes one on its way, alone or with others. An error that is another's is not given to
// this one: it then goes once more, alone.
func (c *company) send(ctx context.Context, what any, alone func() error) error {
	defer waits(ctx)()
	c.mu.Lock()
	if c.busy < c.most {
		c.busy++
		c.mu.Unlock()
		defer c.under()()
		return alone()
	}
	m := &member{ctx, what, alone, make(chan []*member, 1), make(chan error, 1)}
	c.waiting = append(c.waiting, m)
	c.mu.Unlock()
	err := c.wait(m)
	if errors.Is(err, errAlone) {
		err = alone()
	}
	return err
}

// wait waits until it is done, and leads the pile if it falls to this one.
func (c *company) wait(m *member) error {
	gone := m.ctx.Done()
	for {
		select {
		case err := <-m.done:
			return err
		case pile := <-m.lead:
			return c.leads(pile)
		case <-gone:
			if c.leave(m) {
				return m.ctx.Err()
			}
			gone = nil // it is under way: how that ends must be known
		}
	}
}

// allow sets how many piles may be under way. Further ones begin with those who come next.
func (c *company) allow(most int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.most = most
}

// leave takes one out that is in no pile yet.
func (c *company) leave(m *member) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.Index(c.waiting, m)
	if at >= 0 {
		c.waiting = slices.Delete(c.waiting, at, at+1)
	}
	return at >= 0
}

// under gives a place among the piles under way back, at the end or after a while.
func (c *company) under() (end func()) {
	var once sync.Once
	late := time.AfterFunc(underMost, func() { once.Do(c.next) })
	return func() {
		late.Stop()
		once.Do(c.next)
	}
}

// next lets those who wait go, led by the first of them.
func (c *company) next() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		c.busy--
		return
	}
	n := min(len(c.waiting), pileMost)
	pile := slices.Clone(c.waiting[:n])
	c.waiting = slices.Delete(c.waiting, 0, n)
	pile[0].lead <- pile
}

// leads takes a pile on its way and tells each how it went; it returns what its first is told.
func (c *company) leads(pile []*member) error {
	defer c.under()()
	if len(pile) == 1 {
		return pile[0].alone()
	}
	err := c.together(pile)
	for _, m := range pile[1:] {
		m.done <- err
	}
	return err
}
