package mail

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lead"
)

// TakeOver lets letters be claimed at once that a process had in hand which is gone: no session
// in the database bears its name, or its heart no longer beats. One that only lost its sessions, or
// was frozen, finds that out by its Presence before it goes on; only what it was handing over at
// that moment, or had not marked yet, may be sent a second time, the same bytes. Letters that were
// put off under a clock that was ahead of now's go now too.
func TakeOver(ctx context.Context, d *db.DB, now time.Time) error {
	_, err := d.Pool().Exec(ctx, `update outbox set next_at = least(next_at, $2), holder = '' where id in (
		select id from outbox where state in ('queued', 'written') and holder not in ('', $1) and not `+lead.Alive("holder")+`
			for no key update skip locked)`, d.Name(), now)
	if err != nil {
		return fmt.Errorf("taking over letters of processes that are gone: %w", err)
	}
	return recall(ctx, d, now)
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
func recall(ctx context.Context, d *db.DB, now time.Time) error {
	_, err := d.Pool().Exec(ctx, `update outbox set next_at = case when holder = '' then $1::timestamptz else $1::timestamptz + $2::interval end
		where id in (select id from outbox where state in ('queued', 'written') and next_at > $1::timestamptz + $3::interval
			and next_at > $1::timestamptz + interval '1 minute' + case when holder <> '' then $2 when tries < 4 then $3 when tries = 4 then $4 else $5::interval end
			for no key update skip locked)`,
		now, lease, LongestWait(0), LongestWait(4), LongestWait(5))
	if err != nil {
		return fmt.Errorf("letters that wait for a clock that was ahead: %w", err)
	}
	return nil
}
