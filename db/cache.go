package db

import (
	"container/list"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// cached is a match with all that belongs to it, as it stood after a transaction.
type cached struct {
	row    model.Match
	seats  []model.Seat
	match  *engine.Match
	clocks []model.Clock
	plans  map[int][]model.Plan
}

// work makes a table of it to work on. What is only ever replaced is shared.
func (k *cached) work() *tableWork {
	t := &model.Table{Row: k.row, Seats: slices.Clone(k.seats), Match: k.match, Clocks: k.clocks, Plans: k.plans}
	return &tableWork{Table: t, before: *k}
}

// cached is a table as its transaction left it: of row and seats only what was
// saved.
func (t *tableWork) cached() *cached {
	k := &cached{row: t.before.row, seats: t.before.seats, match: t.Match, clocks: t.Clocks, plans: t.Plans}
	if t.save {
		k.row, k.seats = t.Row, t.Seats
		k.row.CreatedAt = model.Micro(k.row.CreatedAt)
		k.row.StartedAt, k.row.EndedAt, k.row.Note = model.MicroAt(k.row.StartedAt), model.MicroAt(k.row.EndedAt), Clean(k.row.Note)
		for i := range k.seats {
			s := &k.seats[i]
			s.Stopped, s.Invited, s.Reminded, s.Bank = model.MicroAt(s.Stopped), model.MicroAt(s.Invited), model.MicroAt(s.Reminded), s.Bank.Truncate(time.Microsecond)
			s.Name, s.Address, s.Salt = Clean(s.Name), Fit(s.Address), Clean(s.Salt)
		}
	}
	k.row.Seq, k.row.Version = t.Row.Seq, t.Row.Version
	return k
}

// cache keeps matches between moves. A match is taken out while it is used and
// put back only after its transaction committed, so a failure simply forgets
// it. Its version says whether it is still what the database has.
type cache struct {
	mu    sync.Mutex
	most  int
	order *list.List // of entry, newest first
	byID  map[int64]*list.Element
}

type entry struct {
	id int64
	*cached
}

func newCache(most int) *cache {
	return &cache{most: most, order: list.New(), byID: map[int64]*list.Element{}}
}

func (c *cache) take(id int64) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byID[id]
	if !ok {
		return nil
	}
	delete(c.byID, id)
	return c.order.Remove(e).(entry).cached
}

func (c *cache) put(id int64, k *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.byID[id]; ok {
		c.order.Remove(old)
	}
	c.byID[id] = c.order.PushFront(entry{id, k})
	if c.order.Len() > c.most {
		delete(c.byID, c.order.Remove(c.order.Back()).(entry).id)
	}
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
