package db_test

import (
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/engine/catalog"
)

// With 100,000 letters sent, 100,000 calls made and 100,000 things due later, asking how long the queues are
// must scan none of these tables.
func TestBacklogReadsOnlyWhatWaits(t *testing.T) {
	// One connection, so that its statistics cover everything that is asked.
	d, err := db.Open(t.Context(), fresh(t), catalog.FindGame, db.Options{Domain: "pit.localhost", Conns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	for _, sql := range []string{
		`insert into outbox (key, address, purpose, params, message_id, state, next_at, queued_at, sent_at)
			select 'k' || n, '', 'turn', '{}', 'm' || n, 'sent', now(), now(), now() from generate_series(1, 100000) n`,
		`insert into due (owner, owner_id, seat, what, at) select 'match', n, 0, 'deadline', now() + interval '1 day' from generate_series(1, 100000) n`,
		`insert into webhooks (scope, form, lang, host, url, made_at) values ('house', 'standard', 'en', 'example.org', '', now())`,
		`insert into webhook_calls (hook_id, match_id, since, upto, state, next_at, queued_at)
			select 1, n, 0, 1, 'sent', now(), now() from generate_series(1, 100000) n`,
		"analyze",
	} {
		if _, err := d.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	before := scans(t, d)
	best := time.Hour
	for range 5 {
		begun := time.Now()
		if _, err := lookup.ReadBacklog(t.Context(), d, time.Now()); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(begun))
	}
	for table, n := range scans(t, d) {
		if n != before[table] {
			t.Errorf("%s was read whole %d times", table, n-before[table])
		}
	}
	t.Logf("how the queues of 100,000 rows each stand: %s", best)
	if best > 200*time.Millisecond {
		t.Errorf("it takes %s", best)
	}
}

// scans returns how often each large table was read from end to end.
func scans(t *testing.T, d *db.DB) map[string]int {
	t.Helper()
	if _, err := d.Pool().Exec(t.Context(), "select pg_stat_force_next_flush()"); err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, table := range []string{"outbox", "due", "webhook_calls"} {
		var n int
		if err := d.Pool().QueryRow(t.Context(), "select coalesce(pg_stat_get_numscans($1::regclass), 0)", table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		out[table] = n
	}
	return out
}

// Each queue reports how many rows wait, how overdue the first is and how old the oldest is.
func TestBacklogOfQueuesThatWait(t *testing.T) {
	d := open(t, fresh(t))
	for _, sql := range []string{
		`insert into outbox (key, address, purpose, params, message_id, state, next_at, queued_at) values
			('a', '', 'turn', '{}', 'a', 'queued', now() - interval '10 minutes', now() - interval '1 hour'),
			('b', '', 'turn', '{}', 'b', 'queued', now() + interval '1 hour', now() - interval '2 hours'),
			('c', '', 'turn', '{}', 'c', 'written', now() + interval '1 hour', now()),
			('d', '', 'turn', '{}', 'd', 'sent', now() - interval '1 day', now() - interval '1 day')`,
		`insert into due (owner, owner_id, seat, what, of, at) values ('match', 1, 0, 'deadline', '', now() - interval '5 minutes'),
			('match', 2, 0, 'vote', 'kick', now() - interval '1 minute'), ('match', 3, 0, 'vote', 'draw', now() - interval '1 second'),
			('season', 1, 0, 'draw', '', now()), ('season', 1, 0, 'late', '', now() + interval '1 day'), ('match', 4, 0, 'deadline', '', now() + interval '1 day')`,
		`insert into webhooks (scope, form, lang, host, url, made_at, failing_at) values ('house', 'standard', 'en', 'example.org', '', now(), now())`,
		`insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) values (1, 1, 0, 1, now() - interval '3 minutes', now() - interval '4 minutes')`,
	} {
		if _, err := d.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	s, err := lookup.ReadBacklog(t.Context(), d, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want time.Duration) {
		t.Helper()
		if got < want || got > want+time.Minute {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	near("a letter overdue", s.Outbox["queued"].Late, 10*time.Minute)
	near("the oldest letter", s.Outbox["queued"].Oldest, 2*time.Hour)
	near("a call overdue", s.Calls.Late, 3*time.Minute)
	near("the oldest call", s.Calls.Oldest, 4*time.Minute)
	near("the most overdue", s.MostLate, 5*time.Minute)
	if s.Outbox["queued"].Waiting != 2 || s.Outbox["written"].Waiting != 1 || s.Outbox["written"].Late != 0 || len(s.Outbox) != 2 ||
		s.Calls.Waiting != 1 || s.HooksFailing != 1 || s.DueLate["vote"] != 2 || s.DueLate["deadline"] != 1 || s.DueLate["season"] != 1 || len(s.DueLate) != 3 || s.Skew.Abs() > time.Minute {
		t.Errorf("%+v", s)
	}
	sizes, err := lookup.ReadTableSizes(t.Context(), d, time.Now())
	if err != nil || sizes.Due["deadline"] != 2 || sizes.Due["vote"] != 2 || sizes.Due["season"] != 2 || sizes.Bytes < 1<<20 || sizes.SentDay != 0 {
		t.Errorf("%+v, %v", sizes, err)
	}
}
