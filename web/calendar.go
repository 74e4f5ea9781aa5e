package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// Calendar answers /calendar/WORD.ics with what feed makes of the word; nil for a word that
// is none of ours, or no more. A GET changes nothing.
func Calendar(feed func(ctx context.Context, word string) ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
		h.Set("Cache-Control", "private, no-cache")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "GET only", http.StatusMethodNotAllowed)
			return
		}
		word, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/calendar/"), ".ics")
		var body []byte
		var err error
		if ok {
			body, err = feed(r.Context(), word)
		}
		switch {
		case err != nil:
			http.Error(w, "not now; ask again later", http.StatusServiceUnavailable)
			return
		case body == nil:
			http.NotFound(w, r)
			return
		}
		sum := sha256.Sum256(body)
		tag := `"` + hex.EncodeToString(sum[:12]) + `"`
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		h.Set("Content-Type", "text/calendar; charset=utf-8")
		_, _ = w.Write(body) // the reader has gone
	})
}
