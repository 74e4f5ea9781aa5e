package people

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// CodeTries is how often a mailed code may be tried before it is dead, and CodeLife how long it is good.
const (
	CodeTries = 5
	CodeLife  = 10 * time.Minute
)

// TryCode uses up one try of a code. If the code is right, unused and in time, it opens a session under hash
// and returns the player; otherwise it returns 0.
func TryCode(ctx context.Context, d *db.DB, nonce, code, hash [32]byte, now, ends time.Time) (int64, error) {
	var player int64
	err := pgx.BeginFunc(ctx, d.Pool(), func(tx pgx.Tx) error {
		var want []byte
		var whose int64
		err := tx.QueryRow(ctx, `update page_codes set tries = tries + 1 where nonce = $1 and not used and tries < $2 and asked_at > $3
			returning code, player_id`, nonce[:], CodeTries, now.Add(-CodeLife)).Scan(&want, &whose)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil || subtle.ConstantTimeCompare(want, code[:]) != 1 {
			return err
		}
		if _, err := tx.Exec(ctx, "update page_codes set used = true where nonce = $1", nonce[:]); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "insert into page_sessions (hash, player_id, ends_at) values ($1, $2, $3)", hash[:], whose, ends)
		player = whose
		return err
	})
	if err != nil {
		return 0, err
	}
	return player, nil
}

// Session returns the player of an open session; 0 if there is none.
func Session(ctx context.Context, d *db.DB, hash [32]byte, now time.Time) (int64, error) {
	return db.Value[int64](ctx, d.Pool(), "select player_id from page_sessions where hash = $1 and ends_at > $2", hash[:], now)
}

// EndSession closes a session.
func EndSession(ctx context.Context, d *db.DB, hash [32]byte) error {
	return d.Exec(ctx, "delete from page_sessions where hash = $1", hash[:])
}

// KeyOf returns what the key with this hash opens; nil if there is no such key. The caller must check that
// its player still holds the seat.
func KeyOf(ctx context.Context, d *db.DB, hash [32]byte) (*model.SeatKey, error) {
	return db.One[model.SeatKey](ctx, d, "select match_id, seat, player_id from seat_keys where hash = $1", hash[:])
}
