package db

import (
	"container/list"
	"errors"
	"io"
	"sync"

	"pitpost/engine"
)

// cache keeps folded matches between moves. A match is taken out while it is
// used and put back only after its transaction committed, so a failure simply
// forgets it; it is checked by the number of its last fact.
type cache struct {
	mu    sync.Mutex
	most  int
	order *list.List // of *engine.Match by id, newest first
	byID  map[int64]*list.Element
}

type cached struct {
	id    int64
	match *engine.Match
}

func newCache(most int) *cache {
	return &cache{most: most, order: list.New(), byID: map[int64]*list.Element{}}
}

func (c *cache) take(id int64) *engine.Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byID[id]
	if !ok {
		return nil
	}
	delete(c.byID, id)
	return c.order.Remove(e).(cached).match
}

func (c *cache) put(id int64, m *engine.Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.byID[id]; ok {
		c.order.Remove(old)
	}
	c.byID[id] = c.order.PushFront(cached{id, m})
	if c.order.Len() > c.most {
		last := c.order.Back()
		delete(c.byID, c.order.Remove(last).(cached).id)
	}
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
