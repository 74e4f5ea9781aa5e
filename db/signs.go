package db

import (
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// SignLife is how long a sign is kept after it was last seen.
const SignLife = 60 * 24 * time.Hour

// KeepSigns notes the signs of a player's letter, and sees that old ones are forgotten.
func (w *Work) KeepSigns(player int64, signs []model.Sign) {
	for _, s := range signs {
		w.write(aSign, player, w.Now(), s.Kind, s.Hash)
	}
	w.dueSigns(player)
}

// dueSigns looks at a player's signs again when the week is over: one time for all their
// letters of it.
func (w *Work) dueSigns(player int64) {
	const week = 7 * 24 * time.Hour
	w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueSigns, At: w.Now().UTC().Truncate(week).Add(week)})
}

// ForgetSigns forgets the signs of a player that are older than they may be, and looks again
// in a week while there are others.
func (w *Work) ForgetSigns(player int64) error {
	var left bool
	err := w.conn.QueryRow(w.ctx, "select exists (select from signs where player_id = $1 and last_at >= $2)", player, w.Now().Add(-SignLife)).Scan(&left)
	if err != nil {
		return err
	}
	w.batch.Queue("delete from signs where player_id = $1 and last_at < $2", player, w.Now().Add(-SignLife))
	if left {
		w.dueSigns(player)
	}
	return nil
}

// Signs lists the signs of some players that are young enough, by number of player.
func (w *Work) Signs(players []int64) (map[int64][]model.Sign, error) {
	rows, err := w.conn.Query(w.ctx, "select player_id, kind, hash, letters from signs where player_id = any($1) and last_at >= $2 order by 1, 2, 3",
		players, w.Now().Add(-SignLife))
	if err != nil {
		return nil, err
	}
	out := map[int64][]model.Sign{}
	var player int64
	var s model.Sign
	_, err = pgx.ForEachRow(rows, []any{&player, &s.Kind, &s.Hash, &s.Letters}, func() error {
		out[player] = append(out[player], model.Sign{Kind: s.Kind, Hash: append([]byte(nil), s.Hash...), Letters: s.Letters})
		return nil
	})
	return out, err
}

// LetterTimes are the times at which the letters about a match came in, by seat, the last
// of them first and so many at most of all together.
func (w *Work) LetterTimes(match int64, most int) (map[int][]time.Time, error) {
	rows, err := w.conn.Query(w.ctx, `select seat, received_at from letters where match_id = $1 and seat is not null and state in ('apply', 'refuse')
		order by received_at desc limit $2`, match, most)
	if err != nil {
		return nil, err
	}
	out := map[int][]time.Time{}
	var seat int
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&seat, &at}, func() error {
		out[seat] = append(out[seat], at)
		return nil
	})
	return out, err
}

// SharedBy counts, for each hash of a kind, how many players bear it: what many share says
// nothing about two.
func (w *Work) SharedBy(hashes [][]byte) (map[string]int, error) {
	rows, err := w.conn.Query(w.ctx, "select hash, count(distinct player_id) from signs where hash = any($1) and last_at >= $2 group by hash",
		hashes, w.Now().Add(-SignLife))
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
