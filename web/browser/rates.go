package browser

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// ratesKept is how many callers are remembered, those who called last.
const ratesKept = 10_000

// Rates limits how often each of many callers may call. It is safe for concurrent use.
type Rates[K comparable] struct {
	known  *lru.Cache[K, *rate.Limiter]
	second rate.Limit
	burst  int
}

// NewRates returns limits for calls of each key: how many a second, and how many at once.
func NewRates[K comparable](second float64, burst int) *Rates[K] {
	known, _ := lru.New[K, *rate.Limiter](ratesKept) // fails for no size alone
	return &Rates[K]{known, rate.Limit(second), burst}
}

// Allow counts a call and reports whether it may be answered.
func (r *Rates[K]) Allow(caller K) bool {
	l, known := r.known.Get(caller)
	if !known {
		l = rate.NewLimiter(r.second, r.burst)
		if first, made, _ := r.known.PeekOrAdd(caller, l); made {
			l = first
		}
	}
	return l.Allow()
}
