package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/doctor"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/token"
	"pitpost.example/web"
)

// examine runs those of the doctor's checks that need no name server. It returns what each found, or "ill: "
// with the error and how to fix it.
func examine(t *testing.T, s *settings.Settings) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range doctor.ListChecks(s, app.ListJobs(nil), nil) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		found, err := p.Try(ctx)
		cancel()
		if out[p.Name] = found; err != nil {
			out[p.Name] = "ill: " + err.Error() + "\n" + p.Mend
		}
	}
	return out
}

// The doctor recognises the house's own server, finds it well, finds each
// kind of delay with how to fix it, and changes nothing.
func TestDoctorBesideARunningServer(t *testing.T) {
	t.Parallel()
	d, _ := openLogged(t, func(*settings.Settings) {})
	s := *d.Stores.Settings
	s.PostSMTP, s.PostIMAP, s.HTTP = d.SMTPAddr, d.IMAPAddr, d.HTTPAddr
	d.soon("the server is ready", func() bool { return doctor.CheckReady(&s) == nil })
	d.soon("all letters have left", func() bool { return d.count("select count(*) from outbox where state in ('queued', 'written')") == 0 })
	for name, found := range examine(t, &s) {
		if strings.HasPrefix(found, "ill: ") && name != "webhooks" && name != "senders" { // because neither PUBLIC_URL nor AUTHSERV_ID is set
			t.Errorf("%s: %s", name, found)
		}
	}
	if found := examine(t, &s); !strings.Contains(found["server"], "and ready") || !strings.Contains(found["post office"], "your own server") ||
		found["schema"] != "all steps taken" || !strings.Contains(found["mailbox"], "read ") || found["send limit"] != "none is set" || !strings.Contains(found["letters in"], "none set aside") ||
		found["letters out"] != "all could be written" ||
		!strings.Contains(found["timetable"], "; forget ") || strings.Count(found["timetable"], ", next 20") != 3 {
		t.Errorf("%q", found)
	}

	d.Close() // so that nothing below is done at once; the pages are then served without it
	figures := `pitpost_build_info{revision="",version="` + stores.Version + `"} 1
pitpost_database_up 1
pitpost_mailbox_connected{folder="inbox"} 0
pitpost_mailbox_read_seconds{folder="inbox"} 4000
pitpost_door_letters_total{door="imap",state="apply"} 7
pitpost_door_letters_total{door="imap",state="set-aside"} 2
pitpost_send_limit_letters 500
pitpost_send_limit_left_letters 12
`
	server := httptest.NewServer(pagesOf(figures, d.Stores.Keys))
	defer server.Close()
	s.HTTP = strings.TrimPrefix(server.URL, "http://")
	k, err := stores.Options{Log: slog.New(slog.DiscardHandler)}.Open(t.Context(), &s)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	for _, sql := range []string{
		`insert into outbox (key, address, purpose, params, message_id, state, next_at, queued_at) values ('x', '', 'turn', '{}', 'x', 'queued', now() - interval '1 hour', now() - interval '1 hour')`,
		`insert into outbox (key, match_id, seat, address, purpose, params, message_id, state, next_at, queued_at, tries, reply) values
			('y', 1, 0, '', 'turn', '{}', 'y', 'failed', now(), now() - interval '6 days', 36, 'not written: relation "words" does not exist'),
			('z', null, 0, '', 'note', '{}', 'z', 'failed', now(), now() - interval '6 days', 36, '550 no such user'),
			('w', 1, 0, '', 'turn', '{}', 'w', 'queued', now() + interval '1 hour', now() - interval '7 days', 9, 'not written: relation "words" does not exist')`,
		`insert into due (owner, owner_id, seat, what, at) values ('match', 1, 0, 'deadline', now() - interval '40 minutes') on conflict (owner, owner_id, seat, what, of) do update set at = excluded.at`,
		`insert into webhooks (scope, form, lang, host, url, made_at, failing_at) values ('house', 'standard', 'en', 'example.org', '', now(), now())`,
		`insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) select id, 1, 0, 0, now() - interval '30 minutes', now() - interval '1 hour' from webhooks`,
		"update timetable set taken_by = 'pitpost 00ff 7', taken_at = now() - interval '21 minutes' where name = 'sweep'",
		"update timetable set next_at = now() - interval '1 day', ended_at = null where name = 'forget'",
		"update timetable set ended_at = '2026-03-04 03:37Z', error = 'the disk is full' where name = 'count'",
		`delete from goose_db_version where version_id = 21`,
	} {
		if _, err := k.DB.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	found := examine(t, &s)
	for name, want := range map[string][2]string{
		"server":      {"last read the mailbox 1h6m40s ago", "server's log"},
		"schema":      {"0021_causes.sql", "pitpost backup"},
		"outbox":      {"2 letters wait, one was to be sent 1h0m", "part smtp"},
		"clocks":      {"the first for 40m", "start it anew"},
		"calls":       {"no call gets through to 1 webhooks; 1 calls of webhooks wait, one was to be made 30m", "pitpost webhook list"},
		"letters out": {"1 could not be written and are tried again, 1 were set aside after the last try; letter ", "`again`"},
		"letters in":  {"2 of 9 letters", "--state set-aside"},
		"mailbox":     {"not connected, last read 1h6m40s ago", "part imap"},
		"send limit":  {"12 of 500", "SEND_LIMIT"},
		"timetable":   {"; count ended 2026-03-04 03:37 and failed: the disk is full; it comes again ", "within the hour"},
	} {
		if !strings.HasPrefix(found[name], "ill: ") || !strings.Contains(found[name], want[0]) || !strings.Contains(found[name], want[1]) {
			t.Errorf("%s: %s", name, found[name])
		}
	}
	if said := found["letters out"]; !strings.Contains(said, `(turn, match 1): not written: relation "words" does not exist`) {
		t.Errorf("no letter is named, or no reason: %s", said)
	}
	if said := found["timetable"]; !strings.Contains(said, "sweep has been at work since ") || !strings.Contains(said, "; forget not yet done, was due 20") {
		t.Errorf("timetable: %s", said)
	}
	begun := httptest.NewServer(pagesOf(strings.Replace(figures, "4000", "12", 1), d.Stores.Keys))
	defer begun.Close()
	s.HTTP = strings.TrimPrefix(begun.URL, "http://")
	if said := examine(t, &s)["mailbox"]; said != "not connected, and not read in the last 12s" {
		t.Errorf("a mailbox that was not read since the start is %q", said)
	}
	pending, err := k.DB.Pending(t.Context())
	if err != nil || len(pending) != 1 {
		t.Errorf("the doctor brought the schema up to date under a running server: %v %v", pending, err)
	}
	if n, err := k.DB.Pool().Exec(t.Context(), "select from outbox where key = 'x' and state = 'queued' and tries = 0"); err != nil || n.RowsAffected() != 1 {
		t.Errorf("the doctor touched the outbox: %v %v", n, err)
	}
}

// pagesOf returns the pages of a server that is not ready and has these metrics.
func pagesOf(figures string, keys token.Keys) http.Handler {
	return web.ServeHealth(func(context.Context) error { return errors.New("not ready") },
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(figures)) }), stores.NewSecretProver(keys))
}

