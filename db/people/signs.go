package people

import (
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// SignLife is how long a sign is kept after it was last seen.
const SignLife = 60 * 24 * time.Hour

// KeepSigns notes the signs of a player's letter.
func KeepSigns(tx *db.Tx, player int64, signs []model.Sign) {
	for _, s := range signs {
		tx.Later(`insert into signs (player_id, last_at, kind, hash) values ($1, $2, $3, $4)
			on conflict (player_id, kind, hash) do update set letters = signs.letters + 1, last_at = greatest(signs.last_at, excluded.last_at)`,
			player, tx.Now(), s.Kind, s.Hash)
	}
}

// ForgetSigns forgets the signs of a player that are older than they may be.
func ForgetSigns(tx *db.Tx, player int64) {
	tx.Later("delete from signs where player_id = $1 and last_at < $2", player, tx.Now().Add(-SignLife))
}

// Signs lists the signs of some players that are young enough, by number of player.
func Signs(tx *db.Tx, players []int64) (map[int64][]model.Sign, error) {
	type line struct {
		Player int64
		model.Sign
	}
	all, err := db.Many(tx.Context(), tx, pgx.RowToStructByPos[line], "select player_id, kind, hash, letters from signs where player_id = any($1) and last_at >= $2 order by 1, 2, 3",
		players, tx.Now().Add(-SignLife))
	out := map[int64][]model.Sign{}
	for _, l := range all {
		out[l.Player] = append(out[l.Player], l.Sign)
	}
	return out, err
}

// LetterTimes are the times at which the letters about a match came in, by seat, the last
// of them first and so many at most of all together.
func LetterTimes(tx *db.Tx, match int64, most int) (map[int][]time.Time, error) {
	type letter struct {
		Seat int
		At   time.Time
	}
	all, err := db.Many(tx.Context(), tx, pgx.RowToStructByPos[letter], `select seat, received_at from letters where match_id = $1 and seat is not null
		and state in ('apply', 'refuse') order by received_at desc limit $2`, match, most)
	out := map[int][]time.Time{}
	for _, l := range all {
		out[l.Seat] = append(out[l.Seat], l.At)
	}
	return out, err
}

// SharedBy counts, for each hash of a kind, how many players bear it: what many share says
// nothing about two.
func SharedBy(tx *db.Tx, hashes [][]byte) (map[string]int, error) {
	rows, err := tx.Query(tx.Context(), "select hash, count(distinct player_id) from signs where hash = any($1) and last_at >= $2 group by hash",
		hashes, tx.Now().Add(-SignLife))
	if err != nil {
		return nil, err
	}
	out := map[string]int{}
	var hash []byte
	var n int
	_, err = pgx.ForEachRow(rows, []any{&hash, &n}, func() error {
		out[string(hash)] = n
		return nil
	})
	return out, err
}
