package mailer_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/mailer/hook"
	"pitpost.example/mailer/send"
	"pitpost.example/model"
)

// A ping waits in the outbox like a letter and is tried again after a failure. The log contains no path of
// its address, and a ping that its player no longer wants is dropped.
func TestPingsOfTheOutbox(t *testing.T) {
	var heard atomic.Value
	var down atomic.Bool
	down.Store(true)
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		body, _ := io.ReadAll(r.Body)
		heard.Store(string(body))
	}))
	defer there.Close()
	g := newTable(t, "saboteur", "bo", "cy")
	var log strings.Builder
	post := &send.Outbox{DB: g.db, Writer: g.writer, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Now: func() time.Time { return g.now }, Presence: func() int { return 0 }, Pinger: hook.NewPinger(true)}
	last := func() (id int64, state string) {
		if err := g.db.Pool().QueryRow(t.Context(), "select id, state::text from outbox where purpose = 'ping' order by id desc limit 1").Scan(&id, &state); err != nil {
			t.Fatal(err)
		}
		return id, state
	}
	deliver := func(want string) time.Duration {
		t.Helper()
		id, _ := last()
		again := g.deliver(post, id)
		if _, state := last(); state != want {
			t.Errorf("the ping is %s, want %s", state, want)
		}
		return again
	}
	g.write("ana", "lang de\nping "+there.URL+"/hidden", model.Ref{Purpose: model.ForAnybody})
	again := deliver("queued")
	if again <= 0 {
		t.Fatal("it is not tried again")
	}
	down.Store(false)
	g.now = g.now.Add(again)
	deliver("sent")
	for name := ""; name != "Ana"; _, _, name = g.due() {
		g.move()
	}
	deliver("sent")
	if heard.Load() != "Pitpost: Du bist dran in #1" {
		t.Errorf("the last ping said %q", heard.Load())
	}
	g.write("ana", "ping "+there.URL+"/hidden", model.Ref{Purpose: model.ForAnybody})
	g.write("ana", "ping off", model.Ref{Purpose: model.ForAnybody})
	deliver("superseded")
	if strings.Contains(log.String(), "hidden") {
		t.Errorf("the log tells the path: %s", log.String())
	}
}
