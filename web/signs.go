package web

import "net/http"

// ServeRobots answers for /robots.txt: no page is for search engines.
func ServeRobots() http.Handler { return plain("User-agent: *\nDisallow: /\n") }

// ServeClosed answers for a house without pages with one sentence, so that a visitor knows what it is.
func ServeClosed() http.Handler {
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
