package db

import (
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// ahead is what was read before it was asked for.
type ahead struct {
	sender  string
	address *model.Address // nil for a stranger
	player  *model.Player
	answers int
	step    model.Expected
	seen    bool
}

const (
	countAnswers = `select count(*) from outbox where address = $1 and purpose in ('receipt', 'ask')
		and queued_at > $2::timestamptz - interval '1 hour'`
	stepSeen = `select exists (select from letters where match_id = $1 and seat = $2 and step = $3 and words_hash = $4
		and state in ('apply', 'refuse'))`
	allAtOnce = `select coalesce(a.player_id, 0), coalesce(a.first, false), a.proved_at is not null, a.blocked_at is not null, a.barred_at is not null, coalesce(a.failing, ''),
			coalesce(a.display, ''), coalesce(p.id, 0), coalesce(p.lang, ''), coalesce(p.zone, ''), coalesce(p.settings, '{}'), p.away_from, p.away_until,
			(select count(*) from outbox where address = $1 and purpose in ('receipt', 'ask') and queued_at > $2::timestamptz - interval '1 hour'),
			$3 > 0 and exists (select from letters where match_id = $3 and seat = $4 and step = $5 and words_hash = $6 and state in ('apply', 'refuse'))
		from (select) one left join addresses a on a.address = $1 left join players p on p.id = a.player_id`
)

// readAhead reads what a letter's deed will ask for.
func (tx *Tx) readAhead() error {
	l := tx.cause.Letter
	if l == nil || tx.cause.Expect == nil {
		return nil
	}
	a := &ahead{sender: Normalise(l.Sender)}
	if tx.passed(*tx.cause.Expect) {
		a.step = *tx.cause.Expect
	}
	address, player, settings := model.Address{Address: a.sender}, model.Player{}, []byte{}
	read := func(rows pgx.Rows) error {
		_, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (struct{}, error) {
			return struct{}{}, row.Scan(&address.Player, &address.First, &address.Proved, &address.Blocked, &address.Barred, &address.Failing, &address.Display,
				&player.ID, &player.Lang, &player.Zone, &settings, &player.AwayFrom, &player.AwayUntil, &a.answers, &a.seen)
		})
		return err
	}
	err := tx.ask(read, allAtOnce, a.sender, tx.Now(), a.step.Match, a.step.Seat, a.step.Step, l.WordsHash[:])
	if err != nil {
		return fmt.Errorf("what is known of a sender: %w", err)
	}
	if address.Player != 0 {
		if err := json.Unmarshal(settings, &player.Settings); err != nil {
			return fmt.Errorf("settings of player %d: %w", player.ID, err)
		}
		a.address, a.player = &address, &player
		tx.know(&player)
	}
	tx.ahead = a
	return nil
}

// passed says whether a step was answered: only of such a one may the same words have come.
func (tx *Tx) passed(e model.Expected) bool {
	t := tx.tables[e.Match]
	if t == nil {
		return false
	}
	s := t.Seat(e.Seat)
	if s == nil {
		return false
	}
	c := t.Match.Chair(s.Name)
	return c != nil && e.Step <= c.Steps
}

// knows says whether what is asked of an address was read ahead and still holds.
func (tx *Tx) knows(address string) bool { return tx.ahead != nil && tx.ahead.sender == address }

// forget drops what was read ahead, once the deed changes it.
func (tx *Tx) forget(address string) {
	if tx.knows(Normalise(address)) {
		tx.ahead = nil
	}
}
