package mail

import (
	"fmt"
	"math"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Rows is what a command asks and changes of letters, and of what people are asked. Its methods are promised in house/world's Port.
type Rows struct{ Tx *db.Tx }

const askColumns = "id, player_id, address, coalesce(match_id, 0), coalesce(seat, 0), kind, params, asked_at, lapses_at, answer"

func (r *Rows) Ask(id int64) (*model.Ask, error) {
	return db.QueryFirst[model.Ask](r.Tx.Context(), r.Tx.Open(), "select "+askColumns+" from asks where id = $1 for update", id)
}

func (r *Rows) Asks(f model.AskFilter) ([]model.Ask, error) {
	w := db.Where{SQL: "true"}
	w.And(f.Player != 0, "player_id = ?", f.Player)
	w.And(f.Match != 0, "match_id = ?", f.Match)
	w.And(f.Kind != "", "kind = '"+string(f.Kind)+"'") // spelled out, for there are indexes of one kind alone
	w.And(f.Open, "answer = ''")
	w.And(!f.AskedAfter.IsZero(), "asked_at > ?", f.AskedAfter)
	w.And(!f.LapseAfter.IsZero(), "lapses_at > ?", f.LapseAfter)
	return db.QueryRows[model.Ask](r.Tx.Context(), r.Tx, "select "+askColumns+" from asks where "+w.SQL+" order by id", w.Args...)
}

func (r *Rows) AddAsk(a model.Ask) (int64, error) {
	return db.QueryValue[int64](r.Tx.Context(), r.Tx.Open(), `insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at, answer)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
		a.Player, model.FoldAddress(a.Address), db.NullUnless(a.Match != 0, a.Match), db.NullUnless(a.Match != 0, a.Seat), a.Kind, db.CleanJSON(a.Params), a.AskedAt, a.LapsesAt, a.Answer)
}

func (r *Rows) AnswerAsk(id int64, answer model.Answer) error {
	return r.Tx.Exec("update asks set answer = $2 where id = $1", id, answer)
}

// countCold selects a model.ColdCounts.
const countCold = `with day as (select * from cold_letters where at > $3::timestamptz - interval '1 day'),
		theirs as (select * from day where mailbox = mailbox($2))
	select (select count(*) from day where host_id = $1 and kind = 'invite'),
		(select count(*) from theirs where host_id = $1 and kind = 'invite'),
		(select count(distinct (c.match_id, c.seat)) from cold_letters c left join matches m on m.id = c.match_id left join seats s on s.match_id = c.match_id and s.no = c.seat
			where c.host_id = $1 and c.mailbox = mailbox($2) and c.kind = 'invite' and (s.state = 'invited' and m.phase = 'lobby'
				or s.state is null and c.at = $3)), -- of this letter, and not written yet
		(select count(*) from theirs where kind in ('invite', 'remind')),
		(select count(*) from day where kind = 'invite'),
		(select count(*) from theirs where at > $3::timestamptz - interval '1 hour'),
		(select count(*) from theirs),
		(select count(*) from theirs where kind = 'known' and at > $3::timestamptz - interval '1 hour'),
		(select count(*) from theirs where kind = 'known'),
		(select count(*) from day where kind = 'answer'),
		(select count(*) from cold_letters where mailbox = mailbox($2) and kind = 'welcome' and at > $3::timestamptz - interval '7 days'),
		(select count(*) from day where kind = 'welcome')`

func (r *Rows) ColdLetters(host int64, address string) (model.ColdCounts, error) {
	if err := r.Tx.Alone(db.Strangers); err != nil {
		return model.ColdCounts{}, err
	}
	n, err := db.QueryFirst[model.ColdCounts](r.Tx.Context(), r.Tx, countCold, host, model.FoldAddress(address), r.Tx.Now())
	if err != nil {
		return model.ColdCounts{}, fmt.Errorf("counting cold letters: %w", err)
	}
	return *n, nil
}

func (r *Rows) AddCold(c model.Cold) error {
	return r.Tx.Exec("insert into cold_letters (kind, host_id, mailbox, match_id, seat, at) values ($1, $2, mailbox($3), $4, $5, $6)",
		c.Kind, c.Host, model.FoldAddress(c.Address), c.Match, c.Seat, r.Tx.Now())
}

func (r *Rows) Replies(address string) ([]model.Reply, error) {
	return db.QueryRows[model.Reply](r.Tx.Context(), r.Tx, `select queued_at, coalesce((params->>'idle')::boolean, false), coalesce((params->>'moved')::boolean, false), coalesce(params->>'same', '')
		from outbox where address = $1 and purpose in ('receipt', 'ask') and queued_at > $2::timestamptz - interval '1 day' order by queued_at desc, id desc`, model.FoldAddress(address), r.Tx.Now())
}

func (r *Rows) IdleReplies() (int, error) {
	return db.QueryValue[int](r.Tx.Context(), r.Tx, `select count(*) from outbox where purpose = 'receipt' and queued_at > $1::timestamptz - interval '1 day' and (params->>'idle')::boolean`, r.Tx.Now())
}

func (r *Rows) StepSeen(match int64, seat, step int, words [32]byte) (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx, `select exists (select from letters where match_id = $1 and seat = $2 and step = $3 and words_hash = $4
		and state in ('apply', 'refuse'))`, match, seat, step, words[:])
}

func (r *Rows) LetterTimes(match int64, most int) (map[int][]time.Time, error) {
	out := map[int][]time.Time{}
	var seat int
	var at time.Time
	err := db.ScanRows(r.Tx.Context(), r.Tx, []any{&seat, &at}, func() { out[seat] = append(out[seat], at) }, `select seat, received_at from letters
		where match_id = $1 and seat is not null and state in ('apply', 'refuse') order by received_at desc limit $2`, match, most)
	return out, err
}

func (r *Rows) LastLetter(match int64, seat int, player int64) (last model.LastLetter, err error) {
	err = db.ScanRows(r.Tx.Context(), r.Tx, []any{&last.Words, &last.At}, func() {},
		`select kept, received_at from letters
		where match_id = $1 and seat = $2 and state in ('apply', 'refuse') and sender in (select address from addresses where player_id = $3)
		order by received_at desc, id desc limit 1`, match, seat, player)
	return last, err
}

func (r *Rows) WroteTo(match int64, seat int, player int64) (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx, `select exists (select from outbox where match_id = $1 and seat = $2 and player_id = $3)
		or exists (select from seat_changes where match_id = $1 and seat = $2 and player_id = $3)`, match, seat, player)
}

func (r *Rows) LastDigested(match int64, seat int, player int64) (int, error) {
	return LastFactDigested(r.Tx.Context(), r.Tx, match, seat, player, math.MaxInt64)
}

func (r *Rows) DailyLetter(id int64) (n model.Notice, err error) {
	err = db.ScanRows(r.Tx.Context(), r.Tx, []any{&n.Player, &n.Params}, func() {}, "select player_id, params from outbox where id = $1 and purpose = 'daily'", id)
	return n, err
}
