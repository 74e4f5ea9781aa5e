package mailer_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/house/desk"
	"pitpost.example/house/people"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer/hook"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// ear is a server that records the calls it gets.
type ear struct {
	*httptest.Server
	mu     sync.Mutex
	heard  []heard
	status int // status code of its answers
	after  string
}

type heard struct {
	method, path string
	header       http.Header
	body         string
}

func newEar(t *testing.T) *ear {
	e := &ear{status: http.StatusNoContent}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.heard = append(e.heard, heard{r.Method, r.URL.RequestURI(), r.Header, string(body)})
		if e.after != "" {
			w.Header().Set("Retry-After", e.after)
		}
		w.WriteHeader(e.status)
	}))
	t.Cleanup(e.Close)
	return e
}

// take returns the calls since it was last used.
func (e *ear) take() []heard {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := e.heard
	e.heard = nil
	return out
}

func (e *ear) answer(status int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.status = status
}

// hooked is a match with a Caller for its webhooks.
type hooked struct {
	*match
	hooks *hook.Caller
	keys  token.Keys
	log   *strings.Builder
	words *templates.Catalog
}

func newHooked(t *testing.T, game string) *hooked {
	t.Helper()
	keys, err := token.ParseKeys([]byte(strings.Repeat("k", 40)))
	if err != nil {
		t.Fatal(err)
	}
	words := friends.Words(t)
	h := &hooked{match: newTable(t, game, "bo", "cy"), keys: keys, log: &strings.Builder{}, words: words}
	h.house.Rules.Seal = keys.Seal
	h.hooks = h.teller()
	return h
}

// teller returns the Caller of one process.
func (h *hooked) teller() *hook.Caller {
	return &hook.Caller{DB: h.db, Words: h.words, Keys: h.keys, PublicURL: "https://pit.example", Log: slog.New(slog.NewTextHandler(h.log, nil)),
		Now: func() time.Time { return h.now }, Web: hook.PublicClient(true, 15*time.Second), Off: h.house.HookOff}
}

// host writes as the host, in answer to a letter to the first seat.
func (h *hooked) host(words string) {
	h.t.Helper()
	h.write("ana", words, model.Ref{Match: 1, Seat: 0, Purpose: model.ForTurn, Step: 1})
}

