package web_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	ical "github.com/arran4/golang-ical"

	"pitpost.example/db/lookup"
	"pitpost.example/db/people"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer/letter"
)

// The feed has the deadlines of a player's turns and nothing about
// their cards. A changed or revoked address opens nothing.
func TestCalendarOfDeadlines(t *testing.T) {
	t.Parallel()
	g := friends.Play(t, "saboteur")
	g.AnaLink() // so that only her turn is due
	player, err := people.PlayerByID(t.Context(), g.DB, 1)
	if err != nil || player == nil {
		t.Fatalf("no player: %v", err)
	}
	get := func(word, tag string) (int, string, http.Header) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.Server.URL+"/calendar/"+word+".ics", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", tag)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body), answer.Header
	}
	if status, _, _ := get(letter.CalendarWord(g.Keys, 1, 7), ""); status != http.StatusNotFound {
		t.Errorf("a feed that nobody asked for: %d", status)
	}
	if _, err := g.DB.Pool().Exec(t.Context(), `update players set settings = settings || '{"calendar": 7}' where id = 1`); err != nil {
		t.Fatal(err)
	}
	word := letter.CalendarWord(g.Keys, 1, 7)
	status, body, header := get(word, "")
	if status != http.StatusOK || !strings.HasPrefix(header.Get("Content-Type"), "text/calendar") {
		t.Fatalf("%d %v", status, header)
	}
	feed, err := ical.ParseCalendar(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	open, err := lookup.ListDeadlines(t.Context(), g.DB, 1, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if len(feed.Events()) != len(open) || len(open) != 1 {
		t.Fatalf("%d events for %d deadlines", len(feed.Events()), len(open))
	}
	at, err := feed.Events()[0].GetStartAt()
	if err != nil || !at.Equal(open[0].Until.Truncate(time.Second)) {
		t.Errorf("at %v, want %v: %v", at, open[0].Until, err)
	}
	if url := feed.Events()[0].GetProperty(ical.ComponentPropertyUrl); url == nil || url.Value != fmt.Sprintf("%s/seat/%d", g.Server.URL, g.ID) {
		t.Errorf("the entry leads to %v", url)
	}
	for _, secret := range []string{"miner", "saboteur.", "path-", "map", "play+", "ana@"} {
		if strings.Contains(strings.ToLower(body), secret) {
			t.Errorf("the feed holds %q:\n%s", secret, body)
		}
	}
	if again, _, _ := get(word, header.Get("ETag")); again != http.StatusNotModified {
		t.Errorf("asked again: %d", again)
	}
	for i := range word {
		altered := word[:i] + map[bool]string{true: "x", false: "y"}[word[i] != 'x'] + word[i+1:]
		if status, _, _ := get(altered, ""); status != http.StatusNotFound {
			t.Fatalf("altered at %d: %d", i, status)
		}
	}
	if _, err := g.DB.Pool().Exec(t.Context(), `update players set settings = settings - 'calendar' where id = 1`); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := get(word, ""); status != http.StatusNotFound {
		t.Errorf("killed: %d", status)
	}
}
