package db_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// crowd is a set of commands at different matches. They wait to be written because both places for batches
// are taken by two of them, whose matches another process has locked.
type crowd struct {
	t       *testing.T
	d       *db.DB
	matches []int64
	held    []error // how the first two ended
	open    func()  // releases the locks
	ended   chan int
	coming  sync.WaitGroup // the commands that are not decided yet
}

// gather locks the first two matches, and those named in more, and starts commands at the first two.
func gather(t *testing.T, d *db.DB, n int, more ...int) *crowd {
	c := &crowd{t: t, d: d, held: make([]error, 2), ended: make(chan int, 2)}
	for range n {
		c.matches = append(c.matches, match(t, d))
	}
	c.coming.Add(n)
	ids := c.matches[:2:2]
	for _, i := range more {
		ids = append(ids, c.matches[i])
	}
	tx, err := d.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "select from matches where id = any($1) for update", ids); err != nil {
		t.Fatal(err)
	}
	c.open = func() {
		if err := tx.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	}
	for i := range c.held {
		go func() { c.held[i] = c.deed(i); c.ended <- i }()
	}
	await(t, "two deeds wait", func() bool {
		return count(t, d, "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()") >= 2
	})
	return c
}

// deed is a command: a move and a receipt in answer to a letter. All commands after the first two are decided
// before any of them is written.
func (c *crowd) deed(i int) error {
	var first sync.Once
	return c.d.Play(c.t.Context(), letter(fmt.Sprint("letter ", i)), c.matches[i], func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: fmt.Sprint("receipt:", i), Address: "ana@example.org", Purpose: "receipt", Params: []byte("{}")})
		err := move(tx, c.matches[i])
		first.Do(c.coming.Done)
		if i >= 2 {
			c.coming.Wait()
		}
		return err
	})
}

// rest starts the other commands at once, and returns how the first n of them ended.
func (c *crowd) rest(n int) map[int]error {
	type end struct {
		i   int
		err error
	}
	ends, got := make(chan end, len(c.matches)), map[int]error{}
	for i := 2; i < len(c.matches); i++ {
		go func() { ends <- end{i, c.deed(i)} }()
	}
	late := time.After(time.Minute)
	for len(got) < n {
		select {
		case e := <-ends:
			got[e.i] = e.err
		case <-late:
			c.t.Fatalf("only %d deeds ended: %v", len(got), got)
		}
	}
	go func() {
		for e := range ends {
			c.ended <- e.i
		}
	}()
	return got
}

func TestDeedsAtDifferentMatchesAreWrittenTogether(t *testing.T) {
	d := open(t, fresh(t))
	c := gather(t, d, 14)
	for i, err := range c.rest(12) {
		if err != nil {
			t.Errorf("deed %d: %v", i, err)
		}
	}
	if len(c.ended) > 0 {
		t.Error("a match that another process holds was changed")
	}
	if letters, writes := count(t, d, "select count(*) from letters"), count(t, d, "select count(distinct xmin::text) from letters"); letters != 12 || writes >= letters {
		t.Errorf("%d letters in %d transactions", letters, writes)
	}
	c.open()
	<-c.ended
	<-c.ended
	if err := errors.Join(c.held...); err != nil {
		t.Error(err)
	}
	for _, id := range c.matches {
		sameFold(t, d, id)
	}
	if n := count(t, d, "select count(*) from outbox where purpose = 'receipt'"); n != 14 {
		t.Errorf("%d receipts", n)
	}
}

func TestOneBadDeedHoldsNobodyUp(t *testing.T) {
	url := fresh(t)
	d, other := open(t, url), open(t, url)
	c := gather(t, d, 12, 6)
	seen, noted := letter("letter 3"), *letter("letter 3").Letter
	noted.State = model.LetterSetAside
	if err := d.NoteLetter(t.Context(), noted, seen.Now); err != nil {
		t.Fatal(err)
	}
	play(t, other, operator(), c.matches[4], func(tx *db.Tx) error { return move(tx, c.matches[4]) })
	play(t, other, operator(), 0, func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: "receipt:5", Address: "bo@example.org", Purpose: "receipt", Params: []byte("{}")})
		return nil
	})
	before := count(t, d, "select seq from matches where id = $1", c.matches[4])
	got := c.rest(9)
	for i := 2; i < 12; i++ {
		err, ended := got[i]
		switch {
		case i == 6 && ended:
			t.Errorf("a match that another process holds was changed: %v", err)
		case i == 6:
		case !ended:
			t.Errorf("deed %d waits", i)
		case i == 3 && !errors.Is(err, model.ErrSeen):
			t.Errorf("a letter that was seen: %v", err)
		case i != 3 && err != nil:
			t.Errorf("deed %d: %v", i, err)
		}
	}
	if n := count(t, d, "select seq from matches where id = $1", c.matches[4]); n <= before {
		t.Error("the match that another process changed stands still")
	}
	c.open()
	for range 3 {
		<-c.ended
	}
	if n := count(t, d, "select count(*) from outbox where purpose = 'receipt'"); n != 11 { // the letter that was seen before has none
		t.Errorf("%d receipts", n)
	}
	for _, id := range c.matches {
		sameFold(t, d, id)
	}
}