// tell makes all calls that are due.
func (h *hooked) tell() {
	h.t.Helper()
	for {
		calls, err := webhook.ClaimCalls(h.t.Context(), h.db, h.now, 100)
		if err != nil {
			h.t.Fatal(err)
		}
		if len(calls) == 0 {
			return
		}
		for _, c := range calls {
			if err := h.hooks.Deliver(h.t.Context(), c); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

func (h *hooked) count(sql string, args ...any) (n int) {
	h.t.Helper()
	if err := h.db.Pool().QueryRow(h.t.Context(), sql, args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// secret returns the secret in the last receipt, in plain text.
func (h *hooked) secret() string {
	h.t.Helper()
	var box []byte
	err := h.db.Pool().QueryRow(h.t.Context(), "select decode(params->'sealed'->0->>'box', 'base64') from outbox where params ? 'sealed' order by id desc limit 1").Scan(&box)
	if err != nil {
		h.t.Fatal(err)
	}
	plain, ok := h.keys.Unseal(desk.SealShown, box)
	if !ok {
		h.t.Fatal("the secret does not open")
	}
	return string(plain)
}

// signedBy computes the signatures of a call again, and returns for each of them which secret made it.
func signedBy(t *testing.T, c heard, secrets ...string) []int {
	t.Helper()
	var out []int
	for _, proof := range strings.Fields(c.header.Get("webhook-signature")) {
		at := slices.IndexFunc(secrets, func(secret string) bool {
			key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
			if err != nil || len(key) < 24 || len(key) > 64 {
				t.Fatalf("a secret of %d bytes: %v", len(key), err)
			}
			mac := hmac.New(sha256.New, key)
			fmt.Fprintf(mac, "%s.%s.%s", c.header.Get("webhook-id"), c.header.Get("webhook-timestamp"), c.body)
			return proof == "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil))
		})
		out = append(out, at)
	}
	return out
}

// A call is signed, and repeated by the schedule with the same id and bytes. At its end the call is given up,
// and can be repeated by hand.
func TestWebhookIsSignedTriedAgainAndReplayed(t *testing.T) {
	h, e := newHooked(t, "saboteur"), newEar(t)
	h.host("webhook " + e.URL + "/Secret-Path?x=1")
	secret := h.secret()
	h.tell()
	hello := e.take()
	if len(hello) != 1 || !strings.Contains(hello[0].body, `"type":"webhook.hello"`) || hello[0].path != "/Secret-Path?x=1" || !slices.Equal(signedBy(t, hello[0], secret), []int{0}) {
		t.Fatalf("the first call: %+v", hello)
	}
	e.answer(http.StatusServiceUnavailable)
	h.move()
	var all []heard
	var waits []time.Duration
	for range 20 {
		h.tell()
		calls := e.take()
		if len(calls) != 1 {
			t.Fatalf("%d calls at once", len(calls))
		}
		all = append(all, calls[0])
		if !slices.Equal(signedBy(t, calls[0], secret), []int{0}) || calls[0].header.Get("webhook-timestamp") != fmt.Sprint(h.now.Unix()) {
			t.Errorf("try %d is not signed, or not for now", len(all))
		}
		if h.count("select count(*) from webhook_calls where state = 'failed'") == 1 {
			break
		}
		var next time.Time
		if err := h.db.Pool().QueryRow(t.Context(), "select next_at from webhook_calls where state = 'queued'").Scan(&next); err != nil {
			t.Fatal(err)
		}
		waits = append(waits, next.Sub(h.now))
		h.now = next.Add(-time.Second)
		if h.tell(); len(e.take()) > 0 {
			t.Error("it was called before its time")
		}
		h.now = next
	}
	about := func(got, planned time.Duration) bool { return got >= planned*9/10 && got <= planned*11/10 }
	if !slices.EqualFunc(waits, hook.RetrySchedule(), about) {
		t.Errorf("waits %v", waits)
	}
	for _, c := range all {
		if c.body != all[0].body || c.header.Get("webhook-id") != all[0].header.Get("webhook-id") || c.header.Get("webhook-id") == "" {
			t.Errorf("another try, another call: %+v", c)
		}
	}
	e.answer(http.StatusOK)
	h.host("webhook replay")
	h.tell()
	if calls := e.take(); len(calls) != 1 || calls[0].body != all[0].body || calls[0].header.Get("webhook-id") != all[0].header.Get("webhook-id") {
		t.Errorf("made by hand: %+v", calls)
	}
	if strings.Contains(h.log.String(), "Secret-Path") || strings.Contains(h.log.String(), secret) {
		t.Errorf("the log tells the address or the secret: %s", h.log)
	}
	h.neverInPlain("Secret-Path", secret)
}

// neverInPlain checks that words are not stored in plain text anywhere.
func (h *hooked) neverInPlain(words ...string) {
	h.t.Helper()
	for _, word := range words {
		for _, table := range []string{"webhooks", "webhook_calls", "letters", "seat_keys"} {
			if n := h.count("select count(*) from "+table+" r where to_jsonb(r)::text like '%' || $1 || '%' or encode($1::bytea, 'hex') <> '' and to_jsonb(r)::text like '%' || encode($1::bytea, 'hex') || '%'", word); n > 0 {
				h.t.Errorf("%s holds %q in plain", table, word)
			}
		}
		if n := h.count("select count(*) from outbox where params::text like '%' || $1 || '%'", word); n > 0 {
			h.t.Errorf("the outbox holds %q in plain", word)
		}
	}
}

// After a secret was changed, both sign for a day, the new one first.
func TestWebhookSecretsTurn(t *testing.T) {
	h, e := newHooked(t, "saboteur"), newEar(t)
	h.host("webhook " + e.URL)
	old := h.secret()
	h.host("webhook rotate")
	fresh := h.secret()
	if old == fresh {
		t.Fatal("the secret is the same")
	}
	h.tell()
	if calls := e.take(); len(calls) != 1 || !slices.Equal(signedBy(t, calls[0], fresh, old), []int{0, 1}) {
		t.Errorf("after the turn: %+v", calls)
	}
	h.now = h.now.Add(people.HookTurns)
	h.move()
	h.tell()
	if calls := e.take(); len(calls) != 1 || !slices.Equal(signedBy(t, calls[0], fresh, old), []int{0}) {
		t.Errorf("a day later: %+v", calls)
	}
}

// A server that answers that the address is gone gets no more calls, and neither does one that has failed for
// days. The host is told.
func TestWebhooksEnd(t *testing.T) {
	for _, c := range []struct {
		status int
		why    string
		after  time.Duration
	}{{http.StatusGone, "gone", 0}, {http.StatusInternalServerError, "failing", 6 * 24 * time.Hour}} {
		t.Run(c.why, func(t *testing.T) {
			h, e := newHooked(t, "saboteur"), newEar(t)
			e.answer(c.status)
			h.host("webhook " + e.URL)
			h.tell()
			if c.after > 0 {
				h.now = h.now.Add(c.after)
				h.tell()
			}
			e.take()
			if n := h.count("select count(*) from webhooks where off = $1", c.why); n != 1 {
				t.Fatal("the webhook goes on")
			}
			if n := h.count("select count(*) from outbox where key like 'webhook-off:%' and player_id = (select player_id from seats where match_id = 1 and no = 0) and params::text like '%house.hook-" + c.why + "%'"); n != 1 {
				t.Errorf("the host was told %d times", n)
			}
			h.move()
			h.now = h.now.Add(48 * time.Hour)
			if h.tell(); len(e.take()) > 0 {
				t.Error("it was called again")
			}
		})
	}
}
