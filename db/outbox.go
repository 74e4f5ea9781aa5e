package db

import (
	"context"
	"time"
)

// SentSince counts the letters that left since a time.
func (d *DB) SentSince(ctx context.Context, t time.Time) (int, error) {
	return Value[int](ctx, d.Pool(), "select count(*) from outbox where state = 'sent' and sent_at > $1 and purpose <> 'ping'", t)
}

// Queued counts the letters in each state.
func (d *DB) Queued(ctx context.Context) (map[string]int, error) {
	return d.counts(ctx, "select state, count(*) from outbox group by state")
}
