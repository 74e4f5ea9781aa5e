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

// PlayerOfSession returns the player of an open session; 0 if there is none.
func PlayerOfSession(ctx context.Context, d *db.DB, hash [32]byte, now time.Time) (int64, error) {
	return db.QueryValue[int64](ctx, d.Pool(), "select player_id from page_sessions where hash = $1 and ends_at > $2", hash[:], now)
}

// EndSession closes a session.
func EndSession(ctx context.Context, d *db.DB, hash [32]byte) error {
	return d.Exec(ctx, "delete from page_sessions where hash = $1", hash[:])
}

// FindSeatKey returns what the key with this hash opens; nil if there is no such key. The caller must check that
// its player still holds the seat.
func FindSeatKey(ctx context.Context, d *db.DB, hash [32]byte) (*model.SeatKey, error) {
	return db.QueryFirst[model.SeatKey](ctx, d, "select match_id, seat, player_id from seat_keys where hash = $1",
		hash[:])
}

func (r *Rows) CodesSince(player int64, since time.Time) (int, error) {
	if err := r.Tx.Exec("select from players where id = $1 for no key update", player); err != nil {
		return 0, err
	}
	return db.QueryValue[int](r.Tx.Context(), r.Tx, "select count(*) from page_codes where player_id = $1 and asked_at > $2", player, since)
}

// AddCode keeps a code. Codes older than a day and sessions that have ended go.
func (r *Rows) AddCode(player int64, nonce, code [32]byte) error {
	r.Tx.Later("delete from page_codes where asked_at < $1::timestamptz - interval '1 day'", r.Tx.Now())
	r.Tx.Later("delete from page_sessions where ends_at < $1", r.Tx.Now())
	r.Tx.Later("insert into page_codes (nonce, player_id, code, asked_at) values ($1, $2, $3, $4)", nonce[:], player, code[:], r.Tx.Now())
	return nil
}

// StopLinks kills the links in letters to a seat, or lets new letters have some; those that are dead stay dead.
func (r *Rows) StopLinks(of model.SeatKey, off bool) error {
	if !off {
		r.Tx.Later("update page_stops set off = false where match_id = $1 and seat = $2", of.Match, of.Seat)
		return nil
	}
	r.Tx.Later(`insert into page_stops (match_id, seat, stopped_at, off) values ($1, $2, $3, true)
		on conflict (match_id, seat) do update set stopped_at = excluded.stopped_at, off = true`, of.Match, of.Seat, r.Tx.Now())
	r.endSessions(of.Player)
	return nil
}

func (r *Rows) KeepKey(of model.SeatKey, hash [32]byte) error {
	r.Tx.Later(`insert into seat_keys (match_id, seat, player_id, hash, made_at) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat) do update set player_id = excluded.player_id, hash = excluded.hash, made_at = excluded.made_at`,
		of.Match, of.Seat, of.Player, hash[:], r.Tx.Now())
	return nil
}

func (r *Rows) DropKey(of model.SeatKey) error {
	r.Tx.Later("delete from seat_keys where match_id = $1 and seat = $2", of.Match, of.Seat)
	return nil
}

// endSessions ends a player's sessions, and the codes that would open one.
func (r *Rows) endSessions(player int64) {
	r.Tx.Later("delete from page_sessions where player_id = $1", player)
	r.Tx.Later("delete from page_codes where player_id = $1", player)
}
