package web

import "net/http"

// Robots answers for /robots.txt: no page is for search engines.
func Robots() http.Handler { return plain("User-agent: *\nDisallow: /\n") }

// Closed answers for a house without pages with one sentence, so that a visitor knows what it is.
func Closed() http.Handler {
	return plain("This is Pitpost, a server for card games by mail. It has no pages here: whoever runs it can open them (PUBLIC_URL).\n")
}

// plain answers with a text.
func plain(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("X-Robots-Tag", "noindex")
		_, _ = w.Write([]byte(text))
	})
}
