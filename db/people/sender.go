package people

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Sender is what nearly every letter's command asks about its sender.
type Sender struct {
	Address model.Address // its Player is 0 for a stranger
	Player  model.Player
	Answers int // receipts and questions queued to the address in the last hour
}

// SenderOf reads who writes from an address, and how often they were answered, in one round trip.
func SenderOf(tx *db.Tx, address string) (Sender, error) {
	s := Sender{Address: model.Address{Address: db.Normalise(address)}}
	a, p := &s.Address, &s.Player
	err := db.Scan(tx.Context(), tx, []any{&a.Player, &a.First, &a.Proved, &a.Blocked, &a.Barred, &a.Failing, &a.Display,
		&p.ID, &p.Lang, &p.Zone, &p.Settings, &p.AwayFrom, &p.AwayUntil, &s.Answers}, func() {}, `select coalesce(a.player_id, 0), coalesce(a.first, false), a.proved_at is not null, a.blocked_at is not null, a.barred_at is not null,
			coalesce(a.failing, ''), coalesce(a.display, ''), coalesce(p.id, 0), coalesce(p.lang, ''), coalesce(p.zone, ''), coalesce(p.settings, '{}'), p.away_from, p.away_until,
			(select count(*) from outbox where address = $1 and purpose in ('receipt', 'ask') and queued_at > $2::timestamptz - interval '1 hour')
		from (select) one left join addresses a on a.address = $1 left join players p on p.id = a.player_id`, a.Address, tx.Now())
	if err != nil {
		return s, fmt.Errorf("what is known of a sender: %w", err)
	}
	return s, nil
}

// LastAnswer returns the params of the last receipt queued to an address in the last hour, "" if none.
func LastAnswer(tx *db.Tx, address string) (string, error) {
	return db.Value[string](tx.Context(), tx, `select coalesce((select params::text from outbox where address = $1 and purpose = 'receipt'
		and queued_at > $2::timestamptz - interval '1 hour' order by queued_at desc, id desc limit 1), '')`, db.Normalise(address), tx.Now())
}

// AsksThisHour counts the questions queued to an address in the last hour.
func AsksThisHour(tx *db.Tx, address string) (int, error) {
	return db.Value[int](tx.Context(), tx, `select count(*) from outbox where address = $1 and purpose = 'ask'
		and queued_at > $2::timestamptz - interval '1 hour'`, db.Normalise(address), tx.Now())
}

// LettersThisHour lists the letters of a sender in the last hour, newest first. The list is short, because
// senders may only send so many.
func LettersThisHour(tx *db.Tx, sender string) ([]model.Taken, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.Taken], `select coalesce(words_hash, ''), state = 'refuse', taken_at from letters
		where sender = $1 and taken_at > $2::timestamptz - interval '1 hour' order by taken_at desc, id desc`, db.Fit(sender), tx.Now())
}

// StepSeen reports whether a letter with the same words was taken for a step. Held letters do not count,
// because a stranger may have sent them.
func StepSeen(tx *db.Tx, match int64, seat, step int, words [32]byte) (bool, error) {
	return db.Value[bool](tx.Context(), tx, `select exists (select from letters where match_id = $1 and seat = $2 and step = $3 and words_hash = $4
		and state in ('apply', 'refuse'))`, match, seat, step, words[:])
}
