package people

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// sits is an expression that counts the seats that the player of row s took over and still plays.
const sits = `(select count(*) from seats x join matches m on m.id = x.match_id
	where x.player_id = s.player_id and x.state in ('joined', 'bot') and m.phase in ('running', 'paused')
		and exists (select from seat_changes c where c.match_id = x.match_id and c.seat = x.no and c.what = 'taken' and c.player_id = s.player_id))`

// askStandins selects stand-ins; the caller adds which of them.
const askStandins = `select s.player_id, s.games, s.most, s.since, s.asked_at, p.lang, coalesce(a.address, ''), ` + sits + `
	from standins s join players p on p.id = s.player_id left join addresses a on a.player_id = s.player_id and a.first `

// Standin returns a player's entry in the stand-in list; nil if there is none.
func Standin(tx *db.Tx, player int64) (*model.Standin, error) {
	return db.One(tx.Context(), tx, pgx.RowToStructByPos[model.Standin], askStandins+"where s.player_id = $1", player)
}

// AnyStandin reports whether anybody is on the stand-in list.
func AnyStandin(tx *db.Tx) (bool, error) {
	return db.Value[bool](tx.Context(), tx, "select exists (select from standins)")
}

// SaveStandin puts a player on the stand-in list or updates their entry, and makes every vacant seat due for
// another search.
func SaveStandin(tx *db.Tx, s model.Standin) error {
	if s.Games == nil {
		s.Games = []string{}
	}
	err := tx.Exec(`insert into standins (player_id, games, most, since) values ($1, $2, $3, $4)
		on conflict (player_id) do update set games = excluded.games, most = excluded.most, since = case when exists (select from addresses b
			where b.player_id = standins.player_id and b.first and b.blocked_at > standins.since) then excluded.since else standins.since end`,
		s.Player, s.Games, s.Most, tx.Now())
	if err != nil {
		return err
	}
	return tx.Exec(`insert into due (owner, owner_id, seat, what, at)
		select 'match', m.id, s.no, 'standin', greatest($1, (s.standing->>'vacant')::timestamptz) from matches m join seats s on s.match_id = m.id
		where m.phase in ('running', 'paused') and s.state = 'bot' and s.standing ? 'vacant'
			and not exists (select from seat_offers o where o.match_id = m.id and o.seat = s.no and o.state = 'open' and o.until > $1)
		on conflict (owner, owner_id, seat, what, of) do update set at = least(due.at, excluded.at)`, tx.Now())
}

// DropStandin takes a player off the list and reports whether they were on it.
func DropStandin(tx *db.Tx, player int64) (bool, error) {
	n, err := tx.Affected("delete from standins where player_id = $1", player)
	return n > 0, err
}

// standsIn restricts stand-ins to those who may be asked, and orders them fairly: first people who speak the
// table's language, then those who have not missed too many turns, more than two and one in five, then those
// who were not asked for the longest time.
const standsIn = `join addresses b on b.player_id = s.player_id and b.first
	where b.proved_at is not null and b.barred_at is null and b.failing = ''
		and not exists (select from matches m join seats h on h.match_id = m.id and h.no = m.host join host_blocks k on k.host_id = h.player_id
			where m.id = $1 and (k.player_id = s.player_id or mailbox(k.address) in (select mailbox(x.address) from addresses x where x.player_id = s.player_id)))
		and coalesce(b.blocked_at < s.since, true) -- an explicit wish after a "block" stands
		and (cardinality(s.games) = 0 or $2 = any (s.games))
		and not coalesce(p.away_from < $5 and p.away_until > $4, false)
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

// NextStandin chooses who is asked next to take a vacant seat; nil if there is nobody. It never chooses
// people who sit or sat in the match or were asked about one of its seats. It locks: until the transaction
// ends no other process chooses, so nobody is asked more often than the limits allow.
func NextStandin(tx *db.Tx, v model.Vacancy) (*model.Standin, error) {
	if err := tx.Exec("select pg_advisory_xact_lock(hashtext('pitpost stand-ins'))"); err != nil {
		return nil, err
	}
	return db.One(tx.Context(), tx, pgx.RowToStructByPos[model.Standin], askStandins+standsIn, v.Match, v.Game, v.Lang, tx.Now(), v.Until, v.Offers)
}

// Standins lists everybody on the stand-in list, the longest on it first.
func Standins(ctx context.Context, d *db.DB) ([]model.Standin, error) {
	return db.Many(ctx, d, pgx.RowToStructByPos[model.Standin], askStandins+"order by s.since, s.player_id")
}
