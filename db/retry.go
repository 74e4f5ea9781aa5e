package db

import (
	"context"
	"time"
)

// retryFor is how long a note about a letter in hand is tried again while the database is
// away. Without it the letter would wait for the end of its lease, or be sent once more.
const retryFor = time.Minute

// Retry does what may be done twice, again and again while the database is away, until it
// is done, ctx ends, or a minute is over; then the last error comes back.
func Retry(ctx context.Context, do func() error) error {
	for end := time.Now().Add(retryFor); ; {
		err := do()
		if err == nil || !Away(err) || ctx.Err() != nil || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
}
