package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pitpost.example/token"
)

// What the version of commit 7f3e730 wrote into letter 1016 to Bo's seat in match 1, with this secret. That
// version did not hide the numbers in links and return addresses.
const (
	formerSecret   = "5f1d0c6a7be2943880a1f3e5d7c9b2a46e8f0d1c3b5a79684f2e1d0c9b8a7766"
	formerToken    = "y497ne77hj0j46mcc9r7afmsgnezbd4k198" // of the seat's first step
	formerID       = "<turn.1d4c7be0a95f3826ce07.pitpost@pit.test>"
	formerLink     = "/letter/1016-d9vr31fnzq00cv2138ake3ne"
	formerStop     = "yphqveg5506cbjepdx25kq8xm32dne1dth4" // of player 2
	formerReturn   = "play+b000000zr8k63b34ry5cz4v2w90rq14z0@pit.test"
	formerCalendar = "1-7-qqt218238gq2kct2gwbh2we7" // of player 1
)

// formerHouse returns a house of that version, after the upgrade, with that letter sent.
func formerHouse(t *testing.T) *gallery {
	t.Helper()
	g := newGallery(t)
	keys, err := token.ParseKeys([]byte(formerSecret))
	if err != nil {
		t.Fatal(err)
	}
	g.Keys, g.In.Keys, g.Out.Keys = keys, keys, keys
	g.Server.Config.Handler = g.Pages()
	var player int64
	if err := g.DB.Pool().QueryRow(t.Context(), "select player_id from seats where match_id = 1 and no = 1 and name = 'Bo'").Scan(&player); err != nil || player != 2 {
		t.Fatalf("Bo is player %d: %v", player, err)
	}
	_, err = g.DB.Pool().Exec(t.Context(), `insert into outbox (id, key, match_id, seat, player_id, address, purpose, step, params, message_id, state, raw, next_at, queued_at, sent_at)
		overriding system value values (1016, 'former', 1, 1, 2, 'bo@example.net', 'turn', 1, '{}', $1, 'sent', $2, $3, $3, $3)`,
		formerID, []byte("Subject: Your turn\r\nX-Pitpost: 1016\r\n\r\nYour turn, Bo.\r\n"), g.Clock)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lastLetter returns the match that the last incoming letter was about, and its result.
func (g *gallery) lastLetter() (match int64, why string) {
	g.T.Helper()
	if err := g.DB.Pool().QueryRow(g.T.Context(), "select coalesce(match_id, 0), why from letters order by id desc limit 1").Scan(&match, &why); err != nil {
		g.T.Fatal(err)
	}
	return match, why
}

func TestLettersFromBeforeNumbersWereHiddenAreUnderstood(t *testing.T) {
	t.Parallel()
	g := formerHouse(t)
	v := g.Visitor()
	bo := func(to, header, words string) {
		t.Helper()
		state, _ := g.Write("bo@example.net", to, header, words)
		if match, why := g.lastLetter(); state != "apply" || match != 1 {
			t.Errorf("%q to %s, %q: %s, of match %d: %s", words, to, header, state, match, why)
		}
	}
	bo("play+"+formerToken+"@pit.test", "", "status")
	bo("play@pit.test", "In-Reply-To: "+formerID+"\r\n", "rules")
	if code, page := v.Get(formerLink); code != http.StatusOK || !strings.Contains(page, "Your turn, Bo.") {
		t.Errorf("its link: %d %s", code, page)
	}
	site := g.Pages()
	calendar := func() bool {
		t.Helper()
		if _, err := g.DB.Pool().Exec(t.Context(), `update players set settings = settings || '{"calendar": 7}' where id = 1`); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/calendar/"+formerCalendar+".ics", nil))
		if w.Code != http.StatusOK && w.Code != http.StatusNotFound {
			t.Fatalf("the feed: %d %s", w.Code, w.Body)
		}
		return w.Code == http.StatusOK
	}
	if !calendar() {
		t.Error("the feed of a calendar that was set up has ended")
	}
	bounce := func(name string) string {
		t.Helper()
		g.Write("mailer-daemon@example.net", formerReturn, "Auto-Submitted: auto-replied\r\nX-Failed-Recipients: bo@example.net\r\nSubject: Undelivered Mail Returned to Sender\r\nX-Test: "+name+"\r\n",
			"550 5.1.1 user unknown "+name)
		_, why := g.lastLetter()
		return why
	}
	if why := bounce("soon"); !strings.HasPrefix(why, "hard bounce 5.1.1 of letter 1016") {
		t.Errorf("what came back to its return address: %s", why)
	}

	// After 90 days its link and return address are no longer valid; its token still is.
	if _, err := g.DB.Pool().Exec(t.Context(), `update house set value = to_jsonb(now() - interval '91 days') where key = 'numbers hidden'`); err != nil {
		t.Fatal(err)
	}
	if code, _ := v.Get(formerLink); code != http.StatusNotFound {
		t.Errorf("its link after 91 days: %d", code)
	}
	if why := bounce("late"); !strings.HasSuffix(why, "names no letter of ours") {
		t.Errorf("what came back after 91 days: %s", why)
	}
	if !calendar() {
		t.Error("the feed of a calendar has ended by itself")
	}
	bo("play+"+formerToken+"@pit.test", "", "cards")
}

func TestUnsubscribingByALetterFromBeforeNumbersWereHidden(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"a click", "a letter"} {
		t.Run(by, func(t *testing.T) {
			g := formerHouse(t)
			if by == "a letter" {
				if state, _ := g.Write("bo@example.net", "play+"+formerStop+"@pit.test", "Subject: stop\r\n", ""); state != "apply" {
					t.Errorf("to its unsubscribe address: %s", state)
				}
			} else {
				w := httptest.NewRecorder()
				g.Pages().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/stop/"+formerStop, nil))
				if w.Code != http.StatusOK {
					t.Errorf("its unsubscribe link: %d", w.Code)
				}
			}
			is(g.Study, true, "Bo stopped", boStopped)
		})
	}
}
