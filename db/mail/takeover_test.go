package mail_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/mail"
	"pitpost.example/model"
)

// postman sends letters whenever some are queued, until the test ends.
func postman(tb testing.TB, d *db.DB) (wake func()) {
	told := make(chan struct{}, 1)
	tb.Cleanup(func() { close(told) })
	go func() {
		for range told {
			_ = deliver(d) // if the database is away, the test wakes it again
		}
	}()
	wake = func() {
		select {
		case told <- struct{}{}:
		default:
		}
	}
	d.OnCommit(func(letters, _ int) {
		if letters > 0 {
			wake()
		}
	})
	tb.Cleanup(func() { d.OnCommit(func(int, int) {}) })
	return wake
}

// deliver marks everything that is due as sent.
func deliver(d *db.DB) error {
	for {
		b, err := mail.ClaimLetters(context.Background(), d, mail.Query{Now: noon, Most: 10})
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
			if err := mail.MarkSent(context.Background(), d, n.ID, "250", noon); err != nil {
				return err
			}
		}
	}
}

func TestWhoeverSendsIsToldOfLetters(t *testing.T) {
	d := open(t, fresh(t))
	before := queue(t, d, "before") // nobody sends letters yet
	wake := postman(t, d)
	sent := func(id int64) bool {
		return count(t, d, "select count(*) from outbox where state = 'sent' and id = $1", id) == 1
	}
	if sent(before) {
		t.Error("a letter that nobody was told of was sent")
	}
	wake()
	await(t, "a letter of before is found", func() bool { return sent(before) })
	after := queue(t, d, "after")
	await(t, "a letter is sent as soon as it is queued", func() bool { return sent(after) })
}

func TestWhatADeadProcessHeldIsTakenOver(t *testing.T) {
	url := fresh(t)
	dead, alive := open(t, url), open(t, url)
	id := queue(t, dead, "k")
	die := dbtest.StartHeartbeat(t, dead)
	hold(t, dead, id)
	wake := postman(t, alive)
	takeOver := func() {
		t.Helper()
		if err := mail.ReleaseLettersOfDead(t.Context(), alive, noon); err != nil {
			t.Fatal(err)
		}
		wake()
	}
	takeOver()
	if n := count(t, alive, "select count(*) from outbox where next_at > $1 and id = $2", noon, id); n != 1 {
		t.Error("a letter was taken out of the hands of a process that lives")
	}
	// A dead process has no session.
	die()
	dead.Close()
	await(t, "its sessions end", func() bool {
		return count(t, alive, "select count(*) from pg_stat_activity where application_name like (select holder from outbox) || '%'") == 0
	})
	takeOver()
	await(t, "the other sends it", func() bool { return count(t, alive, "select count(*) from outbox where state = 'sent'") == 1 })
}

func TestLettersAreSentThoughAllSessionsAreCut(t *testing.T) {
	url := fresh(t)
	d := open(t, url)
	dbtest.StartHeartbeat(t, d)
	wake := postman(t, d)
	// This needs a connection of its own, since the pool may be down to the one session that would cut the
	// others.
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
		// The pool notices dead sessions one by one.
		await(t, "the database is reached again", func() bool {
			err := d.Ping(t.Context())
			if err != nil && !db.IsDatabaseAway(err) {
				t.Errorf("a session that was cut: %v", err)
			}
			return err == nil
		})
		var id int64
		await(t, "a letter is queued", func() bool {
			err := d.Play(t.Context(), operator(), 0, func(tx *db.Tx) error {
				tx.Queue(model.Notice{Key: fmt.Sprint(i), Purpose: "note", Params: json.RawMessage("{}")})
				return nil
			})
			return err == nil
		})
		await(t, "it is sent", func() bool {
			if err := mail.ReleaseLettersOfDead(t.Context(), d, noon); err != nil && !db.IsDatabaseAway(err) {
				t.Error(err)
			}
			wake()
			err := d.Pool().QueryRow(t.Context(), "select id from outbox where key = $1 and state = 'sent'", fmt.Sprint(i)).Scan(&id)
			return err == nil
		})
	}
}
