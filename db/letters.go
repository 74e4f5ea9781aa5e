package db

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/model"
)

func (p *batch) noteLetter(cause model.Cause) {
	if l := cause.Letter; l != nil {
		p.add(aLetter, letterArgs(l, cause.Now)...)
	}
}

const insertLetter = "insert into letters (hash, message_id, door, sender, subject, match_id, seat, step, words_hash, kept, state, why, raw, received_at, taken_at) values "

func letterArgs(l *model.Letter, now time.Time) []any {
	var match *int64
	var seat, step *int
	if l.Match != 0 {
		match, seat, step = &l.Match, &l.Seat, &l.Step
	}
	return []any{l.Hash[:], Fit(l.MessageID), l.Door, Fit(l.Sender), Clean(l.Subject), match, seat, step, l.WordsHash[:], Clean(l.Kept),
		l.State, Clean(l.Why), l.Raw, l.ReceivedAt, now}
}

// seen turns the letter's unique index into ErrSeen: another process noted the
// same letter while this one was at work.
func seen(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "23505" && pg.TableName == "letters" {
		return ErrSeen
	}
	return err
}
