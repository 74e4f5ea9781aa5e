package lookup

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
)

// Queue tells how much waits in a queue and for how long.
type Queue struct {
	Waiting int
	Late    time.Duration // how overdue the most overdue one is; 0 if none is
	Oldest  time.Duration // how long ago the oldest was queued
}

// Backlog is the state of the queues and clocks at one moment. Reading it takes one round trip and time in
// proportion to what waits, whatever the house has sent and played before.
type Backlog struct {
	Outbox map[string]Queue // letters out that wait, by state: queued or written
	Calls  Queue            // webhook calls
	// HooksFailing is how many webhooks did not take the last call made to them.
	HooksFailing int
	DueLate      map[string]int // how many due rows are overdue, by kind; those of seasons are one kind
	MostLate     time.Duration
	// Skew is how far our clock is ahead of the database's; negative if it is behind.
	Skew time.Duration
}

// dueKind is the kind by which due rows are counted.
const dueKind = "case owner when 'season' then owner else what end"

// ReadBacklog reads the backlog at now. Each query is answered from an index that holds only what waits, or
// from a table of few rows.
func ReadBacklog(ctx context.Context, d *db.DB, now time.Time) (*Backlog, error) {
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
	each := func(into []any, do func(), sql string, args ...any) {
		b.Queue(sql, args...).Query(db.ScanInto(into, do))
	}
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
	conn, err := d.Pool().Acquire(ctx) // acquired first, so that waiting for it does not count as skew
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

// Sizes holds figures that take scans of whole tables to read.
type Sizes struct {
	Matches map[string]int // by phase
	Due     map[string]int // all due rows, whatever their time, by kind; those of seasons are one kind
	Bytes   int64          // size of the database on disk
	SentDay int            // letters sent in the last 24 hours
}

// ReadTableSizes reads the sizes. It takes about half a second for a million matches.
func ReadTableSizes(ctx context.Context, d *db.DB, now time.Time) (*Sizes, error) {
	var s Sizes
	var err error
	if s.Matches, err = db.QueryPairs[string, int](ctx, d, "select phase, count(*) from matches group by phase"); err != nil {
		return nil, err
	}
	if s.Due, err = db.QueryPairs[string, int](ctx, d, "select "+dueKind+", count(*) from due group by 1"); err != nil {
		return nil, err
	}
	if s.SentDay, err = CountLettersSent(ctx, d, now.Add(-24*time.Hour)); err != nil {
		return nil, err
	}
	s.Bytes, err = db.QueryValue[int64](ctx, d, "select pg_database_size(current_database())")
	return &s, err
}

// CountLettersSent counts the letters sent since a time.
func CountLettersSent(ctx context.Context, d *db.DB, t time.Time) (int, error) {
	return db.QueryValue[int](ctx, d, "select count(*) from outbox where state = 'sent' and sent_at > $1 and purpose <> 'ping'", t)
}

// CountLettersIn counts the letters that came in since a time, by what became of them.
func CountLettersIn(ctx context.Context, d *db.DB, t time.Time) (map[string]int, error) {
	return db.QueryPairs[string, int](ctx, d, "select state::text, count(*) from letters where received_at > $1 group by state", t)
}
