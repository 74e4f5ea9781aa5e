package db

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// HookColumns are read by ScanHook.
const HookColumns = `h.id, h.scope, coalesce(h.match_id, 0), coalesce((select name from leagues l where l.id = h.league_id), ''), coalesce(h.player_id, 0),
	h.form, h.lang, h.host, h.url, h.secret, h.old_secret, h.old_until, h.off, h.failing_at, h.made_at`

// ScanHook reads HookColumns.
func ScanHook(row pgx.CollectableRow) (model.Hook, error) {
	var h model.Hook
	err := row.Scan(&h.ID, &h.Scope, &h.Match, &h.League, &h.Player, &h.Form, &h.Lang, &h.Host, &h.URL, &h.Secret, &h.OldSecret, &h.OldUntil, &h.Off,
		&h.FailingAt, &h.MadeAt)
	return h, err
}

// ErrNoLeague says that there is no league of that name.
var ErrNoLeague = errors.New("no such league")

// AddHook keeps a hook and gives its number.
func (tx *Tx) AddHook(h model.Hook) (id int64, err error) {
	if err := tx.transact(); err != nil {
		return 0, err
	}
	var match, player, league *int64
	if h.Match != 0 {
		match = &h.Match
	}
	if h.Player != 0 {
		player = &h.Player
	}
	if h.League != "" {
		err := tx.conn.QueryRow(tx.ctx, "select id from leagues where lower(name) = lower($1)", Clean(h.League)).Scan(&league)
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, ErrNoLeague
		}
		if err != nil {
			return 0, err
		}
	}
	err = tx.conn.QueryRow(tx.ctx, `insert into webhooks (scope, match_id, league_id, player_id, form, lang, host, url, secret, made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
		h.Scope, match, league, player, h.Form, h.Lang, Fit(h.Host), h.URL, h.Secret, tx.Now()).Scan(&id)
	return id, err
}

// MatchHooks are those that a match has of its own, by number.
func (tx *Tx) MatchHooks(match int64) ([]model.Hook, error) {
	rows, err := tx.conn.Query(tx.ctx, "select "+HookColumns+" from webhooks h where h.match_id = $1 order by h.id", match)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, ScanHook)
}

// DropHook forgets a hook and all its calls.
func (tx *Tx) DropHook(id int64) { tx.later.Queue("delete from webhooks where id = $1", id) }

// TurnHook gives a hook another secret; the one it had signs too until a time.
func (tx *Tx) TurnHook(id int64, secret []byte, until time.Time) {
	tx.later.Queue("update webhooks set old_secret = secret, old_until = $3, secret = $2 where id = $1 and secret is not null", id, secret, until)
}

// HookOff ends a hook that still was on, and gives up the calls that wait; nil if it was not.
func (tx *Tx) HookOff(id int64, why string) (*model.Hook, error) {
	if err := tx.transact(); err != nil {
		return nil, err
	}
	tag, err := tx.conn.Exec(tx.ctx, "update webhooks set off = $2 where id = $1 and off = ''", id, Clean(why))
	if err != nil || tag.RowsAffected() == 0 {
		return nil, err
	}
	tx.later.Queue("update webhook_calls set state = 'failed' where hook_id = $1 and state = 'queued'", id)
	return OneHook(tx.conn.Query(tx.ctx, "select "+HookColumns+" from webhooks h where h.id = $1", id))
}

// Greet queues the first call of a hook, which only says that it will be told.
func (tx *Tx) Greet(hook, match int64) {
	tx.later.Queue("insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) values ($1, $2, 0, 0, $3, $3)", hook, match, tx.Now())
}

// OneHook reads the one row that was asked for; nil if there is none.
func OneHook(rows pgx.Rows, err error) (*model.Hook, error) {
	if err != nil {
		return nil, err
	}
	h, err := pgx.CollectOneRow(rows, ScanHook)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &h, err
}
