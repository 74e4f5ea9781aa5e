package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// KeepKey lets a key open a seat, known by its hash alone; one that the seat had opens it no
// more.
func (w *Work) KeepKey(k model.SeatKey, hash [32]byte) {
	w.batch.Queue(`insert into seat_keys (match_id, seat, player_id, hash, made_at) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat) do update set player_id = excluded.player_id, hash = excluded.hash, made_at = excluded.made_at`,
		k.Match, k.Seat, k.Player, hash[:], w.Now())
}

// DropKey makes the key of a seat open nothing.
func (w *Work) DropKey(match int64, seat int) {
	w.batch.Queue("delete from seat_keys where match_id = $1 and seat = $2", match, seat)
}

// Stamp is another number after each change of a match; ErrNoMatch if there is none.
func (d *DB) Stamp(ctx context.Context, match int64) (int64, error) {
	var stamp int64
	err := d.Pool().QueryRow(ctx, "select stamp from matches where id = $1", match).Scan(&stamp)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrNoMatch
	}
	return stamp, err
}
