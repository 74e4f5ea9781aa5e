package webhook

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Columns are the columns of a model.Hook, in the order of its fields.
const Columns = `h.id, h.scope, coalesce(h.match_id, 0), coalesce((select name from leagues l where l.id = h.league_id), ''), coalesce(h.player_id, 0),
	h.form, h.lang, h.host, h.url, h.secret, h.old_secret, h.old_until, h.off, h.failing_at, h.made_at`

// ErrNoLeague means that there is no league of that name.
var ErrNoLeague = errors.New("no such league")

// Add keeps a webhook and returns its number.
func Add(tx *db.Tx, h model.Hook) (id int64, err error) {
	var league *int64
	if h.League != "" {
		if league, err = db.Value[*int64](tx.Context(), tx, "select id from leagues where lower(name) = lower($1)", db.Clean(h.League)); err != nil {
			return 0, err
		}
		if league == nil {
			return 0, ErrNoLeague
		}
	}
	return db.Value[int64](tx.Context(), tx.Open(), `insert into webhooks (scope, match_id, league_id, player_id, form, lang, host, url, secret, made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
		h.Scope, db.OrNull(h.Match != 0, h.Match), league, db.OrNull(h.Player != 0, h.Player), h.Form, h.Lang, db.Fit(h.Host), h.URL, h.Secret, tx.Now())
}

// TurnOff turns a webhook off, gives up its calls and returns it; nil if it was off already.
func TurnOff(tx *db.Tx, id int64, why string) (*model.Hook, error) {
	n, err := tx.Affected("update webhooks set off = $2 where id = $1 and off = ''", id, db.Clean(why))
	if err != nil || n == 0 {
		return nil, err
	}
	tx.Later("update webhook_calls set state = 'failed' where hook_id = $1 and state = 'queued'", id)
	return db.One[model.Hook](tx.Context(), tx, "select "+Columns+" from webhooks h where h.id = $1", id)
}

// All lists all webhooks by number.
func All(ctx context.Context, d *db.DB) ([]model.Hook, error) {
	return db.Many[model.Hook](ctx, d, "select "+Columns+" from webhooks h order by h.id")
}

// ByID returns a webhook by its number; nil if there is none.
func ByID(ctx context.Context, d *db.DB, id int64) (*model.Hook, error) {
	return db.One[model.Hook](ctx, d, "select "+Columns+" from webhooks h where h.id = $1", id)
}

// Replay retries the call with a webhook-id, with the same bytes. It returns 0 if there is none.
func Replay(ctx context.Context, d *db.DB, word string, now time.Time) (int, error) {
	return d.Affected(ctx, replaySQL+" where word = $2 and state <> 'superseded'", now, db.Fit(word))
}

// ReplayFailed retries the calls of a webhook that were given up and returns how many there were.
func ReplayFailed(ctx context.Context, d *db.DB, hook int64, now time.Time) (int, error) {
	return d.Affected(ctx, replaySQL+" where hook_id = $2 and state = 'failed'", now, hook)
}

// Revive turns a webhook on again. Calls about what happened meanwhile are not queued. It returns 0 if there is
// no such webhook.
func Revive(ctx context.Context, d *db.DB, id int64) (int, error) {
	return d.Affected(ctx, "update webhooks set off = '', failing_at = null, rest_until = null where id = $1", id)
}

// Calls lists the latest calls of a webhook, newest first, without their bytes.
func Calls(ctx context.Context, d *db.DB, hook int64, limit int) ([]*Call, error) {
	return db.Collect(ctx, d.Pool(), pgx.RowToAddrOfStructByPos[Call], `select c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, null::bytea, c.state::text, c.tries, c.reply
		from webhook_calls c where c.hook_id = $1 order by c.id desc limit $2`, hook, limit)
}

// replaySQL makes calls due now for a first try; the caller adds which of them.
const replaySQL = "update webhook_calls set state = 'queued', tries = 0, next_at = $1, holder = ''"

// ReplayMatch retries the calls that were given up, of the webhooks that hosts of this match have set, and
// returns how many there were.
func ReplayMatch(tx *db.Tx, match int64) (int, error) {
	return tx.Affected(replaySQL+" where state = 'failed' and hook_id in (select id from webhooks where match_id = $2 and player_id is not null)", tx.Now(), match)
}
