package db_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// queue makes a letter a duty, and gives its number.
func queue(tb testing.TB, d *db.DB, key string) int64 {
	tb.Helper()
	play(tb, d, operator(), 0, func(w *db.Work) error {
		w.Queue(model.Notice{Key: key, Purpose: "note", Address: "ana@example.org", Params: json.RawMessage("{}")})
		return nil
	})
	return int64(count(tb, d, "select id from outbox where key = $1", key))
}

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
		play(t, houses[0], operator(), 0, func(w *db.Work) error { w.SetDue(due); return nil })
		var taken atomic.Int32
		together(2, func(i int) {
			play(t, houses[i], operator(), 0, func(w *db.Work) error {
				mine, err := w.TakeDue(due)
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
	play(t, d, operator(), id, func(w *db.Work) error {
		table, err := w.Table(id)
		if err != nil {
			return err
		}
		stopped := noon
		w.SetClock(table, model.Clock{Seat: 0, Step: 1, Began: noon, Soft: noon, Due: noon})
		w.SetClock(table, model.Clock{Seat: 1, Step: 1, Began: noon, Soft: noon, Due: noon, StoppedAt: &stopped, StoppedWhy: "pause"})
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 0, What: model.DueDeadline, At: noon.Add(time.Hour)})
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 0, What: model.DueLapse, At: noon.Add(time.Hour)})
		return nil
	})
	if err := d.CreditClocks(t.Context(), noon, 90*time.Minute); err != nil {
		t.Fatal(err)
	}
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

// postman is the work of a process that marks letters as sent whenever it is told of some.
func postman(tb testing.TB, d *db.DB) db.Workers {
	tell := make(chan struct{}, 1)
	tb.Cleanup(func() { close(tell) })
	go func() {
		for range tell {
			_ = deliver(d) // where the database is away it is told again
		}
	}()
	return db.Workers{Mail: func() {
		select {
		case tell <- struct{}{}:
		default:
		}
	}}
}

// deliver sends all that is due.
func deliver(d *db.DB) error {
	for {
		b, err := d.ClaimMail(context.Background(), db.MailAsk{Now: noon, Most: 10})
		if err != nil || b == nil {
			return err
		}
		for _, n := range b.Letters {
			b.Write(n, n.Address, []byte("bytes"), nil)
		}
		if err := b.Commit(context.Background()); err != nil {
			return err
		}
		for _, n := range b.Letters {
			if err := d.Sent(context.Background(), n.ID, "250", noon); err != nil {
				return err
			}
		}
	}
}

func work(tb testing.TB, d *db.DB, w db.Workers) *db.Jobs {
	tb.Helper()
	jobs := d.Work(tb.Context(), w)
	tb.Cleanup(func() { stop(tb, jobs) })
	return jobs
}

func stop(tb testing.TB, jobs *db.Jobs) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := jobs.Stop(ctx); err != nil && !strings.Contains(err.Error(), "not started") {
		tb.Error(err)
	}
}

func await(tb testing.TB, what string, done func() bool) {
	tb.Helper()
	for giveUp := time.Now().Add(time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(giveUp) {
			tb.Fatalf("waited in vain until %s", what)
		}
	}
}

func TestWhoeverSendsIsToldOfLetters(t *testing.T) {
	d := open(t, fresh(t))
	before := queue(t, d, "before") // nobody is at work
	jobs := work(t, d, postman(t, d))
	sent := func(id int64) bool {
		return count(t, d, "select count(*) from outbox where state = 'sent' and id = $1", id) == 1
	}
	if sent(before) {
		t.Error("a letter that nobody was told of was sent")
	}
	if err := jobs.Catch(t.Context(), noon); err != nil {
		t.Fatal(err)
	}
	await(t, "a letter of before is found", func() bool { return sent(before) })
	after := queue(t, d, "after")
	await(t, "a letter is sent as soon as it is queued", func() bool { return sent(after) })
}

func TestWhatADeadProcessHeldIsTakenOver(t *testing.T) {
	url := fresh(t)
	dead, alive := open(t, url), open(t, url)
	id := queue(t, dead, "k")
	held := work(t, dead, db.Workers{})
	hold(t, dead, id)
	other := work(t, alive, postman(t, alive))
	if err := other.Catch(t.Context(), noon); err != nil {
		t.Fatal(err)
	}
	if n := count(t, alive, "select count(*) from outbox where next_at > $1 and id = $2", noon, id); n != 1 {
		t.Error("a letter was taken out of the hands of a process that lives")
	}
	// A process that is gone has no session.
	stop(t, held)
	dead.Close()
	await(t, "its sessions end", func() bool {
		return count(t, alive, "select count(*) from pg_stat_activity where application_name like (select holder from outbox) || '%'") == 0
	})
	if err := other.Catch(t.Context(), noon); err != nil {
		t.Fatal(err)
	}
	await(t, "the other sends it", func() bool { return count(t, alive, "select count(*) from outbox where state = 'sent'") == 1 })
}

func TestJobsOutliveTheirSessions(t *testing.T) {
	url := fresh(t)
	d := open(t, url)
	jobs := work(t, d, postman(t, d))
	// Of its own, since the pool may be down to the one session that would ask.
	axe, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer axe.Close(context.Background())
	for i := range 3 {
		await(t, "a session is cut", func() bool {
			var n int
			cut := "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
			if err := axe.QueryRow(t.Context(), cut).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n > 0
		})
		// The pool finds out about dead sessions one by one.
		await(t, "the database is reached again", func() bool {
			err := d.Ping(t.Context())
			if err != nil && !db.Away(err) {
				t.Errorf("a session that was cut: %v", err)
			}
			return err == nil
		})
		var id int64
		await(t, "a letter is queued", func() bool {
			err := d.Play(t.Context(), operator(), 0, func(w *db.Work) error {
				w.Queue(model.Notice{Key: fmt.Sprint(i), Purpose: "note", Params: json.RawMessage("{}")})
				return nil
			})
			return err == nil
		})
		await(t, "it is sent", func() bool {
			if err := jobs.Catch(t.Context(), noon); err != nil && !db.Away(err) {
				t.Error(err)
			}
			err := d.Pool().QueryRow(t.Context(), "select id from outbox where key = $1 and state = 'sent'", fmt.Sprint(i)).Scan(&id)
			return err == nil
		})
	}
}

func TestAway(t *testing.T) {
	for _, err := range []error{io.EOF, fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), context.DeadlineExceeded} {
		if !db.Away(err) {
			t.Errorf("%v is no sign of a database that is away", err)
		}
	}
	if db.Away(db.ErrSeen) || db.Away(nil) {
		t.Error("away for no reason")
	}
}
