package db

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Expected is what the deed about a letter is likely to ask, so that all of it is read in one
// round trip: who sent it, how often they were answered, whether its step was answered before.
type Expected struct {
	Match int64 // 0 for no step
	Seat  int
	Step  int
}

// ahead is what was read before it was asked for.
type ahead struct {
	sender  string
	address *Address // nil for a stranger
	player  *Player
	answers int
	step    Expected
	seen    bool
}

const (
	countAnswers = `select count(*) from outbox where address = $1 and purpose in ('receipt', 'ask')
		and queued_at > $2::timestamptz - interval '1 hour'`
	stepSeen = `select exists (select from letters where match_id = $1 and seat = $2 and step = $3 and words_hash = $4
		and state in ('apply', 'refuse'))`
)

// readAhead reads what a letter's deed will ask for.
func (w *Work) readAhead() error {
	l := w.cause.Letter
	if l == nil || w.cause.Expect == nil {
		return nil
	}
	a := &ahead{sender: fold(l.Sender)}
	b := &pgx.Batch{}
	b.Queue("select "+addressColumns+" from addresses where address = $1", a.sender)
	b.Queue("select "+playerColumns+" from players where id = (select player_id from addresses where address = $1)", a.sender)
	b.Queue(countAnswers, a.sender, w.Now())
	if a.step = *w.cause.Expect; a.step.Match != 0 {
		b.Queue(stepSeen, a.step.Match, a.step.Seat, a.step.Step, l.WordsHash[:])
	}
	res := w.conn.SendBatch(w.ctx, b)
	defer res.Close()
	address, err := one(res, scanAddress)
	if err != nil {
		return err
	}
	player, err := one(res, scanPlayer)
	if err != nil {
		return err
	}
	if err := res.QueryRow().Scan(&a.answers); err != nil {
		return fmt.Errorf("answers of an hour: %w", err)
	}
	if a.step.Match != 0 {
		if err := res.QueryRow().Scan(&a.seen); err != nil {
			return fmt.Errorf("answers to a step: %w", err)
		}
	}
	if a.address, a.player = address, player; player != nil {
		w.know(player)
	}
	w.ahead = a
	return res.Close()
}

// one reads the row of a batch's next query; nil for none.
func one[T any](res pgx.BatchResults, scan pgx.RowToFunc[T]) (*T, error) {
	rows, err := res.Query()
	if err != nil {
		return nil, err
	}
	v, err := pgx.CollectOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &v, err
}

// knows says whether what is asked of an address was read ahead and still holds.
func (w *Work) knows(address string) bool { return w.ahead != nil && w.ahead.sender == address }

// forget drops what was read ahead, once the deed changes it.
func (w *Work) forget(address string) {
	if w.knows(fold(address)) {
		w.ahead = nil
	}
}
