package people

import (
	"time"

	"pitpost.example/db"
)

// StopLinks kills the links in all letters to a seat so far, and the sessions and codes of
// its player; off keeps new letters without links too. Not off, it lets new letters have
// them again and revives none.
func StopLinks(tx *db.Tx, match int64, seat int, player int64, off bool) {
	if !off {
		tx.Later("update page_stops set off = false where match_id = $1 and seat = $2", match, seat)
		return
	}
	tx.Later(`insert into page_stops (match_id, seat, stopped_at, off) values ($1, $2, $3, true)
		on conflict (match_id, seat) do update set stopped_at = excluded.stopped_at, off = true`, match, seat, tx.Now())
	tx.Later("delete from page_sessions where player_id = $1", player)
	tx.Later("delete from page_codes where player_id = $1", player)
}

// CodesSince counts the codes a player was mailed since a time.
func CodesSince(tx *db.Tx, player int64, since time.Time) (int, error) {
	// Two requests at once must not both find room for the last one.
	if err := tx.Exec("select from players where id = $1 for update", player); err != nil {
		return 0, err
	}
	return db.Value[int](tx.Context(), tx, "select count(*) from page_codes where player_id = $1 and asked_at > $2", player, since)
}

// AddCode keeps a code for the browser that asked, and forgets what is a day old.
func AddCode(tx *db.Tx, nonce [32]byte, player int64, code [32]byte) {
	tx.Later("delete from page_codes where asked_at < $1::timestamptz - interval '1 day'", tx.Now())
	tx.Later("delete from page_sessions where ends_at < $1", tx.Now())
	tx.Later("insert into page_codes (nonce, player_id, code, asked_at) values ($1, $2, $3, $4)", nonce[:], player, code[:], tx.Now())
}
