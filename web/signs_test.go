package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestSigns(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 28, 15, 0, 0, 0, time.UTC) }
	get := func(s Signs, path string) (int, string) {
		mux := http.NewServeMux()
		s.Mount(mux)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	if code, body := get(Signs{Now: now}, "/robots.txt"); code != http.StatusOK || !strings.Contains(body, "Disallow: /\n") {
		t.Errorf("%d %s", code, body)
	}
	if code, _ := get(Signs{Now: now}, "/.well-known/security.txt"); code != http.StatusNotFound {
		t.Errorf("nobody to write to: %d", code)
	}
	if code, body := get(Signs{"jo@example.org", now}, "/.well-known/security.txt"); code != http.StatusOK || body != "Contact: mailto:jo@example.org\nExpires: 2027-05-28T00:00:00Z\n" {
		t.Errorf("%d %s", code, body)
	}
}
