package lead_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/lead"
)

// leadPatience is how long it may take on a busy machine until the next process leads.
const leadPatience = time.Minute

// Short names for the helpers of dbtest.
var (
	fresh, open, count = dbtest.FreshURL, dbtest.OpenHouse, dbtest.SelectNumber
)

// process is a process that may lead.
type process struct {
	*db.DB
	*lead.Session
}

func begin(t *testing.T, url string) process {
	t.Helper()
	d := open(t, url)
	s := lead.NewSession(d.Pool().Config().ConnConfig, slog.New(slog.DiscardHandler))
	t.Cleanup(s.Close)
	return process{d, s}
}

type held struct {
	ask     func(context.Context) error
	release func()
}

// wants asks for a lock in the background.
func wants(t *testing.T, p process, name string) <-chan held {
	t.Helper()
	got := make(chan held, 1)
	go func() {
		ask, release, err := p.Lock(t.Context(), name)
		if err == nil {
			got <- held{ask, release}
		}
	}()
	return got
}

func soon(t *testing.T, got <-chan held) held {
	t.Helper()
	select {
	case h := <-got:
		return h
	case <-time.After(leadPatience):
		t.Fatal("nobody leads")
	}
	return held{}
}

func TestOneLeadsAndTheNextFollows(t *testing.T) {
	url := fresh(t)
	first, second := begin(t, url), begin(t, url)
	one := soon(t, wants(t, first, "clock"))
	waiting := wants(t, second, "clock")
	soon(t, wants(t, second, "mailbox")).release() // another lock is independent of the first
	select {
	case <-waiting:
		t.Fatal("two lead")
	case <-time.After(1500 * time.Millisecond):
	}
	if err := one.ask(t.Context()); err != nil {
		t.Errorf("who leads does not: %v", err)
	}
	if by, err := lead.FindLeader(t.Context(), second.Pool(), "clock"); err != nil || by == "" {
		t.Errorf("led by %q: %v", by, err)
	}
	one.release()
	two := soon(t, waiting)
	if one.ask(t.Context()) == nil || two.ask(t.Context()) != nil {
		t.Error("the one who gave it up leads, or the one who follows does not")
	}
	two.release()
	soon(t, wants(t, first, "clock")).release() // and back again
	if by, err := lead.FindLeader(t.Context(), second.Pool(), "clock"); err != nil || by != "" {
		t.Errorf("led by %q: %v", by, err)
	}
}

func TestWhoLosesTheSessionLeadsNoMore(t *testing.T) {
	url := fresh(t)
	first, second := begin(t, url), begin(t, url)
	one := soon(t, wants(t, first, "clock"))
	waiting := wants(t, second, "clock")
	if n := count(t, second.DB, "select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1) t",
		leaderOf(t, second.DB)+" beats"); n != 1 {
		t.Fatalf("%d sessions ended", n)
	}
	two := soon(t, waiting)
	// An answer of the server is trusted for two heartbeats.
	for end := time.Now().Add(time.Minute); one.ask(t.Context()) == nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("who lost it knows nothing of that")
		}
	}
	one.release() // another process holds it by now
	if two.ask(t.Context()) != nil || leaderOf(t, first.DB) == "" {
		t.Error("the release of one who lost it took it from another")
	}
}

// leaderOf returns who leads the clock.
func leaderOf(t *testing.T, d *db.DB) string {
	t.Helper()
	by, err := lead.FindLeader(t.Context(), d.Pool(), "clock")
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// Three processes take turns at leading while their sessions are ended again and again.
func TestLeadersTakeTurns(t *testing.T) {
	url := fresh(t)
	watcher := open(t, url)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var mu sync.Mutex
	led := map[int]int{}
	for i := range 3 {
		p := begin(t, url)
		all.Go(func() {
			p.Lead(ctx, "clock", func(ctx context.Context, held func(context.Context) error) {
				if held(ctx) == nil {
					mu.Lock()
					led[i]++
					mu.Unlock()
				}
				<-ctx.Done()
			})
		})
	}
	turns := func() (n int) {
		mu.Lock()
		defer mu.Unlock()
		for _, times := range led {
			n += times
		}
		return n
	}
	for want := 1; want <= 4; want++ {
		for end := time.Now().Add(leadPatience); turns() < want; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d turns, not %d", turns(), want)
			}
		}
		_ = count(t, watcher, "select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1) t", leaderOf(t, watcher)+" beats")
	}
	stop()
	all.Wait()
	// Postgres ends a session a moment after its client has closed it.
	for end := time.Now().Add(leadPatience); leaderOf(t, watcher) != ""; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("all have gone, and %q leads", leaderOf(t, watcher))
		}
	}
}
