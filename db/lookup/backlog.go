package lookup

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
)

// Queue is how something that waits stands.
type Queue struct {
	Waiting int
	Late    time.Duration // since the one most overdue was to be done; 0 while none is
	Oldest  time.Duration // since the one that waits longest was queued
}

// Backlog is how queues and clocks stand at a moment. Reading it costs one round trip and
// as much work as there is waiting, whatever the house has sent and played before.
type Backlog struct {
	Outbox map[string]Queue // letters out, by state: queued, written
	Calls  Queue            // of webhooks
	// HooksFailing are webhooks that no call got through to of late.
	HooksFailing int
	DueLate      map[string]int // what is overdue, by kind; all of seasons as one
	MostLate     time.Duration
	// Skew is how far our clock is ahead of the database's; below 0 it is behind.
	Skew time.Duration
}

// dueKind is how what is due is counted.
const dueKind = "case owner when 'season' then owner else what end"

// BacklogAt says how queues and clocks stand at now. Each question is answered from an index that
// holds only what waits, or a table of few rows.
func BacklogAt(ctx context.Context, d *db.DB, now time.Time) (*Backlog, error) {
	since := func(at *time.Time) time.Duration {
		if at == nil {
			return 0
		}
		return max(0, now.Sub(*at))
	}
	s := &Backlog{Outbox: map[string]Queue{}, DueLate: map[string]int{}}
	var asked, theirs time.Time
	var name string
	var n int
	var first, second *time.Time
	b := &pgx.Batch{}
	each := func(into []any, do func(), sql string, args ...any) { b.Queue(sql, args...).Query(db.Into(into, do)) }
	all := []any{&name, &n, &first, &second}
	queue := func() Queue { return Queue{n, since(first), since(second)} }
	each([]any{&theirs}, func() { s.Skew = asked.Add(time.Since(asked) / 2).Sub(theirs) }, "select clock_timestamp()")
	each(all, func() { s.Outbox[name] = queue() },
		"select state::text, count(*), min(next_at), min(queued_at) from outbox where state in ('queued', 'written') group by state")
	each(all, func() { s.Calls = queue() }, "select '', count(*), min(next_at), min(queued_at) from webhook_calls where state = 'queued'")
	each([]any{&s.HooksFailing}, func() {}, "select count(*) from webhooks where off = '' and failing_at is not null")
	each(all[:3], func() {
		s.DueLate[name] = n
		s.MostLate = max(s.MostLate, since(first))
	}, "select "+dueKind+", count(*), min(at) from due where at <= $1 group by 1", now)
	conn, err := d.Pool().Acquire(ctx) // not to count the wait for one as skew
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	asked = time.Now()
	if err := conn.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("how the queues stand: %w", err)
	}
	return s, nil
}

// Sizes are figures whose reading goes through whole tables.
type Sizes struct {
	Matches map[string]int // by phase
	Due     map[string]int // by kind, all of seasons as one, whenever it is due
	Bytes   int64          // of the database on disk
	SentDay int            // letters that left in the last 24 hours
}

// SizesAt says how large the house is. It takes about half a second for a million matches.
func SizesAt(ctx context.Context, d *db.DB, now time.Time) (*Sizes, error) {
	var s Sizes
	var err error
	if s.Matches, err = db.Pairs[string, int](ctx, d, "select phase, count(*) from matches group by phase"); err != nil {
		return nil, err
	}
	if s.Due, err = db.Pairs[string, int](ctx, d, "select "+dueKind+", count(*) from due group by 1"); err != nil {
		return nil, err
	}
	if s.SentDay, err = SentSince(ctx, d, now.Add(-24*time.Hour)); err != nil {
		return nil, err
	}
	s.Bytes, err = db.Value[int64](ctx, d, "select pg_database_size(current_database())")
	return &s, err
}

// SentSince counts the letters that left since a time.
func SentSince(ctx context.Context, d *db.DB, t time.Time) (int, error) {
	return db.Value[int](ctx, d, "select count(*) from outbox where state = 'sent' and sent_at > $1 and purpose <> 'ping'", t)
}

// CameSince counts the letters that came since a time, by what became of them.
func CameSince(ctx context.Context, d *db.DB, t time.Time) (map[string]int, error) {
	return db.Pairs[string, int](ctx, d, "select state::text, count(*) from letters where received_at > $1 group by state", t)
}
