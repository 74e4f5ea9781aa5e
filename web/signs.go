package web

import (
	"fmt"
	"net/http"
	"time"
)

// Signs are the small texts that visitors look for at any host.
type Signs struct {
	// Operator is the address of who runs the house, for whoever has found a hole in it; "" for none.
	Operator string
	Now      func() time.Time
}

// Mount adds them to the pages.
func (s *Signs) Mount(mux *http.ServeMux) {
	mux.Handle("GET /robots.txt", plain(func() string { return "User-agent: *\nDisallow: /\n" }))
	if s.Operator == "" {
		return
	}
	mux.Handle("GET /.well-known/security.txt", plain(func() string { // RFC 9116
		return fmt.Sprintf("Contact: mailto:%s\nExpires: %s\n", s.Operator, s.Now().UTC().AddDate(0, 6, 0).Truncate(24*time.Hour).Format(time.RFC3339))
	}))
}

// Closed answers for a house without pages with one sentence, so that a visitor knows what it is.
func Closed() http.Handler {
	return plain(func() string {
		return "This is Pitpost, a server for card games by mail. It has no pages here: whoever runs it can open them (PUBLIC_URL).\n"
	})
}

// plain answers with a text.
func plain(text func() string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("X-Robots-Tag", "noindex")
		_, _ = w.Write([]byte(text()))
	}
}