// A program that is no server of this house is not taken for one, whatever it answers, and is asked for nothing
// but the proof. The doctor says that its port is in use.
func TestDoctorAndAStrangersPort(t *testing.T) {
	t.Parallel()
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(emptyHouse(t))
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.SecretFile, []byte(token.NewSecret()), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := stores.ReadKeys(s.SecretFile)
	if err != nil {
		t.Fatal(err)
	}
	others, err := token.ParseKeys([]byte(token.NewSecret()))
	if err != nil {
		t.Fatal(err)
	}
	figures := `pitpost_build_info{revision="",version="` + stores.Version + `"} 1` + "\n"
	ours := httptest.NewServer(pagesOf(figures, keys))
	defer ours.Close()
	toOurs, err := url.Parse(ours.URL)
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan string, 100)
	for name, pages := range map[string]http.Handler{
		"any program":   http.NotFoundHandler(),
		"another house": pagesOf(figures, others),
		"one that repeats what it is told": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set(web.ProofHeader, r.Header.Get(web.NonceHeader))
		}),
		"one that sends us to our own": http.RedirectHandler(ours.URL+"/healthz", http.StatusFound),
		"one that asks our own":        httputil.NewSingleHostReverseProxy(toOurs),
	} {
		stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- r.URL.Path
			pages.ServeHTTP(w, r)
		}))
		s.HTTP = strings.TrimPrefix(stranger.URL, "http://")
		found := examine(t, s)
		if !strings.Contains(found["post office"], "in use") || !strings.Contains(found["post office"], "another program holds "+s.HTTP) ||
			!strings.Contains(found["server"], "another program holds "+s.HTTP) || !strings.Contains(found["server"], "--http") {
			t.Errorf("%s: %q", name, found)
		}
		if err := doctor.CheckReady(s); err == nil || !strings.Contains(err.Error(), "another program holds "+s.HTTP) {
			t.Errorf("%s: quick: %v", name, err)
		}
		stranger.Close()
	}
	close(asked)
	for path := range asked {
		if path != "/healthz" {
			t.Errorf("a stranger was asked for %s", path)
		}
	}
	s.HTTP = toOurs.Host
	if found := examine(t, s)["server"]; !strings.HasPrefix(found, "ill: running at "+ours.URL+", but the database does not answer it") {
		t.Errorf("our own server, which is not ready: %s", found)
	}
	ours.Close()
	if found := examine(t, s)["server"]; found != "none is running at "+s.HTTP {
		t.Errorf("nobody: %s", found)
	}
}
