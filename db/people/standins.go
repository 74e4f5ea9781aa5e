package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

// sits is an expression that counts the seats that the player of row s took over and still plays.
const sits = `(select count(*) from seats x join matches m on m.id = x.match_id
	where x.player_id = s.player_id and x.state in ('joined', 'bot') and m.phase in ('running', 'paused')
		and exists (select from seat_changes c where c.match_id = x.match_id and c.seat = x.no and c.what = 'taken' and c.player_id = s.player_id))`

// selectStandins selects stand-ins; the caller adds which of them.
const selectStandins = `select s.player_id, s.games, s.most, s.since, s.asked_at, p.lang, coalesce(a.address, ''), ` + sits + `
	from standins s join players p on p.id = s.player_id left join addresses a on a.player_id = s.player_id and a.first `

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
		and ` + sits + ` + (select count(*) from seat_offers x join matches m on m.id = x.match_id where x.player_id = s.player_id
			and x.state = 'open' and x.until > $4 and m.phase in ('running', 'paused')) < s.most
	order by p.lang <> $3, (select coalesce(sum(x.missed) > 2 and 5 * sum(x.missed) > sum(x.made + x.missed), false) from turns_made x where x.player_id = s.player_id),
		s.asked_at nulls first, s.since, s.player_id limit 1`

// ListStandins lists everybody on the stand-in list, the longest on it first.
func ListStandins(ctx context.Context, d *db.DB) ([]model.Standin, error) {
	return db.QueryRows[model.Standin](ctx, d, selectStandins+"order by s.since, s.player_id")
}

// ListSeatChanges lists the changes of hands that a condition selects, by match and in the order they happened.
func ListSeatChanges(ctx context.Context, q db.Querier, where string, args ...any) ([]model.SeatChange, error) {
	return db.QueryRows[model.SeatChange](ctx, q, "select match_id, seat, what, player_id, why, seq, place, score, at from seat_changes where "+
		where+" order by match_id, seq, what, seat", args...)
}

// lockStandins is the lock of those who look for a stand-in, so that none is asked more often than they allow, or change
// the rows by which stand-ins are found.
const lockStandins = "pitpost stand-ins"

const offerColumns = "match_id, player_id, seat, ask_id, by, offered_at, until, state"

func (r *Rows) SeatChanges(match int64) ([]model.SeatChange, error) {
	return ListSeatChanges(r.Tx.Context(), r.Tx, "match_id = $1", match)
}

func (r *Rows) SeatsLeft(player int64) ([]model.SeatChange, error) {
	return ListSeatChanges(r.Tx.Context(), r.Tx,
		"player_id = $1 and what = 'left' and exists (select from matches m where m.id = match_id and m.phase in ('running', 'paused'))", player)
}

func (r *Rows) AddSeatChange(c model.SeatChange) error {
	return r.Tx.Exec(`insert into seat_changes (match_id, seat, what, player_id, why, seq, place, score, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		on conflict do nothing`, c.Match, c.Seat, c.What, c.Player, c.Why, c.Seq, c.Place, c.Score, r.Tx.Now())
}

func (r *Rows) OfferTo(match, player int64) (*model.SeatOffer, error) {
	return r.offer("match_id = $1 and player_id = $2", match, player)
}

func (r *Rows) OpenOffer(match int64, seat int) (*model.SeatOffer, error) {
	return r.offer("match_id = $1 and state = 'open' and seat = $2", match, seat)
}

func (r *Rows) offer(where string, args ...any) (*model.SeatOffer, error) {
	return db.QueryFirst[model.SeatOffer](r.Tx.Context(), r.Tx.Open(), "select "+offerColumns+" from seat_offers where "+where+" order by player_id", args...)
}

func (r *Rows) SaveOffer(o model.SeatOffer) error {
	err := r.Tx.Exec(`insert into seat_offers (`+offerColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (match_id, player_id) do update set seat = excluded.seat, ask_id = excluded.ask_id, by = excluded.by,
			offered_at = excluded.offered_at, until = excluded.until, state = excluded.state`,
		o.Match, o.Player, o.Seat, o.Ask, o.By, o.At, o.Until, o.State)
	if err != nil || o.State != model.OfferOpen {
		return err
	}
	return r.Tx.Exec("update standins set asked_at = $2 where player_id = $1", o.Player, o.At)
}

func (r *Rows) HasStandins() (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx, "select exists (select from standins)")
}

func (r *Rows) Standin(player int64) (*model.Standin, error) {
	return db.QueryFirst[model.Standin](r.Tx.Context(), r.Tx, selectStandins+"where s.player_id = $1", player)
}

func (r *Rows) NextStandin(v model.Vacancy) (*model.Standin, error) {
	if err := r.Tx.Alone(lockStandins); err != nil {
		return nil, err
	}
	return db.QueryFirst[model.Standin](r.Tx.Context(), r.Tx, selectStandins+standsIn, v.Match, v.Game, v.Lang, r.Tx.Now(), v.Until, v.Offers)
}

// SaveStandin keeps an entry of the stand-in list, and makes the seats due that may be vacant.
func (r *Rows) SaveStandin(s model.Standin) error {
	if err := r.Tx.Alone(lockStandins); err != nil {
		return err
	}
	games := append([]string{}, s.Games...)
	err := r.Tx.Exec(`insert into standins (player_id, games, most, since) values ($1, $2, $3, $4)
		on conflict (player_id) do update set games = excluded.games, most = excluded.most, since = case when exists (select from addresses b
			where b.player_id = standins.player_id and b.first and b.blocked_at > standins.since) then excluded.since else standins.since end`,
		s.Player, games, s.Most, r.Tx.Now())
	if err != nil {
		return err
	}
	return r.Tx.Exec(`insert into due (owner, owner_id, seat, what, at)
		select 'match', m.id, s.no, 'standin', greatest($1, (s.standing->>'vacant')::timestamptz) from matches m join seats s on s.match_id = m.id
		where m.phase in ('running', 'paused') and s.state = 'bot' and s.standing ? 'vacant'
			and not exists (select from seat_offers o where o.match_id = m.id and o.seat = s.no and o.state = 'open' and o.until > $1)
		on conflict (owner, owner_id, seat, what, of) do update set at = least(due.at, excluded.at)`, r.Tx.Now())
}

func (r *Rows) DropStandin(player int64) (bool, error) {
	return r.Tx.Changed("delete from standins where player_id = $1", player)
}
