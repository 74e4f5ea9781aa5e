package mailer_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/house/people"
	"pitpost.example/mailer/hook"
)

// If the hidden cards are dealt differently, the calls have the same bytes.
func TestWebhooksTellNothingHidden(t *testing.T) {
	h, e := newHooked(t, "saboteur rounds=1"), newEar(t)
	h.host("webhook " + e.URL + "/standard\nwebhook slack " + e.URL + "/slack")
	for range 4 {
		h.move()
	}
	no, _, name := h.due()
	h.lines(no, name, "suspect "+[]string{"Ana", "Bo"}[no%2])
	h.tell()
	before := e.take()
	if len(before) != 10 {
		t.Fatalf("%d calls for a hello and four moves by two: %+v", len(before), before)
	}
	for _, c := range before {
		if strings.Contains(c.body, "my trust") || strings.Contains(c.body, "suspected") || strings.Contains(c.body, `"drew"`) || strings.Contains(c.body, "deck") {
			t.Errorf("it tells %s", c.body)
		}
	}
	h.redeal()
	if _, err := h.db.Pool().Exec(t.Context(), "update webhook_calls set body = null, state = 'queued', tries = 0, next_at = queued_at"); err != nil {
		t.Fatal(err)
	}
	h.tell()
	after := e.take()
	bodies := func(list []heard) (out []string) {
		for _, c := range list {
			out = append(out, c.path+" "+c.body)
		}
		slices.Sort(out)
		return out
	}
	if a, b := bodies(before), bodies(after); !slices.Equal(a, b) {
		t.Errorf("another deal, other calls:\n%s\n\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
}

// Events are numbered without gaps, in order, and spelled as in a record.
func TestWebhookEventsAreARecord(t *testing.T) {
	h, e := newHooked(t, "saboteur"), newEar(t)
	h.host("webhook " + e.URL)
	for range 3 {
		h.move()
	}
	h.tell()
	last := 0
	for _, c := range e.take()[1:] {
		var body struct {
			Type, Timestamp string
			Data            struct {
				Match  int
				Phase  string
				Next   []string
				Events []struct {
					N              int
					At, Kind, Seat string
					Data           map[string]any
				}
			}
		}
		if err := json.Unmarshal([]byte(c.body), &body); err != nil {
			t.Fatal(err)
		}
		if body.Type != "match.news" || body.Data.Match != 1 || body.Data.Phase != "running" || len(body.Data.Next) != 1 {
			t.Errorf("%s", c.body)
		}
		if _, err := time.Parse(time.RFC3339Nano, body.Timestamp); err != nil {
			t.Error(err)
		}
		for _, ev := range body.Data.Events {
			if last != 0 && ev.N != last+1 {
				t.Errorf("event %d follows %d", ev.N, last)
			}
			last = ev.N
			if ev.Kind == "saboteur.dug" && (ev.Data["cell"] == nil || ev.Data["card"] == nil || ev.Seat == "") {
				t.Errorf("%+v", ev)
			}
		}
	}
	if last == 0 {
		t.Error("no events")
	}
}

// What each form posts, in its own language. The words are those of letters.
func TestWebhookForms(t *testing.T) {
	h, e := newHooked(t, "saboteur rounds=1 watch=on"), newEar(t)
	h.host("webhook discord " + e.URL + "/api/webhooks/1/word\nwebhook slack " + e.URL + "/services/T/B/word de\nwebhook matrix " + e.URL +
		"/_matrix/client/v3/rooms/!gold:matrix.example/send/m.room.message?access_token=syt_word fr\nwebhook ntfy " + e.URL + "/pit es")
	h.tell()
	e.take()
	h.move()
	h.tell()
	calls := e.take()
	if len(calls) != 4 {
		t.Fatalf("%d calls", len(calls))
	}
	var words []string
	for _, c := range calls {
		text := c.method + " " + c.path + "\n"
		for _, name := range []string{"Authorization", "Content-Type", "Title", "Webhook-Signature"} {
			if v := c.header.Get(name); v != "" {
				text += name + ": " + v + "\n"
			}
		}
		words = append(words, text+"\n"+c.body+"\n")
	}
	slices.Sort(words)
	out := strings.Join(words, "\n")
	var call string
	if err := h.db.Pool().QueryRow(t.Context(), "select c.word from webhook_calls c join webhooks h on h.id = c.hook_id where h.form = 'matrix' order by c.id desc limit 1").Scan(&call); err != nil {
		t.Fatal(err)
	}
	golden(t, "hooks/forms.txt", strings.ReplaceAll(out, call, "msg_ID"))
}

// News arrive in order, and a server that asks us to wait is not called meanwhile.
func TestWebhookOrderAndRest(t *testing.T) {
	h, e := newHooked(t, "saboteur"), newEar(t)
	h.host("webhook " + e.URL)
	h.tell()
	e.take()
	e.answer(http.StatusTooManyRequests)
	e.after = "600"
	h.move()
	h.tell()
	h.now = h.now.Add(-30 * time.Minute) // because each move below takes 37 minutes
	h.move()
	if h.tell(); len(e.take()) != 1 {
		t.Error("it was not left alone")
	}
	e.answer(http.StatusOK)
	h.now = h.now.Add(time.Hour)
	h.tell()
	calls := e.take()
	if len(calls) != 2 || !(calls[0].header.Get("webhook-id") != calls[1].header.Get("webhook-id")) {
		t.Fatalf("%d calls", len(calls))
	}
	if n := func(c heard) (n int) {
		_, rest, _ := strings.Cut(c.body, `"n":`)
		fmt.Sscanf(rest, "%d", &n)
		return n
	}; n(calls[0]) >= n(calls[1]) {
		t.Errorf("out of order: %d, %d", n(calls[0]), n(calls[1]))
	}
}

// Two processes working at the same time make each call once.
func TestTwoProcessesCallOnce(t *testing.T) {
	h, e := newHooked(t, "saboteur"), newEar(t)
	h.host("webhook " + e.URL)
	for range 8 {
		h.move()
	}
	var work sync.WaitGroup
	for range 8 {
		p := h.teller()
		work.Go(func() {
			for range 10 {
				calls, err := webhook.ClaimCalls(t.Context(), h.db, h.now, 3)
				if err != nil {
					t.Error(err)
				}
				for _, c := range calls {
					if err := p.Deliver(t.Context(), c); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	work.Wait()
	h.tell()
	seen := map[string]int{}
	for _, c := range e.take() {
		seen[c.header.Get("webhook-id")]++
	}
	if len(seen) != 9 {
		t.Errorf("%d of 9 calls were made", len(seen))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s was made %d times", id, n)
		}
	}
}

// A webhook of the house only hears about public matches. A Caller without access to this machine calls
// nothing on it.
func TestHouseWebhookAndClosedNetworks(t *testing.T) {
	h, e := newHooked(t, "saboteur"), newEar(t)
	if _, _, err := h.house.AddHook(t.Context(), people.HookWish{Scope: "house", URL: e.URL, Lang: "en"}, h.now); err != nil {
		t.Fatal(err)
	}
	h.move()
	h.tell()
	if calls := e.take(); len(calls) != 1 || !strings.Contains(calls[0].body, "hello") {
		t.Errorf("a match that is not public: %+v", calls)
	}
	if _, err := h.db.Pool().Exec(t.Context(), "update matches set listed = true, stamp = 7"); err != nil {
		t.Fatal(err)
	}
	h.move()
	h.tell()
	if calls := e.take(); len(calls) != 1 || !strings.Contains(calls[0].body, `"page":"https://pit.example/m/1"`) {
		t.Errorf("a public match: %+v", calls)
	}
	h.hooks.Web = hook.PublicClient(false, 15*time.Second)
	h.move()
	if h.tell(); len(e.take()) != 0 || h.count("select count(*) from webhook_calls where reply = 'not a public address'") != 1 {
		t.Error("this machine itself was called")
	}
	for _, to := range []string{"ftp://example.org", "http://example.org/hook", "https://ana:word@example.org", "nonsense", ""} {
		if _, _, err := h.house.AddHook(t.Context(), people.HookWish{Scope: "house", URL: to, Lang: "en"}, h.now); err == nil {
			t.Errorf("%q is taken for an address", to)
		}
	}
}
