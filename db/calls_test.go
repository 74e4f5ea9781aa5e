package db_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/lab"
)

// calls queues calls of one hook, each about a match of its own, as if they had been queued by
// a process that died before it told anybody.
func calls(t *testing.T, d *db.DB, n int) {
	t.Helper()
	for _, sql := range []string{
		"insert into webhooks (scope, form, lang, host, url, made_at) values ('house', 'standard', 'en', 'example.org', '', now())",
		fmt.Sprintf("insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) select h.id, n, 0, 1, '%s', now() from webhooks h, generate_series(1, %d) n", noon.Format(time.RFC3339), n),
	} {
		if _, err := d.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

// caller makes calls that take until they are let go, and notes them.
type caller struct {
	d        *db.DB
	mu       sync.Mutex
	busy     int
	most     int
	made     map[int64]int
	broken   int
	answered chan struct{}
}

func newCaller(d *db.DB) *caller {
	return &caller{d: d, made: map[int64]int{}, answered: make(chan struct{})}
}

func (c *caller) call(ctx context.Context, one *db.Call) error {
	c.mu.Lock()
	c.busy++
	c.most = max(c.most, c.busy)
	c.made[one.ID]++
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.busy--
	}()
	select {
	case <-c.answered:
		return c.d.CallMade(ctx, one, "200", noon)
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		c.broken++
		return ctx.Err()
	}
}

func (c *caller) begun() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.made)
}

func (c *caller) workers() db.Workers {
	return db.Workers{Hook: c.call, Now: func() time.Time { return noon }}
}

// Servers that hang take up no more than eight calls at once, and no letter waits for them; all
// calls are made once they answer, by two processes each one once.
func TestCallsThatHangHoldUpNothingElse(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	calls(t, one, 40)
	mine, theirs := newCaller(one), newCaller(other)
	told := make(chan struct{}, 100)
	w := mine.workers()
	w.Mail = func() { told <- struct{}{} }
	work(t, one, w)
	work(t, other, theirs.workers())
	await(t, "both have their hands full", func() bool { return mine.begun() == 8 && theirs.begun() == 8 })
	for len(told) > 0 {
		<-told
	}
	queue(t, one, "k")
	select {
	case <-told:
	case <-time.After(10 * time.Second):
		t.Error("a letter waits for calls that hang")
	}
	time.Sleep(2500 * time.Millisecond) // two looks
	close(mine.answered)
	close(theirs.answered)
	await(t, "all calls are made", func() bool { return count(t, one, "select count(*) from webhook_calls where state = 'sent'") == 40 })
	if mine.most != 8 || theirs.most != 8 || mine.begun()+theirs.begun() != 40 {
		t.Errorf("%d and %d at once; %d and %d in all", mine.most, theirs.most, mine.begun(), theirs.begun())
	}
	for n := range maps.Values(mine.made) {
		if n != 1 {
			t.Errorf("a call was made %d times", n)
		}
	}
}

