// Package browser is what every page of the house asks of a browser, whatever it shows: the
// language to answer in, the headers that keep a page to itself, the proof that it runs on this
// machine, and that nothing in a letter's HTML acts or reaches out when it is shown.
package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"

	"golang.org/x/text/language"
)

// Tongues are the languages of the pages, English first.
var Tongues = [...]string{"en", "de", "fr", "nl", "es", "it", "pt", "pt-PT"}

// matcher finds the best of Tongues.
var matcher = func() language.Matcher {
	var tags []language.Tag
	for _, tongue := range Tongues {
		tags = append(tags, language.MustParse(tongue))
	}
	return language.NewMatcher(tags)
}()

// Asked is the language of Tongues that a browser asks for; English for none of them.
func Asked(r *http.Request) string {
	_, at := language.MatchStrings(matcher, r.Header.Get("Accept-Language"))
	return Tongues[at]
}

// Guarded gives every answer of a handler the headers that keep a page from loading, telling
// and being framed elsewhere, and from being indexed. Secure says that the house is reached by
// https alone.
func Guarded(policy string, secure bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
		if secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// Show answers with a page, whole or not at all.
func Show(w http.ResponseWriter, status int, pages *template.Template, name string, page any) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, page); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
	return nil
}

// Number reads a part of the path that is one; 0 for anything else.
func Number(r *http.Request, name string) int64 {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != r.PathValue(name) {
		return 0
	}
	return n
}

// Refusal is why a request is not answered with what it asks for: a status, and a key of the
// catalogue or a sentence.
type Refusal struct {
	Status int
	Why    string
}

func (r *Refusal) Error() string { return r.Why }

// Refuse gives it as an error, for whoever answers to show.
func Refuse(status int, why string) error { return &Refusal{status, why} }

// Page answers a request, or says why it does not: a Refusal, or what failed.
type Page func(http.ResponseWriter, *http.Request) error

// Sorry shows why a request is refused.
type Sorry func(w http.ResponseWriter, r *http.Request, status int, why string) error

// Answer serves a page. What is refused is said by sorry; what failed stands in the log, and failed
// is said of it.
func Answer(show Page, sorry Sorry, failed string, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := show(w, r)
		if err == nil {
			return
		}
		no := &Refusal{http.StatusServiceUnavailable, failed}
		if !errors.As(err, &no) {
			log.Error("page", "path", r.Pattern, "err", err)
		}
		if err := sorry(w, r, no.Status, no.Why); err != nil {
			log.Error("page", "path", r.Pattern, "err", err)
			http.Error(w, "This page could not be made.", http.StatusInternalServerError)
		}
	}
}

// ETag names a body; it tells no more than the body does.
func ETag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// Fresh answers with a body of a kind, or with 304 to who has that already.
func Fresh(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	tag := ETag(body)
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(body) // the reader has gone
}

// JSON answers with a value as JSON in one line.
func JSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}
