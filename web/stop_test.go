package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pitpost.example/templates"
)

func words(t *testing.T) *templates.Catalog {
	t.Helper()
	c, err := templates.LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// stops records the tokens whose mail was stopped.
type stops struct{ tokens []string }

func (s *stops) do(_ context.Context, token string) (bool, error) {
	s.tokens = append(s.tokens, token)
	if token == "away" {
		return false, errors.New("the database is away")
	}
	return token == "t0ken", nil
}

func ask(t *testing.T, s *stops, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	ServeUnsubscribe(words(t), s.do).ServeHTTP(w, r)
	return w
}

func TestOnlyAPostStopsTheMailAndTheSecondLikeTheFirst(t *testing.T) {
	s := &stops{}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		// Prefetchers and scanners mark their requests in many ways, or not at all.
		w := ask(t, s, method, "/stop/t0ken?List-Unsubscribe=One-Click", "")
		if w.Code != http.StatusOK || len(s.tokens) > 0 {
			t.Fatalf("%s: %d, %d stops", method, w.Code, len(s.tokens))
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: a page elsewhere may frame the button, or read it as something else: %q", method, policy)
		}
		if method == http.MethodGet && !strings.Contains(w.Body.String(), `method="post"`) {
			t.Error("a person finds no button")
		}
	}
	for _, method := range []string{http.MethodOptions, http.MethodPut, http.MethodDelete, "PROPFIND"} {
		if w := ask(t, s, method, "/stop/t0ken", ""); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" || len(s.tokens) > 0 {
			t.Errorf("%s: %d, %d stops", method, w.Code, len(s.tokens))
		}
	}
	for _, body := range []string{"", "x=y", "One-Click"} { // a scanner that posts
		if w := ask(t, s, http.MethodPost, "/stop/t0ken", body); w.Code != http.StatusBadRequest || len(s.tokens) > 0 || !strings.Contains(w.Body.String(), `method="post"`) {
			t.Errorf("a POST of %q: %d, %d stops", body, w.Code, len(s.tokens))
		}
	}
	first := ask(t, s, http.MethodPost, "/stop/t0ken", "List-Unsubscribe=One-Click")
	second := ask(t, s, http.MethodPost, "/stop/t0ken", "List-Unsubscribe=One-Click")
	if len(s.tokens) != 2 || s.tokens[0] != "t0ken" || first.Code != http.StatusOK {
		t.Fatalf("POST: %d, stops %q", first.Code, s.tokens)
	}
	if first.Code != second.Code || first.Body.String() != second.Body.String() {
		t.Error("the second POST is answered otherwise")
	}
	for _, w := range []*httptest.ResponseRecorder{first, second} {
		if w.Header().Get("Set-Cookie")+w.Header().Get("Location") != "" || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("headers %v", w.Header())
		}
	}
}

func TestStopTellsNothingOfAForeignToken(t *testing.T) {
	s := &stops{}
	if w := ask(t, s, http.MethodPost, "/stop/<script>", "List-Unsubscribe=One-Click"); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "script>") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	// A 503 makes a mail program try again later.
	if w := ask(t, s, http.MethodPost, "/stop/away", "List-Unsubscribe=One-Click"); w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "database") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// The page is in the browser's language, and in English if we do not have that language.
func TestStopSpeaksTheBrowsersLanguage(t *testing.T) {
	said := map[string]string{}
	for header, lang := range map[string]string{"": "en", "de-AT,de;q=0.9,en;q=0.5": "de", "fr": "fr", "nl-BE": "nl", "es-419": "es",
		"it;q=0.2,en;q=0.1": "it", "pt-BR": "pt", "fi, sv;q=0.5": "en", "xx-!!": "en", "fi;q=1, de;q=0.4, en;q=0.3": "de"} {
		r := httptest.NewRequest(http.MethodGet, "/stop/t0ken", nil)
		r.Header.Set("Accept-Language", header)
		w := httptest.NewRecorder()
		ServeUnsubscribe(words(t), (&stops{}).do).ServeHTTP(w, r)
		page := w.Body.String()
		if !strings.Contains(page, `<html lang="`+lang+`">`) || strings.Contains(page, "stop.") || w.Header().Get("Vary") != "Accept-Language" {
			t.Errorf("%q: %s", header, page)
		}
		if was := said[lang]; was != "" && was != page {
			t.Errorf("%q: another page in %s", header, lang)
		}
		said[lang] = page
	}
	if len(said) != 7 {
		t.Errorf("%d languages", len(said))
	}
}
