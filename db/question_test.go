package db_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/model"
)

// whose asks for the letters out with these numbers, all at once, while nobody may read the
// outbox, and gives what each was told once somebody may.
func whose(t *testing.T, d *db.DB, ctx func(i int) context.Context, n int, meanwhile func()) map[int]answer {
	t.Helper()
	tx, err := d.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "lock table outbox in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	said := make(chan answer, n)
	for i := range n {
		go func() {
			list, err := mail.ByMessageIDs(ctx(i), d, []string{fmt.Sprintf("<%d@pit.localhost>", i)})
			said <- answer{i, list, err}
		}()
	}
	await(t, "questions wait", func() bool { return waiting(t, d) >= 2 })
	meanwhile()
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := map[int]answer{}
	for len(got) < n {
		a := <-said
		got[a.i] = a
	}
	return got
}

type answer struct {
	i       int
	letters []model.Notice
	err     error
}

// waiting is how many sessions wait for a lock.
func waiting(t *testing.T, d *db.DB) int {
	return count(t, d, "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
}

// noted is a house with letters out: of every number but each fifth.
func noted(t *testing.T, n int) *db.DB {
	d := open(t, fresh(t))
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		for i := range n {
			if i%5 != 0 {
				tx.Queue(model.Notice{Key: fmt.Sprint(i), Address: "ana@example.org", Purpose: "note", MessageID: fmt.Sprintf("<%d@pit.localhost>", i), Params: []byte("{}")})
			}
		}
		return nil
	})
	return d
}

func TestEachQuestionHasItsOwnAnswer(t *testing.T) {
	const n = 60
	d := noted(t, n)
	got := whose(t, d, func(int) context.Context { return t.Context() }, n, func() {})
	for i, a := range got {
		switch {
		case a.err != nil:
			t.Errorf("question %d: %v", i, a.err)
		case i%5 == 0 && len(a.letters) > 0:
			t.Errorf("question %d was told of a letter there is not", i)
		case i%5 != 0 && (len(a.letters) != 1 || a.letters[0].Key != fmt.Sprint(i)):
			t.Errorf("question %d was told %+v", i, a.letters)
		}
	}
}

func TestWhoIsGoneKeepsNobodyFromAsking(t *testing.T) {
	const n = 20
	d := noted(t, n)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	got := whose(t, d, func(i int) context.Context {
		if i%2 == 0 {
			return ctx
		}
		return t.Context()
	}, n, leave)
	for i, a := range got {
		if i%2 == 0 && a.err != nil && !errors.Is(a.err, context.Canceled) {
			t.Errorf("question %d, given up: %v", i, a.err)
		}
		if i%2 == 1 && (a.err != nil || i%5 != 0 && (len(a.letters) != 1 || a.letters[0].Key != fmt.Sprint(i))) {
			t.Errorf("question %d: %+v, %v", i, a.letters, a.err)
		}
	}
}

func TestQuestionsOutliveTheirConnections(t *testing.T) {
	const n = 20
	d := noted(t, n)
	got := whose(t, d, func(int) context.Context { return t.Context() }, n, func() {
		if _, err := d.Pool().Exec(t.Context(), "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"); err != nil {
			t.Error(err)
		}
	})
	broken := 0
	for i, a := range got {
		if a.err != nil {
			broken++
			continue
		}
		if i%5 != 0 && (len(a.letters) != 1 || a.letters[0].Key != fmt.Sprint(i)) {
			t.Errorf("question %d was told %+v", i, a.letters)
		}
	}
	if broken == 0 || broken == n {
		t.Errorf("%d of %d questions were lost with their connections", broken, n)
	}
}
