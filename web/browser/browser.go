// Package browser is what every page of the house asks of a browser, whatever it shows: the
// language to answer in, the headers that keep a page to itself, the proof that it runs on this
// machine, and that nothing in a letter's HTML acts or reaches out when it is shown.
package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"golang.org/x/text/language"
)

// Tongues are the languages of the pages, English first.
var Tongues = [...]string{"en", "de", "fr", "nl", "es", "it", "pt"}

// Asked is the language of Tongues that a browser asks for; English for none of them.
func Asked(r *http.Request) string {
	tags := make([]language.Tag, len(Tongues))
	for i, k := range Tongues {
		tags[i] = language.MustParse(k)
	}
	want, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return Tongues[0]
	}
	_, at, _ := language.NewMatcher(tags).Match(want...)
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

// Show answers with a page, whole or not at all: where it cannot be made sorry stands alone,
// and the error says why.
func Show(w http.ResponseWriter, status int, pages *template.Template, name string, page any, sorry string) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, page); err != nil {
		http.Error(w, sorry, http.StatusInternalServerError)
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
