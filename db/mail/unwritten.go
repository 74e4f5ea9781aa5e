package mail

import (
	"context"
	"time"

	"pitpost.example/db"
)

// Unwritten begins the reason that is kept with a letter that could not be written.
const Unwritten = "not written: "

// UnwrittenLetters are letters that could not be written.
type UnwrittenLetters struct {
	Waiting int    // are tried again
	Aside   int    // were set aside after the last try
	Last    string // the one queued last: its number, its purpose and its match
	Reason  string // of that one, Unwritten before it
}

// UnwrittenSince tells of the letters queued since a time.
func UnwrittenSince(ctx context.Context, d *db.DB, since time.Time) (u UnwrittenLetters, err error) {
	err = d.Pool().QueryRow(ctx, `select count(*) filter (where state = 'queued'), count(*) filter (where state = 'failed'),
		coalesce((array_agg(format('letter %s (%s%s)', id, purpose, ', match ' || match_id) order by id desc))[1], ''),
		coalesce((array_agg(reply order by id desc))[1], '')
		from outbox where queued_at > $1 and state in ('queued', 'failed') and starts_with(reply, $2)`, since, Unwritten).
		Scan(&u.Waiting, &u.Aside, &u.Last, &u.Reason)
	return u, err
}
