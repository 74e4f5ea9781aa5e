package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// requested returns the answer to a GET for a host name, through a proxy if forwarded is not "".
func requested(t *testing.T, at, path, name, forwarded string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = name
	if forwarded != "" {
		r.Header.Set("X-Forwarded-For", forwarded)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// A house without pages says in one sentence what it is, and every house asks robots to stay away.
func TestAHouseWithoutPagesSaysWhatItIs(t *testing.T) {
	t.Parallel()
	d := realHouse(t, func(s *settings.Settings) {
		s.LMTP, s.MXName, s.SMTPURL, s.Operator = "127.0.0.1:0", "mail.pit.test", "smtp://"+settings.Secret(lab.SMTPScript(t).Addr), "jo@example.org"
	})
	for path, want := range map[string]string{"/": "a server for card games by mail", "/robots.txt": "Disallow: /"} {
		if code, body := requested(t, d.HTTPAddr, path, "127.0.0.1", ""); code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
	for _, path := range []string{"/.well-known/security.txt", "/elsewhere"} {
		if code, body := requested(t, d.HTTPAddr, path, "127.0.0.1", ""); code != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
}

// In a house that is open to the world the page of the built-in post office is closed, even without a proxy's
// header, and metrics are only for the inside.
func TestWhatIsInsideIsNotShownToTheWorld(t *testing.T) {
	t.Parallel()
	d := realHouse(t, func(s *settings.Settings) {
		s.PublicURL, s.PostSMTP, s.PostIMAP, s.Metrics = "https://play.example.org", "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	})
	for _, path := range []string{"/mailbox/ana@pit.localhost", "/open?address=ana", "/postoffice.css"} {
		if code, body := requested(t, d.HTTPAddr, path, "127.0.0.1:8025", ""); code != http.StatusForbidden || !strings.Contains(body, "PUBLIC_URL") {
			t.Errorf("the post office at %s: %d %s", path, code, body)
		}
	}
	if code, body := requested(t, d.HTTPAddr, "/", "play.example.org", "192.0.2.1"); code != http.StatusOK || strings.Contains(body, "/mailbox/") {
		t.Errorf("the front page: %d %s", code, body)
	}
	for _, c := range []struct {
		at, name, forwarded string
		want                int
	}{
		{d.FiguresAddr, "prometheus.example", "", http.StatusOK},
		{d.HTTPAddr, "127.0.0.1", "", http.StatusOK},
		{d.HTTPAddr, "play.example.org", "", http.StatusNotFound},
		{d.HTTPAddr, "127.0.0.1", "192.0.2.1", http.StatusNotFound},
	} {
		if code, body := requested(t, c.at, "/metrics", c.name, c.forwarded); code != c.want || strings.Contains(body, "pitpost_") != (code == http.StatusOK) {
			t.Errorf("figures under %q, forwarded for %q: %d", c.name, c.forwarded, code)
		}
	}
	if code, _ := requested(t, d.FiguresAddr, "/", "127.0.0.1", ""); code != http.StatusNotFound {
		t.Errorf("where figures are there is more: %d", code)
	}
	for _, s := range []*http.Server{d.Pages, d.Figures} {
		if s.IdleTimeout == 0 || s.IdleTimeout > 2*time.Minute || s.ReadHeaderTimeout == 0 || s.ReadTimeout == 0 || s.WriteTimeout == 0 {
			t.Errorf("a connection may be held for ever: %v %v %v %v", s.IdleTimeout, s.ReadHeaderTimeout, s.ReadTimeout, s.WriteTimeout)
		}
	}
}
