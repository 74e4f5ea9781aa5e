package people

import (
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// SignLife is how long a sign is kept after it was last seen.
const SignLife = 60 * 24 * time.Hour

// KeepSigns records the signs of a player's letter.
func KeepSigns(tx *db.Tx, player int64, signs []model.Sign) {
	for _, s := range signs {
		tx.Later(`insert into signs (player_id, last_at, kind, hash) values ($1, $2, $3, $4)
			on conflict (player_id, kind, hash) do update set letters = signs.letters + 1, last_at = greatest(signs.last_at, excluded.last_at)`,
			player, tx.Now(), s.Kind, s.Hash)
	}
}

// ForgetSigns deletes a player's expired signs.
func ForgetSigns(tx *db.Tx, player int64) {
	tx.Later("delete from signs where player_id = $1 and last_at < $2", player, tx.Now().Add(-SignLife))
}

// Signs lists the signs of some players that have not expired, by player number.
func Signs(tx *db.Tx, players []int64) (map[int64][]model.Sign, error) {
	out := map[int64][]model.Sign{}
	var player int64
	var s model.Sign
	err := db.Scan(tx.Context(), tx, []any{&player, &s.Kind, &s.Hash, &s.Letters}, func() { out[player] = append(out[player], s) },
		"select player_id, kind, hash, letters from signs where player_id = any($1) and last_at >= $2 order by 1, 2, 3", players, tx.Now().Add(-SignLife))
	return out, err
}

// LetterTimes returns when letters about a match came in, by seat, newest first: the latest letters of all
// seats together, at most so many.
func LetterTimes(tx *db.Tx, match int64, most int) (map[int][]time.Time, error) {
	out := map[int][]time.Time{}
	var seat int
	var at time.Time
	err := db.Scan(tx.Context(), tx, []any{&seat, &at}, func() { out[seat] = append(out[seat], at) }, `select seat, received_at from letters
		where match_id = $1 and seat is not null and state in ('apply', 'refuse') order by received_at desc limit $2`, match, most)
	return out, err
}

// SharedBy counts for each hash how many players have a sign with it. A sign that many people share says
// nothing about two of them.
func SharedBy(tx *db.Tx, hashes [][]byte) (map[string]int, error) {
	out := map[string]int{}
	var hash []byte
	var n int
	err := db.Scan(tx.Context(), tx, []any{&hash, &n}, func() { out[string(hash)] = n },
		"select hash, count(distinct player_id) from signs where hash = any($1) and last_at >= $2 group by hash", hashes, tx.Now().Add(-SignLife))
	return out, err
}
