package webhook

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// hookColumns are those of a model.Hook, in its order.
const hookColumns = `h.id, h.scope, coalesce(h.match_id, 0), coalesce((select name from leagues l where l.id = h.league_id), ''), coalesce(h.player_id, 0),
	h.form, h.lang, h.host, h.url, h.secret, h.old_secret, h.old_until, h.off, h.failing_at, h.made_at`

// ErrNoLeague says that there is no league of that name.
var ErrNoLeague = errors.New("no such league")

// Add keeps a hook and gives its number.
func Add(tx *db.Tx, h model.Hook) (id int64, err error) {
	var league *int64
	if h.League != "" {
		if league, err = db.One(tx.Context(), tx, pgx.RowTo[int64], "select id from leagues where lower(name) = lower($1)", db.Clean(h.League)); err != nil {
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

// OfMatch are those that a match has of its own, by number.
func OfMatch(tx *db.Tx, match int64) ([]model.Hook, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.Hook], "select "+hookColumns+" from webhooks h where h.match_id = $1 order by h.id", match)
}

// Remove forgets a hook and all its calls.
func Remove(tx *db.Tx, id int64) { tx.Later("delete from webhooks where id = $1", id) }

// Turn gives a hook another secret; the one it had signs too until a time.
func Turn(tx *db.Tx, id int64, secret []byte, until time.Time) {
	tx.Later("update webhooks set old_secret = secret, old_until = $3, secret = $2 where id = $1 and secret is not null", id, secret, until)
}

// TurnOff ends a hook that still was on, and gives up the calls that wait; nil if it was not.
func TurnOff(tx *db.Tx, id int64, why string) (*model.Hook, error) {
	n, err := tx.Affected("update webhooks set off = $2 where id = $1 and off = ''", id, db.Clean(why))
	if err != nil || n == 0 {
		return nil, err
	}
	tx.Later("update webhook_calls set state = 'failed' where hook_id = $1 and state = 'queued'", id)
	return db.One(tx.Context(), tx, pgx.RowToStructByPos[model.Hook], "select "+hookColumns+" from webhooks h where h.id = $1", id)
}

// Greet queues the first call of a hook, which only says that it will be told.
func Greet(tx *db.Tx, hook, match int64) {
	tx.Later("insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) values ($1, $2, 0, 0, $3, $3)", hook, match, tx.Now())
}

// All lists all hooks by number.
func All(ctx context.Context, d *db.DB) ([]model.Hook, error) {
	return db.Many(ctx, d, pgx.RowToStructByPos[model.Hook], "select "+hookColumns+" from webhooks h order by h.id")
}

// ByID is a hook by its number; nil if there is none.
func ByID(ctx context.Context, d *db.DB, id int64) (*model.Hook, error) {
	return db.One(ctx, d, pgx.RowToStructByPos[model.Hook], "select "+hookColumns+" from webhooks h where h.id = $1", id)
}

// Replay lets the call with a webhook-id be made once more, with the same bytes; false if
// there is none.
func Replay(ctx context.Context, d *db.DB, word string, now time.Time) (bool, error) {
	tag, err := d.Pool().Exec(ctx, replaySQL+" where word = $2 and state <> 'superseded'", now, db.Fit(word))
	return tag.RowsAffected() > 0, err
}

// ReplayFailed does that with all calls of a hook that were given up, and counts them.
func ReplayFailed(ctx context.Context, d *db.DB, hook int64, now time.Time) (int, error) {
	tag, err := d.Pool().Exec(ctx, replaySQL+" where hook_id = $2 and state = 'failed'", now, hook)
	return int(tag.RowsAffected()), err
}

// ReplaySince does that with all calls of a hook that were queued at a time or later.
func ReplaySince(ctx context.Context, d *db.DB, hook int64, since, now time.Time) (int, error) {
	tag, err := d.Pool().Exec(ctx, replaySQL+" where hook_id = $2 and state <> 'superseded' and queued_at >= $3", now, hook, since)
	return int(tag.RowsAffected()), err
}

// Revive lets a hook that was ended be told again; what happened meanwhile is not queued.
func Revive(ctx context.Context, d *db.DB, id int64) error {
	_, err := d.Pool().Exec(ctx, "update webhooks set off = '', failing_at = null, rest_until = null where id = $1", id)
	return err
}

// Calls lists the last calls of a hook, the latest first, their bytes left out.
func Calls(ctx context.Context, d *db.DB, hook int64, limit int) ([]*Call, error) {
	return db.Many(ctx, d.Pool(), pgx.RowToAddrOfStructByPos[Call], `select c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, null::bytea, c.state::text, c.tries, c.next_at, c.reply
		from webhook_calls c where c.hook_id = $1 order by c.id desc limit $2`, hook, limit)
}

// replaySQL has calls made once more; which, is to be added.
const replaySQL = "update webhook_calls set state = 'queued', tries = 0, next_at = $1, holder = ''"

// ReplayMatch lets all calls that were given up of the webhooks that hosts of a match set be
// made once more, and counts them.
func ReplayMatch(tx *db.Tx, match int64) (int, error) {
	return tx.Affected(replaySQL+" where state = 'failed' and hook_id in (select id from webhooks where match_id = $2 and player_id is not null)", tx.Now(), match)
}
