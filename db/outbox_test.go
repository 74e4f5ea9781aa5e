package db_test

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

func TestADutyIsToldOnce(t *testing.T) {
	d := open(t, fresh(t))
	first := queue(t, d, "k")
	id := count(t, d, "select length(message_id) from outbox")
	if again := queue(t, d, "k"); again != first || count(t, d, "select count(*) from outbox") != 1 {
		t.Errorf("queued twice: %d and %d", first, again)
	}
	if id == 0 || count(t, d, "select count(*) from outbox where message_id ~ '^<[a-z0-9.]+@pit.localhost>$'") != 1 {
		t.Error("the Message-ID is none that every mail program reads back")
	}
}

func together(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

func TestWhatIsDueIsTakenByOne(t *testing.T) {
	url := fresh(t)
	houses := []*db.DB{open(t, url), open(t, url)}
	id := match(t, houses[0])
	for round := range 10 {
		due := model.Due{Owner: model.DueOfMatch, ID: id, Seat: 1, What: model.DueDeadline, At: noon.Add(time.Duration(round) * time.Minute)}
		play(t, houses[0], operator(), 0, func(tx *db.Tx) error { tx.SetDue(due); return nil })
		var taken atomic.Int32
		together(2, func(i int) {
			play(t, houses[i], operator(), 0, func(tx *db.Tx) error {
				mine, err := tx.TakeDue(due)
				if mine {
					taken.Add(1)
				}
				return err
			})
		})
		if taken.Load() != 1 {
			t.Fatalf("taken %d times", taken.Load())
		}
	}
}

func TestClocksAreCredited(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err != nil {
			return err
		}
		stopped := noon
		table.SetClock(model.Clock{Seat: 0, Step: 1, Began: noon, Soft: noon, Due: noon})
		table.SetClock(model.Clock{Seat: 1, Step: 1, Began: noon, Soft: noon, Due: noon, StoppedAt: &stopped, StoppedWhy: "pause"})
		tx.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 0, What: model.DueDeadline, At: noon.Add(time.Hour)})
		tx.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 0, What: model.DueLapse, At: noon.Add(time.Hour)})
		return nil
	})
	credit(t, d, 90*time.Minute)
	for sql, want := range map[string]int{
		"select count(*) from clocks where seat = 0 and due = $1::timestamptz + interval '90 minutes' and soft = due and began = due": 1,
		"select count(*) from clocks where seat = 1 and due = $1":                                                                     1,
		"select count(*) from due where what = 'deadline' and at = $1::timestamptz + interval '150 minutes'":                          1,
		"select count(*) from due where what = 'lapse' and at = $1::timestamptz + interval '1 hour'":                                  1,
	} {
		if n := count(t, d, sql, noon); n != want {
			t.Errorf("%s: %d", sql, n)
		}
	}
}

func TestAway(t *testing.T) {
	for _, err := range []error{io.EOF, fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), context.DeadlineExceeded} {
		if !db.IsDatabaseAway(err) {
			t.Errorf("%v is no sign of a database that is away", err)
		}
	}
	if db.IsDatabaseAway(model.ErrSeen) || db.IsDatabaseAway(nil) {
		t.Error("away for no reason")
	}
}
