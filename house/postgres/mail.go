package postgres

import (
	"fmt"
	"math"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/db/webhook"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const (
	// strangers is the name of the lock of those who write to people who never wrote, or make several players.
	strangers = "pitpost cold letters"

	askColumns = "id, player_id, address, coalesce(match_id, 0), coalesce(seat, 0), kind, params, asked_at, lapses_at, answer"

	// countCold selects a model.ColdCounts.
	countCold = `with day as (select * from cold_letters where at > $3::timestamptz - interval '1 day'),
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
)

// lookAtMail is the part of Look about letters, notices, what people are asked, and webhooks.
func (s *shell) lookAtMail(question any) (any, error) {
	switch q := question.(type) {
	case world.Ask:
		return first(locked[model.Ask](s, "select "+askColumns+" from asks where id = $1 for update", q.ID))
	case world.Asks:
		// The kind is spelled out, for there are indexes of one kind alone.
		which, args := where("player_id = ?", q.Player, "match_id = ?", q.Match, "kind = '"+string(q.Kind)+"'", q.Kind,
			"answer = ''", q.Open, "asked_at > ?", q.AskedAfter, "lapses_at > ?", q.LapseAfter)
		return list[model.Ask](s, "select "+askColumns+" from asks where "+which+" order by id", args...)
	case world.Replies:
		return list[model.Reply](s, `select queued_at, coalesce((params->>'idle')::boolean, false), coalesce((params->>'moved')::boolean, false), coalesce(params->>'same', '')
			from outbox where address = $1 and purpose in ('receipt', 'ask') and queued_at > $2::timestamptz - interval '1 day' order by queued_at desc, id desc`, db.Normalise(q.Address), s.tx.Now())
	case world.IdleReplies:
		return value[int](s, `select count(*) from outbox where purpose = 'receipt' and queued_at > $1::timestamptz - interval '1 day' and (params->>'idle')::boolean`, s.tx.Now())
	case world.StepSeen:
		return value[bool](s, `select exists (select from letters where match_id = $1 and seat = $2 and step = $3 and words_hash = $4
			and state in ('apply', 'refuse'))`, q.Match, q.Seat, q.Step, q.Words[:])
	case world.LetterTimes:
		out := map[int][]time.Time{}
		var seat int
		var at time.Time
		err := db.Scan(s.tx.Context(), s.tx, []any{&seat, &at}, func() { out[seat] = append(out[seat], at) }, `select seat, received_at from letters
			where match_id = $1 and seat is not null and state in ('apply', 'refuse') order by received_at desc limit $2`, q.Match, q.Most)
		return out, err
	case world.ColdLetters:
		if err := s.tx.Alone(strangers); err != nil {
			return nil, err
		}
		n, err := list[model.ColdCounts](s, countCold, q.Host, db.Normalise(q.Address), s.tx.Now())
		if err != nil {
			return nil, fmt.Errorf("counting cold letters: %w", err)
		}
		return n[0], nil
	case world.WroteTo:
		return value[bool](s, `select exists (select from outbox where match_id = $1 and seat = $2 and player_id = $3)
			or exists (select from seat_changes where match_id = $1 and seat = $2 and player_id = $3)`, q.Match, q.Seat, q.Player)
	case world.DailyTold:
		return mail.DailyTold(s.tx.Context(), s.tx, q.Match, q.Seat, q.Player, math.MaxInt64)
	case world.DailyLetter:
		var n model.Notice
		err := db.Scan(s.tx.Context(), s.tx, []any{&n.Player, &n.Params}, func() {}, "select player_id, params from outbox where id = $1 and purpose = 'daily'", q.ID)
		return n, err
	case world.MatchHooks:
		return list[model.Hook](s, "select "+webhook.Columns+" from webhooks h where h.match_id = $1 order by h.id", q.Match)
	}
	return s.lookAtSeats(question)
}

// changeMail is the part of Do about letters, what people are asked, and webhooks.
func (s *shell) changeMail(change any) (any, error) {
	switch c := change.(type) {
	case *model.Ask:
		var err error
		c.ID, err = db.Value[int64](s.tx.Context(), s.tx.Open(), `insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at, answer)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
			c.Player, db.Normalise(c.Address), db.OrNull(c.Match != 0, c.Match), db.OrNull(c.Match != 0, c.Seat), c.Kind, db.CleanJSON(c.Params), c.AskedAt, c.LapsesAt, c.Answer)
		return c, err
	case model.Ask:
		return s.do("update asks set answer = $2 where id = $1", c.ID, c.Answer)
	case model.Cold:
		return s.do("insert into cold_letters (kind, host_id, mailbox, match_id, seat, at) values ($1, $2, mailbox($3), $4, $5, $6)",
			c.Kind, c.Host, db.Normalise(c.Address), c.Match, c.Seat, s.tx.Now())
	case *model.Hook:
		var err error
		c.ID, err = webhook.Add(s.tx, *c)
		// A call of no fact only says that calls will follow.
		s.tx.Later("insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) values ($1, $2, 0, 0, $3, $3)", c.ID, c.Match, s.tx.Now())
		return c, err
	case *world.DropHook:
		return s.changed("delete from webhooks where id = $1", c.ID)
	case *world.TurnHook:
		return s.changed("update webhooks set old_secret = secret, old_until = $3, secret = $2 where id = $1 and secret is not null", c.ID, c.Secret, c.Until)
	case *world.HookOff:
		return webhook.TurnOff(s.tx, c.ID, c.Why)
	case *world.ReplayFailed:
		return webhook.ReplayMatch(s.tx, c.Match)
	}
	return s.changeSeats(change)
}
