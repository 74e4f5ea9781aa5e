package postgres

import (
	"pitpost.example/db"
	"pitpost.example/db/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// standins is the name of the lock of those who look for a stand-in, so that none is asked more often than they
// allow, or change the rows by which stand-ins are found.
const standins = "pitpost stand-ins"

// lookAtMatches is the part of Look about who hosts, opens and plays matches.
func (s *shell) lookAtMatches(question any) (any, error) {
	switch q := question.(type) {
	case world.MatchesOf:
		return numbers(s, `select m.id from matches m
			where (m.referee = $1 or m.id in (select s.match_id from seats s where s.player_id = $1 and s.state in ('invited', 'joined', 'bot')))
				and (m.phase in ('lobby', 'running', 'paused') or not $3 and m.ended_at > $2::timestamptz - interval '30 days' and m.started_at is not null)
			order by m.id`, q.Player, s.tx.Now(), q.Open)
	case world.Acquainted:
		return numbers(s, `select distinct s.player_id from seats s join matches m on m.id = s.match_id
			where s.player_id = any($1) and s.state in ('joined', 'bot') and m.game = $2 and m.started_at is not null order by s.player_id`, q.Players, q.Game)
	case world.Hosts:
		if q.All {
			return numbers(s, "select id from players p where exists (select from addresses a where a.player_id = p.id and a.proved_at is not null) order by id")
		}
		return numbers(s, `select distinct s.player_id from matches m join seats s on s.match_id = m.id and s.no = m.host
			where s.player_id is not null and s.state = 'joined' and m.phase in ('lobby', 'running', 'paused')
			union select referee from matches where referee is not null and phase in ('lobby', 'running', 'paused') order by 1`)
	case world.SaidYes:
		return value[bool](s, `select exists (select from seats s join matches m on m.id = s.match_id
			left join seats h on h.match_id = m.id and h.no = m.host
			where s.player_id = $1 and coalesce(m.referee, h.player_id) = $2 and s.state in ('joined', 'bot', 'left'))`, q.Player, q.Host)
	case world.Opened:
		return value[int](s, `select count(*) from matches m
			where (m.referee = $1 or exists (select from seats s where s.match_id = m.id and s.no = 0 and s.player_id = $1)) and (m.phase in ('lobby', 'running', 'paused') or $2 and m.created_at > $3::timestamptz - interval '1 day')
				and m.terms ? 'rematch' = $2 and not m.terms ? 'league'`, q.Player, q.Rematches, s.tx.Now())
	case world.Watchers:
		return list[model.Watcher](s, "select match_id, player_id, told, told_at from watches where match_id = $1 order by player_id", q.Match)
	case world.Watched:
		return numbers(s, `select w.match_id from watches w join matches m on m.id = w.match_id
			where w.player_id = $1 and m.phase in ('lobby', 'running', 'paused') order by w.match_id`, q.Player)
	}
	return s.lookAtMail(question)
}

// lookAtSeats is the part of Look about seats that change hands, and stand-ins.
func (s *shell) lookAtSeats(question any) (any, error) {
	switch q := question.(type) {
	case world.SeatChanges:
		which, args := where("match_id = ?", q.Match,
			"player_id = ? and what = 'left' and exists (select from matches m where m.id = match_id and m.phase in ('running', 'paused'))", q.LeftBy)
		return people.SeatChanges(s.tx.Context(), s.tx, which, args...)
	case world.Offers: // it opens the transaction, which locks the match at hand, so that none is made or ended meanwhile
		which, args := where("match_id = ?", q.Match, "player_id = ?", q.Player, "state = 'open'", q.Open, "seat = ?", db.OrNull(q.Open, q.Seat))
		return locked[model.SeatOffer](s, "select "+offerColumns+" from seat_offers where "+which+" order by player_id", args...)
	case world.Standins:
		which, args := where("s.player_id = ?", q.Player)
		return list[model.Standin](s, people.SelectStandins+"where "+which+" order by s.player_id", args...)
	case world.NextStandin:
		if err := s.tx.Alone(standins); err != nil {
			return nil, err
		}
		v := q.Vacancy
		return first(list[model.Standin](s, people.SelectStandins+standsIn, v.Match, v.Game, v.Lang, s.tx.Now(), v.Until, v.Offers))
	}
	return s.lookAtLeague(question)
}

const offerColumns = "match_id, player_id, seat, ask_id, by, offered_at, until, state"

// standsIn restricts stand-ins to those who may be asked, and orders them fairly: first people who speak the
// table's language, then those who have not missed too many turns, more than two and one in five, then those
// who were not asked for the longest time.
const standsIn = `join addresses b on b.player_id = s.player_id and b.first
	where b.proved_at is not null and b.barred_at is null and b.failing = ''
		and not exists (select from matches m left join seats h on h.match_id = m.id and h.no = m.host join host_blocks k on k.host_id = coalesce(m.referee, h.player_id)
			where m.id = $1 and (k.player_id = s.player_id or mailbox(k.address) in (select mailbox(x.address) from addresses x where x.player_id = s.player_id)))
		and coalesce(b.blocked_at < s.since, true) -- an explicit wish after a "block" stands
		and (cardinality(s.games) = 0 or $2 = any (s.games))
		and not coalesce(p.away_from < $5 and p.away_until > $4, false)
		and not exists (select from matches m where m.id = $1 and (m.referee = s.player_id or m.terms->'refereed' @> to_jsonb(s.player_id)))
		and not exists (select from seats x where x.match_id = $1 and x.player_id = s.player_id)
		and not exists (select from seat_changes x where x.match_id = $1 and x.player_id = s.player_id)
		and not exists (select from seat_offers x where x.match_id = $1 and x.player_id = s.player_id)
		and not exists (select from outbox x where x.match_id = $1 and x.player_id = s.player_id and x.seat >= 0
			and x.purpose in ('turn', 'round', 'each', 'end'))
		and (select count(*) from seat_offers x where x.player_id = s.player_id and x.by = 'house'
			and x.offered_at > $4::timestamptz - interval '7 days') < $6
		and ` + people.Sits + ` + (select count(*) from seat_offers x join matches m on m.id = x.match_id where x.player_id = s.player_id
			and x.state = 'open' and x.until > $4 and m.phase in ('running', 'paused')) < s.most
	order by p.lang <> $3, (select coalesce(sum(x.missed) > 2 and 5 * sum(x.missed) > sum(x.made + x.missed), false) from turns_made x where x.player_id = s.player_id),
		s.asked_at nulls first, s.since, s.player_id limit 1`

// changeSeats is the part of Do about seats that change hands, stand-ins, and those who only watch.
func (s *shell) changeSeats(change any) (any, error) {
	switch c := change.(type) {
	case model.SeatOffer:
		err := s.tx.Exec(`insert into seat_offers (`+offerColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8)
			on conflict (match_id, player_id) do update set seat = excluded.seat, ask_id = excluded.ask_id, by = excluded.by,
				offered_at = excluded.offered_at, until = excluded.until, state = excluded.state`,
			c.Match, c.Player, c.Seat, c.Ask, c.By, c.At, c.Until, c.State)
		if err != nil || c.State != model.OfferOpen {
			return nil, err
		}
		return s.do("update standins set asked_at = $2 where player_id = $1", c.Player, c.At)
	case model.SeatChange:
		return s.do(`insert into seat_changes (match_id, seat, what, player_id, why, seq, place, score, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			on conflict do nothing`, c.Match, c.Seat, c.What, c.Player, c.Why, c.Seq, c.Place, c.Score, s.tx.Now())
	case model.Standin:
		if err := s.tx.Alone(standins); err != nil {
			return nil, err
		}
		games := append([]string{}, c.Games...)
		err := s.tx.Exec(`insert into standins (player_id, games, most, since) values ($1, $2, $3, $4)
			on conflict (player_id) do update set games = excluded.games, most = excluded.most, since = case when exists (select from addresses b
				where b.player_id = standins.player_id and b.first and b.blocked_at > standins.since) then excluded.since else standins.since end`,
			c.Player, games, c.Most, s.tx.Now())
		if err != nil {
			return nil, err
		}
		return s.do(`insert into due (owner, owner_id, seat, what, at)
			select 'match', m.id, s.no, 'standin', greatest($1, (s.standing->>'vacant')::timestamptz) from matches m join seats s on s.match_id = m.id
			where m.phase in ('running', 'paused') and s.state = 'bot' and s.standing ? 'vacant'
				and not exists (select from seat_offers o where o.match_id = m.id and o.seat = s.no and o.state = 'open' and o.until > $1)
			on conflict (owner, owner_id, seat, what, of) do update set at = least(due.at, excluded.at)`, s.tx.Now())
	case *world.DropStandin:
		return s.changed("delete from standins where player_id = $1", c.Player)
	case model.Watcher:
		return s.do(`insert into watches (match_id, player_id, told, told_at) values ($1, $2, $3, $4)
			on conflict (match_id, player_id) do update set told = excluded.told, told_at = excluded.told_at`, c.Match, c.Player, c.Told, s.tx.Now())
	case *world.Unwatch:
		return s.changed("delete from watches where match_id = $1 and player_id = $2", c.Match, c.Player)
	}
	return s.changeLeague(change)
}
