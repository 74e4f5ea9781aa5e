package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/pages"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer/letter"
)

var listUnsubscribe = regexp.MustCompile(`^<https://pit\.test(/stop/\w+)>, <mailto:[^?>]+\?subject=\w+>$`)

// unsubscribe returns the link in the List-Unsubscribe header of an address's last letter.
func unsubscribe(s *friends.Study, address, purpose string) string {
	s.T.Helper()
	h, _ := s.Read(address, purpose)
	found := listUnsubscribe.FindStringSubmatch(h.Get("List-Unsubscribe"))
	if found == nil || h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		s.T.Fatalf("%s for %s: %s; %s", purpose, address, h.Get("List-Unsubscribe"), h.Get("List-Unsubscribe-Post"))
	}
	return found[1]
}

func is(s *friends.Study, want bool, what, sql string) {
	s.T.Helper()
	var got bool
	if err := s.DB.Pool().QueryRow(s.T.Context(), "select exists ("+sql+")").Scan(&got); err != nil || got != want {
		s.T.Errorf("%s: %v, want %v (%v)", what, got, want, err)
	}
}

const (
	boStopped = "select from seats where match_id = 1 and name = 'Bo' and stopped_at is not null"
	cyBlocked = "select from addresses where address = 'cy@example.net' and blocked_at is not null"
	boBlocked = "select from addresses where address = 'bo@example.net' and blocked_at is not null"
	cyDecline = "select from seats where match_id = 1 and name = 'Cy' and state = 'declined'"
	toldOnce  = "select from outbox where key like '%declined:2' having count(*) = 1"
)

func TestAScannersGETChangesNothingAPOSTWithoutCookiesUnsubscribesAPOSTTwiceSaysTheSame(t *testing.T) {
	t.Parallel()
	s := friends.Open(t)
	s.Out.PublicURL = "https://pit.test"
	s.Write("Ana <ana@example.org>", "play@pit.test", "Subject: new saboteur with bo@example.net, cy@example.net\r\n", "")
	h, _ := s.Read("bo@example.net", "invite")
	s.Write("bo@example.net", h.Get("Reply-To"), "", "yes")
	site := pages.Site{House: s.House, Writer: &letter.Writer{Words: s.Words}, Keys: s.Keys, Now: time.Now}
	server := httptest.NewServer(site.Stop())
	t.Cleanup(server.Close)
	ask := func(method, path string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader("List-Unsubscribe=One-Click"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK || len(res.Cookies()) > 0 {
			t.Errorf("%s: %d, %v", method, res.StatusCode, err)
		}
		return string(body)
	}
	bo := unsubscribe(s, "bo@example.net", "invite") // the link of an old letter stays valid
	cy := unsubscribe(s, "cy@example.net", "invite")
	for _, path := range []string{bo, cy} {
		if page := ask("GET", path); !strings.Contains(page, `<form method="post">`) || !strings.Contains(page, "<button>") {
			t.Errorf("a person finds no button: %s", page)
		}
		ask("HEAD", path)
	}
	is(s, false, "Bo stopped by a GET", boStopped)
	is(s, false, "Cy blocked by a GET", cyBlocked)
	for _, path := range []string{bo, cy} {
		if first, again := ask("POST", path), ask("POST", path); first != again {
			t.Errorf("first %s, then %s", first, again)
		}
	}
	is(s, true, "Bo stopped", boStopped)
	is(s, false, "Bo, who sat down, is never invited again", boBlocked)
	is(s, true, "Cy never invited again", cyBlocked)
	is(s, true, "Cy declined", cyDecline)
	is(s, true, "the host told once", toldOnce)
}
