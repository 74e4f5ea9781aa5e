package people

import (
	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Watchers lists everybody who follows a match, by player number.
func Watchers(tx *db.Tx, match int64) ([]model.Watcher, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.Watcher], "select player_id, told, told_at from watches where match_id = $1 order by player_id", match)
}

// Watched lists the matches that a player follows and that are not over.
func Watched(tx *db.Tx, player int64) ([]int64, error) {
	return db.Many(tx.Context(), tx, pgx.RowTo[int64], `select w.match_id from watches w join matches m on m.id = w.match_id
		where w.player_id = $1 and m.phase in ('lobby', 'running', 'paused') order by w.match_id`, player)
}

// Watch has a player follow a match. told is the last fact they know of; for a player who follows it already
// it replaces the one before.
func Watch(tx *db.Tx, match, player int64, told int) error {
	return tx.Exec(`insert into watches (match_id, player_id, told, told_at) values ($1, $2, $3, $4)
		on conflict (match_id, player_id) do update set told = excluded.told, told_at = excluded.told_at`, match, player, told, tx.Now())
}

// Unwatch stops a player following a match. It returns false if the player did not follow it.
func Unwatch(tx *db.Tx, match, player int64) (bool, error) {
	n, err := tx.Affected("delete from watches where match_id = $1 and player_id = $2", match, player)
	return n > 0, err
}

// UnwatchAll stops everybody following a match.
func UnwatchAll(tx *db.Tx, match int64) error {
	return tx.Exec("delete from watches where match_id = $1", match)
}
