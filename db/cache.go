package db

import (
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"pitpost.example/model"
)

// workOn returns a table to work on from one that was read. Only the seats are copied, because only they are
// changed in place.
func workOn(k *model.Table) *tableWork {
	t := *k
	t.Seats = slices.Clone(k.Seats)
	return &tableWork{Table: &t, before: *k}
}

// cached returns the table as a read after this transaction would return it: with times cut to microseconds
// and texts cleaned.
func (t *tableWork) cached() *model.Table {
	k := *t.Table
	k.Row.CreatedAt = model.TruncateMicro(k.Row.CreatedAt)
	k.Row.StartedAt, k.Row.EndedAt, k.Row.Note = model.TruncateMicroAt(k.Row.StartedAt), model.TruncateMicroAt(k.Row.EndedAt), CleanText(k.Row.Note)
	for i := range k.Seats {
		s := &k.Seats[i]
		s.Stopped, s.Invited, s.Reminded, s.Bank = model.TruncateMicroAt(s.Stopped), model.TruncateMicroAt(s.Invited), model.TruncateMicroAt(s.Reminded), s.Bank.Truncate(time.Microsecond)
		s.Name, s.Address, s.Salt = CleanText(s.Name), model.FitKey(s.Address), CleanText(s.Salt)
	}
	return &k
}

// cachedMost is how many matches a process keeps in memory.
const cachedMost = 2000

// cache keeps matches in memory between commands. A match is taken out while it is used and put back only
// after its transaction has committed, so after a failure it is simply read again. Its version tells whether
// it is still what the database has.
type cache struct {
	mu      sync.Mutex
	matches *simplelru.LRU[int64, *model.Table]
}

func (c *cache) take(id int64) *model.Table {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, _ := c.matches.Peek(id)
	c.matches.Remove(id)
	return k
}

// put caches a match. If there are too many, it drops the one that was not played for longest, which will be
// read again when it is.
func (c *cache) put(id int64, k *model.Table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.matches.Add(id, k)
}
