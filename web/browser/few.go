package browser

import (
	"net/http"
	"time"
)

// fewPatience is how long a request waits for its turn, and then for its answer.
const fewPatience = 5 * time.Second

// LimitRequests returns a wrapper for pages that anybody may ask for. Of all requests to handlers that it wraps, n are
// worked on at a time, so that a flood leaves the processor and the database to the mail. Others wait, and are told to
// come back if that takes long. An answer is sent when it is whole, so slow readers keep nobody waiting.
func LimitRequests(n int) func(http.Handler) http.Handler {
	room := make(chan struct{}, n)
	return func(next http.Handler) http.Handler {
		return http.TimeoutHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case room <- struct{}{}:
				defer func() { <-room }()
				next.ServeHTTP(w, r)
			case <-r.Context().Done():
			}
		}), fewPatience, "Too many people are reading these pages right now. Please try again in a minute.\n")
	}
}
