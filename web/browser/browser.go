// Package browser has what all pages of the house need: the language to answer in, headers that keep a page
// private, the checks that a browser runs on this machine, and the cleaning of a letter's HTML, so that showing
// it runs and loads nothing.
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
	"time"

	"golang.org/x/text/language"
)

// Tongues lists the languages of the pages. English comes first because it is the default.
var Tongues = []language.Tag{language.English, language.German, language.French, language.Dutch, language.Spanish, language.Italian,
	language.Portuguese, language.EuropeanPortuguese}

// matcher matches a browser's languages with Tongues.
var matcher = language.NewMatcher(Tongues)

// PreferredLanguage returns the code of the language in Tongues that suits the browser best, English if none does.
func PreferredLanguage(r *http.Request) string {
	_, at := language.MatchStrings(matcher, r.Header.Get("Accept-Language"))
	return Tongues[at].String()
}

// GuardHeaders adds headers to every answer, so that a page loads only what policy allows, tells no other site where
// the reader came from, and is not indexed. If secure is set, the house is reached by HTTPS only.
func GuardHeaders(policy string, secure bool, next http.Handler) http.Handler {
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

// ShowPage answers with a page. If the template fails, nothing has been sent.
func ShowPage(w http.ResponseWriter, status int, pages *template.Template, name string, page any) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, page); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
	return nil
}

// MatchNumber returns the number of the match in the path, or 0 if that part is no number.
func MatchNumber(r *http.Request) int64 {
	n, err := strconv.ParseInt(r.PathValue("match"), 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != r.PathValue("match") {
		return 0
	}
	return n
}

// Refusal is an error with a status and the reason for the reader: a key of the catalogue, or a sentence.
type Refusal struct {
	Status int
	Why    string
}

func (r *Refusal) Error() string { return r.Why }

// NewRefusal returns a Refusal as an error.
func NewRefusal(status int, why string) error { return &Refusal{status, why} }

// RefusingPage returns a page that always refuses.
func RefusingPage(why error) Page {
	return func(http.ResponseWriter, *http.Request) error { return why }
}

// Page answers a request. It returns a *Refusal if the request must
// be refused, and any other error if something failed.
type Page func(http.ResponseWriter, *http.Request) error

// Sorry answers a request with the reason why it is refused.
type Sorry func(w http.ResponseWriter, r *http.Request, status int, why string) error

// ServePage turns a page into a handler. A refusal is shown by sorry; any
// other error is logged, and the reader is shown failed.
func ServePage(show Page, sorry Sorry, failed string, log *slog.Logger) http.HandlerFunc {
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

// ETag returns the entity tag of a body, which is a hash and so reveals nothing else.
func ETag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// ServeUnlessCached answers with a body of the content type kind, or with 304 if the client has it already.
func ServeUnlessCached(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	w.Header().Set("ETag", ETag(body))
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// WriteJSON answers with a value as one line of WriteJSON.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}
