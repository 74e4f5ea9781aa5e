package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/webhook"
)

// calls queues calls of one webhook, each about a different match, as if by a process that died before it
// told anybody.
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

// caller makes calls that hang until answered is closed, and records them.
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

func (c *caller) call(ctx context.Context, one *webhook.Call) error {
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
		return webhook.RecordSuccess(ctx, c.d, one, "200", noon)
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

// works makes calls for a process that lives until die is called or the test ends.
func (c *caller) works(t *testing.T) (calls *webhook.Caller, die func()) {
	die = dbtest.StartHeartbeat(t, c.d)
	calls = webhook.StartCaller(t.Context(), c.d, c.call, func() time.Time { return noon })
	t.Cleanup(func() { _ = calls.Stop(context.Background()) })
	return calls, die
}

// Servers that hang take up no more than eight calls at once in each process, and no letter waits for them.
// Once they answer, two processes make all calls, each once.
func TestCallsThatHangHoldUpNothingElse(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	calls(t, one, 40)
	mine, theirs := newCaller(one), newCaller(other)
	told := make(chan struct{}, 100)
	one.OnCommit(func(int, int) { told <- struct{}{} })
	mine.works(t)
	theirs.works(t)
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
	time.Sleep(2500 * time.Millisecond) // long enough to look twice
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

// A Caller that stops lets its calls end, claims no more, and cancels those that take too long. Another
// process may take over such a call as soon as this process is dead, and not before.
func TestCallsOfAProcessThatStops(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	calls(t, one, 10)
	c := newCaller(one)
	jobs, die := c.works(t)
	await(t, "its hands are full", func() bool { return c.begun() == 8 })
	soon, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := jobs.Stop(soon); !errors.Is(err, context.DeadlineExceeded) || c.broken != 8 || c.begun() != 8 {
		t.Errorf("stopped with %v, %d broken off of %d", err, c.broken, c.begun())
	}
	take := func() (ids []int64) {
		t.Helper()
		if err := webhook.ReleaseCallsOfDead(t.Context(), other, noon); err != nil {
			t.Fatal(err)
		}
		got, err := webhook.ClaimCalls(t.Context(), other, noon, 100)
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
	die()
	one.Close()
	await(t, "its sessions end", func() bool {
		return count(t, other, "select count(*) from pg_stat_activity where application_name like (select holder from webhook_calls where id = 1) || '%'") == 0
	})
	if ids := take(); !slices.Equal(ids, []int64{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("of a process that is gone another takes %v", ids)
	}
}

// A process was frozen during a call that another process has taken over and made. Its late failure must not
// queue the call again.
func TestALateFailureOfACallCountsForNothing(t *testing.T) {
	url := fresh(t)
	frozen, other := open(t, url), open(t, url)
	calls(t, frozen, 1)
	mine, err := webhook.ClaimCalls(t.Context(), frozen, noon, 1)
	if err != nil || len(mine) != 1 {
		t.Fatal(mine, err)
	}
	later := noon.Add(2 * time.Minute)
	theirs, err := webhook.ClaimCalls(t.Context(), other, later, 1)
	if err != nil || len(theirs) != 1 {
		t.Fatal(theirs, err)
	}
	if err := webhook.RecordSuccess(t.Context(), other, theirs[0], "200", later); err != nil {
		t.Fatal(err)
	}
	if _, err := webhook.RecordFailure(t.Context(), frozen, mine[0], "no answer", later, later,
		time.Time{}); err != nil {
		t.Fatal(err)
	}
	if again, err := webhook.ClaimCalls(t.Context(), other, later, 1); err != nil || len(again) != 0 {
		t.Errorf("it would be made once more: %v %v", again, err)
	}
}
