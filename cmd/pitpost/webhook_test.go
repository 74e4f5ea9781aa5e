package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

// The operator adds a webhook, lists it, tries it, replaces its secret and deletes it. Only the output that
// creates a secret contains it, and no output contains the whole address.
func TestWebhookCommands(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	ear := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Header.Get("webhook-signature"), "v1,") {
			calls.Add(1)
		}
	}))
	t.Cleanup(ear.Close)
	data, database := t.TempDir(), emptyHouse(t)
	pitpost := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		d := &desk{in: strings.NewReader(""), out: &out, err: &errs}
		if code := run(append(append([]string{"webhook"}, args...), "--data", data, "--database-url", database, "--ping-local", "on"), d); code != want {
			t.Fatalf("%v: exit %d, want %d: %s%s", args, code, want, out.String(), errs.String())
		}
		return out.String() + errs.String()
	}
	pitpost(misused, "add", ear.URL)
	pitpost(misused, "add", ear.URL, "--public", "--match", "1")
	pitpost(refused, "add", "ftp://example.org", "--public")
	pitpost(refused, "add", ear.URL, "--match", "7")
	pitpost(refused, "add", ear.URL, "--league", "winter")
	pitpost(refused, "test", "1")
	made := pitpost(done, "add", ear.URL+"/hidden-path", "--public")
	if !strings.HasPrefix(made, "webhook 1\nsecret whsec_") {
		t.Fatalf("add: %s", made)
	}
	secret := strings.Fields(made)[3]
	list := pitpost(done, "list")
	if !strings.Contains(list, "127.0.0.1") || !strings.Contains(list, "all public") || !strings.Contains(list, " on") {
		t.Errorf("list: %s", list)
	}
	if pitpost(done, "test", "1"); calls.Load() != 1 {
		t.Errorf("%d calls", calls.Load())
	}
	queued := pitpost(done, "list", "1")
	_, first, _ := strings.Cut(queued, "\n") // below the headings
	if !strings.HasPrefix(first, "msg_") {
		t.Fatalf("calls: %s", queued)
	}
	replayed := pitpost(done, "replay", strings.Fields(first)[0])
	pitpost(refused, "replay", "msg_none")
	pitpost(refused, "replay", "7")
	pitpost(refused, "list", "7")
	pitpost(misused, "replay", "all")
	pitpost(done, "replay", "1")
	turned := pitpost(done, "rotate", "1")
	if !strings.HasPrefix(turned, "secret whsec_") || strings.Contains(turned, secret) {
		t.Errorf("rotate: %s", turned)
	}
	for _, shown := range []string{list, queued, replayed, pitpost(done, "list"), pitpost(done, "on", "1")} {
		if strings.Contains(shown, "hidden-path") || strings.Contains(shown, "whsec_") {
			t.Errorf("it shows what it should not: %s", shown)
		}
	}
	ear.Close()
	if said := pitpost(refused, "test", "1"); !strings.Contains(said, "not reached") || strings.Contains(said, "hidden-path") {
		t.Errorf("a server that is away: %s", said)
	}
	pitpost(done, "remove", "1")
	pitpost(refused, "remove", "1")
}

// A webhook for all public matches is called within seconds by a running house, although another process added it.
func TestAHouseLearnsOfAWebhookThatAnotherProcessSet(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	s := ownSettings(t)
	s.DatabaseURL, s.PingLocal = settings.Secret(emptyHouse(t)), "on"
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	st, err := app.OpenHouse(t.Context(), s, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	said, err := st.Stores.House.OpenMatchFor(t.Context(), "ana@pit.localhost", "", "new practice saboteur seats=3 watch=on", time.Now())
	if err != nil || !said.Done {
		t.Fatalf("%v %+v", err, said)
	}
	heard := func(want int, what string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
			l.mu.Lock()
			n := len(l.bodies)
			l.mu.Unlock()
			if n >= want {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %d calls were heard, want %d", what, n, want)
			}
		}
	}
	time.Sleep(2 * time.Second) // by now the house has found no webhook
	var out, errs bytes.Buffer
	d := &desk{in: strings.NewReader(""), out: &out, err: &errs}
	code := run([]string{"webhook", "add", l.URL, "--public", "--data", s.Data, "--secret-file", filepath.Join(s.Data, "secret"), "--database-url", string(s.DatabaseURL)}, d)
	if code != done {
		t.Fatalf("add: %s", errs.String())
	}
	heard(1, "the greeting")
	time.Sleep(2 * time.Second)
	for i, word := range []string{"pause", "resume"} {
		if said, err := st.Stores.House.Operate(t.Context(), 1, word, time.Now()); err != nil || !said.Done {
			t.Fatalf("%s: %v %+v", word, err, said)
		}
		heard(2+i, fmt.Sprintf("after %s", word))
	}
}
