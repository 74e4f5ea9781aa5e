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
	_, err := d.Pool().Exec(ctx, "delete from page_sessions where hash = $1", hash[:])
	return err
}

// KeyOf returns what the key with this hash opens; nil if there is no such key. The caller must check that
// its player still holds the seat.
func KeyOf(ctx context.Context, d *db.DB, hash [32]byte) (*model.SeatKey, error) {
	return db.One(ctx, d, pgx.RowToStructByPos[model.SeatKey], "select match_id, seat, player_id from seat_keys where hash = $1", hash[:])
}

// StopLinks with off kills the links in all letters sent to a seat so far and the sessions and codes of its
// player, and new letters have no links. Without off new letters have links again; the dead ones stay dead.
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

// CodesSince counts the codes mailed to a player since a time. It locks the player.
func CodesSince(tx *db.Tx, player int64, since time.Time) (int, error) {
	// Without the lock two requests at once could both find room for the last code.
	if err := tx.Exec("select from players where id = $1 for update", player); err != nil {
		return 0, err
	}
	return db.Value[int](tx.Context(), tx, "select count(*) from page_codes where player_id = $1 and asked_at > $2", player, since)
}

// AddCode keeps a code for the browser that asked for it, and deletes codes older than a day and sessions
// that have ended.
func AddCode(tx *db.Tx, nonce [32]byte, player int64, code [32]byte) {
	tx.Later("delete from page_codes where asked_at < $1::timestamptz - interval '1 day'", tx.Now())
	tx.Later("delete from page_sessions where ends_at < $1", tx.Now())
	tx.Later("insert into page_codes (nonce, player_id, code, asked_at) values ($1, $2, $3, $4)", nonce[:], player, code[:], tx.Now())
}

// KeepKey sets the key that opens a seat to programs, in place of the one before. Only its hash is kept.
func KeepKey(tx *db.Tx, k model.SeatKey, hash [32]byte) {
	tx.Later(`insert into seat_keys (match_id, seat, player_id, hash, made_at) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat) do update set player_id = excluded.player_id, hash = excluded.hash, made_at = excluded.made_at`,
		k.Match, k.Seat, k.Player, hash[:], tx.Now())
}

// DropKey deletes the key of a seat.
func DropKey(tx *db.Tx, match int64, seat int) {
	tx.Later("delete from seat_keys where match_id = $1 and seat = $2", match, seat)
}
