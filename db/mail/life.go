package mail

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Life tells what one letter that came in has done: the facts it added and the letters that were queued
// because of it.
type Life struct {
	LetterLine
	Facts   []LifeFacts
	Notices []LifeNotice
	Graces  []LifeGrace
}

// LifeGrace says that moves of a letter wait and can still be taken back: until At, or for Left if the match is paused.
type LifeGrace struct {
	Match int64
	Seat  int
	At    time.Time
	Left  time.Duration
}

// LifeFacts are the numbers of the facts that a letter added to one match. What the facts say is not told.
type LifeFacts struct {
	Match       int64
	First, Last int
}

// LifeNotice is a letter out that was queued because of a letter in. It tells what became of it, but not what
// it says or to whom.
type LifeNotice struct {
	ID       int64
	Purpose  model.Purpose
	Match    int64 // 0 for none
	Seat     int
	State    model.MailState
	Tries    int
	Code     string // three-digit code of the relay's last reply, "" if none
	QueuedAt time.Time
	SentAt   *time.Time
}

// ErrNoLetter means that there is no letter with an id.
var ErrNoLetter = errors.New("no such letter")

// ReadLetterLife returns the life of the letter with a TraceID; ErrNoLetter if there is none.
func ReadLetterLife(ctx context.Context, d *db.DB, id string) (*Life, error) {
	low, err := hex.DecodeString(id)
	if err != nil || len(low) != 6 {
		return nil, ErrNoLetter
	}
	high := append(slices.Clip(low), bytes.Repeat([]byte{0xff}, 32-len(low))...)
	line, err := db.QueryFirst[LetterLine](ctx, d, letterLines+"where hash between $1 and $2 order by id limit 1",
		low, high)
	if err != nil {
		return nil, err
	}
	if line == nil {
		return nil, ErrNoLetter
	}
	life := &Life{LetterLine: *line}
	cause := "letter " + id
	// The notices that a command queues have its time.
	life.Notices, err = db.QueryRows[LifeNotice](ctx, d, `select id, purpose, coalesce(match_id, 0), coalesce(seat, 0), state::text, tries,
		coalesce(substring(reply from '^[2-5][0-9][0-9]'), ''), queued_at, sent_at
		from outbox where queued_at = $1 and cause = $2 order by id`, line.TakenAt, cause)
	if err != nil {
		return nil, fmt.Errorf("what letter %s let be written: %w", id, err)
	}
	matches := []int64{line.Match} // its facts are in this match or those of its notices
	for _, n := range life.Notices {
		matches = append(matches, n.Match)
	}
	life.Facts, err = db.QueryRows[LifeFacts](ctx, d, `select match_id, min(seq), max(seq) from facts where match_id = any($1) and cause = $2
		group by match_id order by match_id`, matches, cause)
	if err != nil {
		return nil, fmt.Errorf("what letter %s did: %w", id, err)
	}
	life.Graces, err = db.QueryRows[LifeGrace](ctx, d, `select match_id, no, (standing->'grace'->>'at')::timestamptz, coalesce((standing->'grace'->>'left')::bigint, 0)
		from seats where match_id = any($1) and standing->'grace'->>'letter' = $2 order by match_id, no`, matches, id)
	if err != nil {
		return nil, fmt.Errorf("what waits of letter %s: %w", id, err)
	}
	return life, nil
}

// Unwritten is the prefix of the reason that is kept with a letter that could not be written.
const Unwritten = "not written: "

// UnwrittenLetters counts letters that could not be written.
type UnwrittenLetters struct {
	Waiting int    // those that will be tried again
	Aside   int    // those that were given up
	Last    string // the newest one: its number, purpose and match
	Reason  string // why that one failed, with the prefix Unwritten
}

// CountUnwritten counts such letters among those queued since a time.
func CountUnwritten(ctx context.Context, d *db.DB, since time.Time) (u UnwrittenLetters, err error) {
	err = d.Pool().QueryRow(ctx, `select count(*) filter (where state = 'queued'), count(*) filter (where state = 'failed'),
		coalesce((array_agg(format('letter %s (%s%s)', id, purpose, ', match ' || match_id) order by id desc))[1], ''),
		coalesce((array_agg(reply order by id desc))[1], '')
		from outbox where queued_at > $1 and state in ('queued', 'failed') and starts_with(reply, $2)`, since, Unwritten).
		Scan(&u.Waiting, &u.Aside, &u.Last, &u.Reason)
	return u, err
}
