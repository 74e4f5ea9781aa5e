package db

import (
	"context"
	"fmt"
	"time"
)

// rescue gives up for lost what a process held that is gone: the letters and
// calls of webhooks that it had in hand may be claimed at once. A process
// is gone when no session in the database bears its name, or the one that it
// speaks in twice a second was ended for its silence. One that only lost its
// sessions, or was frozen, finds that out by Presence before it goes on; only what it was handing
// over at that moment, or had not marked yet, may be sent a second time, the same bytes.
func (d *DB) rescue(ctx context.Context, now time.Time) error {
	const gone = " not in ('', $1) and not exists (select from pg_stat_activity a where a.application_name = o.holder || '" + beatsName + "') for no key update skip locked"
	_, err := d.pool.Exec(ctx, `with calls as (
			update webhook_calls set next_at = least(next_at, $2), holder = '' where id in (
				select o.id from webhook_calls o where o.state = 'queued' and o.holder`+gone+`))
		update outbox set next_at = least(next_at, $2), holder = '' where id in (
			select o.id from outbox o where o.state in ('queued', 'written') and o.holder`+gone+")", d.name, now)
	if err != nil {
		return fmt.Errorf("taking over from processes that are gone: %w", err)
	}
	return d.recall(ctx, now)
}

// Presence numbers the session by which others see that this process lives, 0 for none. Where
// the number is no longer what it was, others may have what was in hand. The server is asked
// where its last word is old, so that a process that was frozen finds out first.
func (d *DB) Presence() int {
	l := &d.leads
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stays && time.Since(l.heard) > 2*beatEvery {
		l.speak()
	}
	if l.conn == nil {
		return 0
	}
	return l.dials
}

// LongestWait is the longest that a letter may be put off after so many tries. What waits for
// longer was put off under a clock that was ahead.
func LongestWait(tries int) time.Duration {
	switch {
	case tries < 4:
		return 15 * time.Minute
	case tries == 4:
		return time.Hour
	}
	return 4 * time.Hour
}

// recall lets letters go now that were queued, or put off, under a clock that was ahead of
// now's. One in a process's hands stays there for the length of a lease at most.
func (d *DB) recall(ctx context.Context, now time.Time) error {
	_, err := d.pool.Exec(ctx, `update outbox set next_at = case when holder = '' then $1::timestamptz else $1::timestamptz + $2::interval end
		where id in (select id from outbox where state in ('queued', 'written') and next_at > $1::timestamptz + $3::interval
			and next_at > $1::timestamptz + interval '1 minute' + case when holder <> '' then $2 when tries < 4 then $3 when tries = 4 then $4 else $5::interval end
			for no key update skip locked)`,
		now, lease, LongestWait(0), LongestWait(4), LongestWait(5))
	if err != nil {
		return fmt.Errorf("letters that wait for a clock that was ahead: %w", err)
	}
	return nil
}
