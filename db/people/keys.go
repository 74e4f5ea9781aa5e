package people

import (
	"pitpost.example/db"
	"pitpost.example/model"
)

// KeepKey lets a key open a seat, known by its hash alone; one that the seat had opens it no
// more.
func KeepKey(tx *db.Tx, k model.SeatKey, hash [32]byte) {
	tx.Later(`insert into seat_keys (match_id, seat, player_id, hash, made_at) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat) do update set player_id = excluded.player_id, hash = excluded.hash, made_at = excluded.made_at`,
		k.Match, k.Seat, k.Player, hash[:], tx.Now())
}

// DropKey makes the key of a seat open nothing.
func DropKey(tx *db.Tx, match int64, seat int) {
	tx.Later("delete from seat_keys where match_id = $1 and seat = $2", match, seat)
}
