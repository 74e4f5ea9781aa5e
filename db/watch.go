package db

import (
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// Watchers are all who follow a match, by number of player.
func (tx *Tx) Watchers(match int64) ([]model.Watcher, error) {
	return Many(tx.ctx, tx, pgx.RowToStructByPos[model.Watcher], "select player_id, told, told_at from watches where match_id = $1 order by player_id", match)
}

// Watched lists the matches that a player follows, those that are not over.
func (tx *Tx) Watched(player int64) ([]int64, error) {
	return Many(tx.ctx, tx, pgx.RowTo[int64], `select w.match_id from watches w join matches m on m.id = w.match_id
		where tx.player_id = $1 and m.phase in ('lobby', 'running', 'paused') order by w.match_id`, player)
}

// Watch lets a player follow a match, told up to a fact; who follows it already is told
// that much.
func (tx *Tx) Watch(match, player int64, told int) error {
	return tx.Exec(`insert into watches (match_id, player_id, told, told_at) values ($1, $2, $3, $4)
		on conflict (match_id, player_id) do update set told = excluded.told, told_at = excluded.told_at`, match, player, told, tx.Now())
}

// Unwatch ends that; false if the player did not follow the match.
func (tx *Tx) Unwatch(match, player int64) (bool, error) {
	n, err := tx.Affected("delete from watches where match_id = $1 and player_id = $2", match, player)
	return n > 0, err
}

// UnwatchAll ends it for everybody who follows a match.
func (tx *Tx) UnwatchAll(match int64) error {
	return tx.Exec("delete from watches where match_id = $1", match)
}

// AsksSince counts how often a question of a kind was put at a table since a time, however
// many were asked it.
func (tx *Tx) AsksSince(match int64, kind string, since time.Time) (int, error) {
	return Value[int](tx.ctx, tx, "select count(distinct asked_at) from asks where match_id = $1 and kind = $2 and asked_at > $3", match, kind, since)
}
