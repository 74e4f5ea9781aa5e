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

// CodeTries is how often a mailed code may be typed wrong before it is dead, CodeLife how
// long it is good.
const (
	CodeTries = 5
	CodeLife  = 10 * time.Minute
)

// TryCode spends one try at a code and opens a session under hash if it is right: once, and
// within its time. It gives the player; 0 for a wrong or spent one.
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

// Session is the player of a session that is open; 0 for none.
func Session(ctx context.Context, d *db.DB, hash [32]byte, now time.Time) (int64, error) {
	return db.Value[int64](ctx, d.Pool(), "select player_id from page_sessions where hash = $1 and ends_at > $2", hash[:], now)
}

// EndSession closes a session.
func EndSession(ctx context.Context, d *db.DB, hash [32]byte) error {
	_, err := d.Pool().Exec(ctx, "delete from page_sessions where hash = $1", hash[:])
	return err
}

// KeyOf is what the key of that hash opens; nil for none. Whether its player still holds the
// seat is to be looked at.
func KeyOf(ctx context.Context, d *db.DB, hash [32]byte) (*model.SeatKey, error) {
	return db.One(ctx, d, pgx.RowToStructByPos[model.SeatKey], "select match_id, seat, player_id from seat_keys where hash = $1", hash[:])
}