// Who stops lets calls end that are under way, begins no more, and breaks them off when that takes
// too long. Such a call is another's as soon as the process is gone, and not before.
func TestCallsOfAProcessThatStops(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	calls(t, one, 10)
	c := newCaller(one)
	jobs := work(t, one, c.workers())
	await(t, "its hands are full", func() bool { return c.begun() == 8 })
	soon, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := jobs.Stop(soon); !errors.Is(err, context.DeadlineExceeded) || c.broken != 8 || c.begun() != 8 {
		t.Errorf("stopped with %v, %d broken off of %d", err, c.broken, c.begun())
	}
	next := work(t, other, db.Workers{})
	take := func() (ids []int64) {
		t.Helper()
		if err := next.Catch(t.Context(), noon); err != nil {
			t.Fatal(err)
		}
		got, err := other.ClaimCalls(t.Context(), noon, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range got {
			ids = append(ids, c.ID)
		}
		slices.Sort(ids)
		return ids
	}
	if ids := take(); !slices.Equal(ids, []int64{9, 10}) {
		t.Errorf("beside a process that lives another takes %v", ids)
	}
	one.Close()
	await(t, "its sessions end", func() bool {
		return count(t, other, "select count(*) from pg_stat_activity where application_name like (select holder from webhook_calls where id = 1) || '%'") == 0
	})
	if ids := take(); !slices.Equal(ids, []int64{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("of a process that is gone another takes %v", ids)
	}
}

// What another has taken over and made is not queued again by who was frozen meanwhile.
func TestALateFailureOfACallCountsForNothing(t *testing.T) {
	url := fresh(t)
	frozen, other := open(t, url), open(t, url)
	calls(t, frozen, 1)
	mine, err := frozen.ClaimCalls(t.Context(), noon, 1)
	if err != nil || len(mine) != 1 {
		t.Fatal(mine, err)
	}
	later := noon.Add(2 * time.Minute)
	theirs, err := other.ClaimCalls(t.Context(), later, 1)
	if err != nil || len(theirs) != 1 {
		t.Fatal(theirs, err)
	}
	if err := other.CallMade(t.Context(), theirs[0], "200", later); err != nil {
		t.Fatal(err)
	}
	if _, err := frozen.CallFails(t.Context(), mine[0], "no answer", later, later, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if again, err := other.ClaimCalls(t.Context(), later, 1); err != nil || len(again) != 0 {
		t.Errorf("it would be made once more: %v %v", again, err)
	}
}

// Old versions kept jobs in tables of River's. They go with the rights of their owner alone; the
// schema goes too where it may, and what others keep in it stays.
func TestTheTablesOfRiverGo(t *testing.T) {
	// Names and what hangs on what as River had them; a real one lies in testdata/journal-empty.sql.gz.
	const begin, river = "create schema river;", `
		create type river.river_job_state as enum ('available', 'running');
		create function river.river_job_state_in_bitmask(mask bit, state river.river_job_state) returns boolean
			language sql immutable as 'select get_bit(mask, 0) = 1';
		create table river.river_job (id bigserial primary key, state river.river_job_state not null default 'available',
			mask bit(8), kind text not null, args jsonb not null);
		create unique index on river.river_job (kind) where river.river_job_state_in_bitmask(mask, state);
		create unlogged table river.river_leader (name text primary key);
		create table river.river_migration (line text, version bigint, primary key (line, version));
		create table river.river_notification (id bigserial primary key);
		create table river.river_queue (name text primary key);
		insert into river.river_job (kind, args) values ('webhook', '{}');`
	for _, c := range []struct{ name, before, made, after, left string }{
		{"a schema of its own", "", begin, "", ""},
		{"a schema of another's", begin + "grant usage, create on schema river to public", "", "revoke create on schema river from public", "river"},
		{"with things of another's", "", begin, "create table river.theirs ()", "river theirs"},
		{"a house that never had it", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := lab.Postgres(t)
			owner := lab.Role(t, url, "grant all on schema public to ROLE", "grant create on database DATABASE to ROLE")
			admin := connect(t, url)
			do := func(conn *pgx.Conn, sql string) {
				t.Helper()
				if _, err := conn.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			do(admin, c.before)
			schemaOf(t, owner, 31)
			if c.made+c.before != "" {
				do(connect(t, owner), c.made+river)
			}
			do(admin, c.after)
			if err := db.Migrate(t.Context(), owner, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			var left string
			if err := admin.QueryRow(t.Context(), `select concat_ws(' ', (select nspname from pg_namespace where nspname = 'river'),
				(select string_agg(relname, ' ') from pg_class where relnamespace = to_regnamespace('river')),
				(select string_agg(proname, ' ') from pg_proc where pronamespace = to_regnamespace('river')),
				(select string_agg(typname, ' ') from pg_type where typnamespace = to_regnamespace('river') and typtype = 'e'))`).Scan(&left); err != nil {
				t.Fatal(err)
			}
			if left != c.left {
				t.Errorf("left is %q, want %q", left, c.left)
			}
		})
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}
