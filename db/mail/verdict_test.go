package mail_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/mail"
)

// The database goes away while a letter is with the relay. The relay's reply must be recorded when the
// database is back, or the letter would be sent again.
func TestWhatBecameOfALetterIsNotedWhenTheDatabaseIsBack(t *testing.T) {
	url := fresh(t)
	d := open(t, url)
	ids := []int64{queue(t, d, "a"), queue(t, d, "b"), queue(t, d, "c"), to(t, d, "d", 0, "di@example.org", "note")}
	hold(t, d, ids[3])
	away(t, url, func() error { return mail.MarkSent(t.Context(), d, ids[0], "250 taken", noon) })
	away(t, url, func() error { return mail.RetryLater(t.Context(), d, ids[1], noon.Add(time.Hour), "451 later") })
	away(t, url, func() error { return mail.MarkFailed(t.Context(), d, ids[2], "554 no") })
	away(t, url, func() error { return mail.ReleaseLetters(t.Context(), d, ids[3:], noon) })
	if n := count(t, open(t, url), "select count(*) from outbox where id = any($1) and (key, state::text) in (('a', 'sent'), ('b', 'queued'), ('c', 'failed'), ('d', 'written')) and holder = ''", ids); n != 4 {
		t.Errorf("%d of 4 letters are noted as what they are", n)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := mail.MarkSent(ended, d, ids[1], "", noon); err == nil {
		t.Error("who is told to stop goes on")
	}
}

// away calls do while, for a moment, all sessions of a database are ended as fast as they open.
func away(t *testing.T, url string, do func() error) {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	name := config.Database
	config.Database = "postgres"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	for i := range 30 {
		if _, err := conn.Exec(t.Context(), "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", name); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			go func() { done <- do() }()
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
