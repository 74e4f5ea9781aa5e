package webhook

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// columns are the columns of a model.Hook, in the order of its fields.
const columns = `h.id, h.scope, coalesce(h.match_id, 0), coalesce((select name from leagues l where l.id = h.league_id), ''), coalesce(h.player_id, 0),
	h.form, h.lang, h.host, h.url, h.secret, h.old_secret, h.old_until, h.off, h.failing_at, h.made_at`

// ErrNoLeague means that there is no league of that name.
var ErrNoLeague = errors.New("no such league")

// AddHook keeps a webhook and returns its number.
func AddHook(tx *db.Tx, h model.Hook) (id int64, err error) {
	var league *int64
	if h.League != "" {
		if league, err = db.QueryValue[*int64](tx.Context(), tx, "select id from leagues where lower(name) = lower($1)", db.CleanText(h.League)); err != nil {
			return 0, err
		}
		if league == nil {
			return 0, ErrNoLeague
		}
	}
	return db.QueryValue[int64](tx.Context(), tx.Open(), `insert into webhooks (scope, match_id, league_id, player_id, form, lang, host, url, secret, made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
		h.Scope, db.NullUnless(h.Match != 0, h.Match), league, db.NullUnless(h.Player != 0, h.Player), h.Form, h.Lang, model.FitKey(h.Host), h.URL, h.Secret, tx.Now())
}

// ListHooks lists all webhooks by number.
func ListHooks(ctx context.Context, d *db.DB) ([]model.Hook, error) {
	return db.QueryRows[model.Hook](ctx, d, "select "+columns+" from webhooks h order by h.id")
}

// HookByID returns a webhook by its number; nil if there is none.
func HookByID(ctx context.Context, d *db.DB, id int64) (*model.Hook, error) {
	return db.QueryFirst[model.Hook](ctx, d, "select "+columns+" from webhooks h where h.id = $1", id)
}

// ReplayCall retries the call with a webhook-id, with the same bytes. It returns 0 if there is none.
func ReplayCall(ctx context.Context, d *db.DB, word string, now time.Time) (int, error) {
	return d.Affected(ctx, replaySQL+" where word = $2 and state <> 'superseded'", now, model.FitKey(word))
}

// ReplayFailed retries the calls of a webhook that were given up and returns how many there were.
func ReplayFailed(ctx context.Context, d *db.DB, hook int64, now time.Time) (int, error) {
	return d.Affected(ctx, replaySQL+" where hook_id = $2 and state = 'failed'", now, hook)
}

// ReviveHook turns a webhook on again. Calls about what happened meanwhile are not queued. It returns 0 if there is
// no such webhook.
func ReviveHook(ctx context.Context, d *db.DB, id int64) (int, error) {
	return d.Affected(ctx, "update webhooks set off = '', failing_at = null, rest_until = null where id = $1", id)
}

// ListCalls lists the latest calls of a webhook, newest first, without their bytes.
func ListCalls(ctx context.Context, d *db.DB, hook int64, limit int) ([]*Call, error) {
	return db.CollectRows(ctx, d.Pool(), pgx.RowToAddrOfStructByPos[Call], `select c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, null::bytea, c.state::text, c.tries, c.reply
		from webhook_calls c where c.hook_id = $1 order by c.id desc limit $2`, hook, limit)
}

// replaySQL makes calls due now for a first try; the caller adds which of them.
const replaySQL = "update webhook_calls set state = 'queued', tries = 0, next_at = $1, holder = ''"

// Rows is what a command asks and changes of webhooks. Its methods are promised in house/world's Port.
type Rows struct{ Tx *db.Tx }

func (r *Rows) MatchHooks(match int64) ([]model.Hook, error) {
	return db.QueryRows[model.Hook](r.Tx.Context(), r.Tx, "select "+columns+" from webhooks h where h.match_id = $1 order by h.id", match)
}

// AddHook keeps a webhook. Its first call, of no fact, only says that others will follow.
func (r *Rows) AddHook(h model.Hook) (int64, error) {
	id, err := AddHook(r.Tx, h)
	if err != nil {
		return 0, err
	}
	r.Tx.Later("insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) values ($1, $2, 0, 0, $3, $3)", id, h.Match, r.Tx.Now())
	return id, nil
}

func (r *Rows) DropHook(id int64) (bool, error) {
	return r.Tx.Changed("delete from webhooks where id = $1", id)
}

func (r *Rows) TurnHook(id int64, secret []byte, until time.Time) (bool, error) {
	return r.Tx.Changed("update webhooks set old_secret = secret, old_until = $3, secret = $2 where id = $1 and secret is not null", id, secret, until)
}

func (r *Rows) TurnOffHook(id int64, why string) (*model.Hook, error) {
	n, err := r.Tx.Affected("update webhooks set off = $2 where id = $1 and off = ''", id, db.CleanText(why))
	if err != nil || n == 0 {
		return nil, err
	}
	r.Tx.Later("update webhook_calls set state = 'failed' where hook_id = $1 and state = 'queued'", id)
	return db.QueryFirst[model.Hook](r.Tx.Context(), r.Tx, "select "+columns+" from webhooks h where h.id = $1", id)
}

func (r *Rows) ReplayFailed(match int64) (int, error) {
	return r.Tx.Affected(replaySQL+" where state = 'failed' and hook_id in (select id from webhooks where match_id = $2 and player_id is not null)", r.Tx.Now(), match)
}
