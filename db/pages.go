package db

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// CodeTries is how often a mailed code may be typed wrong before it is dead, CodeLife how
// long it is good.
const (
	CodeTries = 5
	CodeLife  = 10 * time.Minute
)

// digests are the purposes of letters that show a position.
const digests = "('turn', 'remind', 'nudge', 'round', 'each', 'end')"

// StopLinks kills the links in all letters to a seat so far, and the sessions and codes of
// its player; off keeps new letters without links too. Not off, it lets new letters have
// them again and revives none.
func (w *Work) StopLinks(match int64, seat int, player int64, off bool) {
	if !off {
		w.batch.Queue("update page_stops set off = false where match_id = $1 and seat = $2", match, seat)
		return
	}
	w.batch.Queue(`insert into page_stops (match_id, seat, stopped_at, off) values ($1, $2, $3, true)
		on conflict (match_id, seat) do update set stopped_at = excluded.stopped_at, off = true`, match, seat, w.Now())
	w.batch.Queue("delete from page_sessions where player_id = $1", player)
	w.batch.Queue("delete from page_codes where player_id = $1", player)
}

// LinksStopped is the time up to which letters to a seat have dead links, the zero time for
// never, and whether new letters have none.
func (d *DB) LinksStopped(ctx context.Context, match int64, seat int) (upto time.Time, off bool, err error) {
	err = d.pool.QueryRow(ctx, "select stopped_at, off from page_stops where match_id = $1 and seat = $2", match, seat).Scan(&upto, &off)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, false, nil
	}
	return upto, off, err
}

// NoticeByKey is the letter out queued under a key; nil if there is none.
func (d *DB) NoticeByKey(ctx context.Context, key string) (*model.Notice, error) {
	return d.notice(ctx, "select "+noticeColumns+" from outbox where key = $1", fit(key))
}

// Archive lists the digests that a player was sent about a seat, the latest first, their
// bytes left out.
func (d *DB) Archive(ctx context.Context, match int64, seat int, player int64, limit int) ([]model.Notice, error) {
	rows, err := d.pool.Query(ctx, `select id, purpose, queued_at from outbox where match_id = $1 and seat = $2 and player_id = $3
		and purpose in `+digests+` and raw is not null order by id desc limit $4`, match, seat, player, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (model.Notice, error) {
		n := model.Notice{Match: match, Seat: seat, Player: player}
		err := row.Scan(&n.ID, &n.Purpose, &n.QueuedAt)
		return n, err
	})
}

// LaterDigest says whether the reader of a letter was sent a newer digest of that seat.
func (d *DB) LaterDigest(ctx context.Context, n *model.Notice) (bool, error) {
	var later bool
	err := d.pool.QueryRow(ctx, `select exists (select from outbox where match_id = $1 and seat = $2 and player_id = $3 and id > $4
		and purpose in `+digests+` and raw is not null)`, n.Match, n.Seat, n.Player, n.ID).Scan(&later)
	return later, err
}

// CodesSince counts the codes a player was mailed since a time.
func (w *Work) CodesSince(player int64, since time.Time) (int, error) {
	if err := w.transact(); err != nil {
		return 0, err
	}
	// Two requests at once must not both find room for the last one.
	if _, err := w.conn.Exec(w.ctx, "select from players where id = $1 for update", player); err != nil {
		return 0, err
	}
	var n int
	err := w.conn.QueryRow(w.ctx, "select count(*) from page_codes where player_id = $1 and asked_at > $2", player, since).Scan(&n)
	return n, err
}

// AddCode keeps a code for the browser that asked, and forgets what is a day old.
func (w *Work) AddCode(nonce [32]byte, player int64, code [32]byte) {
	w.batch.Queue("delete from page_codes where asked_at < $1::timestamptz - interval '1 day'", w.Now())
	w.batch.Queue("delete from page_sessions where ends_at < $1", w.Now())
	w.batch.Queue("insert into page_codes (nonce, player_id, code, asked_at) values ($1, $2, $3, $4)", nonce[:], player, code[:], w.Now())
}

// TryCode spends one try at a code and opens a session under hash if it is right: once, and
// within its time. It gives the player; 0 for a wrong or spent one.
func (d *DB) TryCode(ctx context.Context, nonce, code, hash [32]byte, now, ends time.Time) (int64, error) {
	var player int64
	err := pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
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
func (d *DB) Session(ctx context.Context, hash [32]byte, now time.Time) (int64, error) {
	var player int64
	err := d.pool.QueryRow(ctx, "select player_id from page_sessions where hash = $1 and ends_at > $2", hash[:], now).Scan(&player)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return player, err
}

// EndSession closes a session.
func (d *DB) EndSession(ctx context.Context, hash [32]byte) error {
	_, err := d.pool.Exec(ctx, "delete from page_sessions where hash = $1", hash[:])
	return err
}
