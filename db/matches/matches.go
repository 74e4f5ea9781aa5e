// Package matches reads who hosts, opens, plays and follows matches. A match itself stands in db, beside its log.
package matches

import (
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/model"
)

// Rows is what a command asks of matches and changes about who follows them. Its methods are promised in house/world's Port.
type Rows struct{ Tx *db.Tx }

func (r *Rows) Gone(table string, number int64) (time.Time, error) {
	return archive.RestoreThatLost(r.Tx, table, number)
}

func (r *Rows) Hosts(all bool) ([]int64, error) {
	if all {
		return r.numbers("select id from players p where exists (select from addresses a where a.player_id = p.id and a.proved_at is not null) order by id")
	}
	return r.numbers(`select distinct s.player_id from matches m join seats s on s.match_id = m.id and s.no = m.host
		where s.player_id is not null and s.state = 'joined' and m.phase in ('lobby', 'running', 'paused')
		union select referee from matches where referee is not null and phase in ('lobby', 'running', 'paused') order by 1`)
}

func (r *Rows) SaidYes(player, host int64) (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx,
		`select exists (select from seats s join matches m on m.id = s.match_id
		left join seats h on h.match_id = m.id and h.no = m.host
		where s.player_id = $1 and coalesce(m.referee, h.player_id) = $2 and s.state in ('joined', 'bot', 'left'))`, player, host)
}

func (r *Rows) CountOpened(player int64, rematches bool) (int, error) {
	return db.QueryValue[int](r.Tx.Context(), r.Tx, `select count(*) from matches m
		where (m.referee = $1 or exists (select from seats s where s.match_id = m.id and s.no = 0 and s.player_id = $1)) and (m.phase in ('lobby', 'running', 'paused') or $2 and m.created_at > $3::timestamptz - interval '1 day')
			and m.terms ? 'rematch' = $2 and not m.terms ? 'league'`, player, rematches, r.Tx.Now())
}

func (r *Rows) MatchesOf(player int64) ([]int64, error)     { return r.matchesOf(player, false) }
func (r *Rows) OpenMatchesOf(player int64) ([]int64, error) { return r.matchesOf(player, true) }

func (r *Rows) matchesOf(player int64, open bool) ([]int64, error) {
	return r.numbers(`select m.id from matches m
		where (m.referee = $1 or m.id in (select s.match_id from seats s where s.player_id = $1 and s.state in ('invited', 'joined', 'bot')))
			and (m.phase in ('lobby', 'running', 'paused') or not $3 and m.ended_at > $2::timestamptz - interval '30 days' and m.started_at is not null)
		order by m.id`, player, r.Tx.Now(), open)
}

func (r *Rows) Acquainted(game string, players []int64) ([]int64, error) {
	return r.numbers(`select distinct s.player_id from seats s join matches m on m.id = s.match_id
		where s.player_id = any($1) and s.state in ('joined', 'bot') and m.game = $2 and m.started_at is not null order by s.player_id`, players, game)
}

func (r *Rows) Watchers(match int64) ([]model.Watcher, error) {
	return db.QueryRows[model.Watcher](r.Tx.Context(), r.Tx, "select match_id, player_id, told, told_at from watches where match_id = $1 order by player_id", match)
}

func (r *Rows) OpenTables(most int) ([]int64, error) {
	return r.numbers("select id from matches where phase = 'lobby' and listed order by id desc limit $1", most)
}

func (r *Rows) Finished(player int64, most int) ([]int64, error) {
	return r.numbers(`select m.id from matches m where m.phase = 'over' and exists (select from seats s where s.match_id = m.id and s.player_id = $1
		and s.state in ('joined', 'bot')) order by m.ended_at desc, m.id desc limit $2`, player, most)
}

func (r *Rows) Watched(player int64) ([]int64, error) {
	return r.numbers(`select w.match_id from watches w join matches m on m.id = w.match_id
		where w.player_id = $1 and m.phase in ('lobby', 'running', 'paused') order by w.match_id`, player)
}

func (r *Rows) SaveWatcher(v model.Watcher) error {
	return r.Tx.Exec(`insert into watches (match_id, player_id, told, told_at) values ($1, $2, $3, $4)
		on conflict (match_id, player_id) do update set told = excluded.told, told_at = excluded.told_at`, v.Match, v.Player, v.Known, r.Tx.Now())
}

func (r *Rows) Unwatch(match, player int64) (bool, error) {
	return r.Tx.Changed("delete from watches where match_id = $1 and player_id = $2", match, player)
}

func (r *Rows) numbers(sql string, args ...any) ([]int64, error) {
	return db.QueryColumn[int64](r.Tx.Context(), r.Tx, sql, args...)
}
