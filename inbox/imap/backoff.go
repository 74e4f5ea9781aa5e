package imap

import (
	"math/rand/v2"
	"time"
)

// backoff gives growing pauses between attempts: each up to twice the one before, from Min
// to Max, and each cut at random to between a half and the whole, so that many pollers that
// lost the same server do not come back in step.
type backoff struct {
	Min, Max time.Duration
	tries    int
}

// Next returns the pause before the next attempt.
func (b *backoff) Next() time.Duration {
	pause := min(b.Max, b.Min<<min(b.tries, 20))
	b.tries++
	return jitter(pause)
}

// Reset makes the next pause the shortest again.
func (b *backoff) Reset() { b.tries = 0 }

func jitter(pause time.Duration) time.Duration {
	if pause < 2 {
		return pause
	}
	return pause/2 + rand.N(pause/2)
}
