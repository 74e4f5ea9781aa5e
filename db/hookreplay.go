package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// ReplayCall lets the call with a webhook-id be made once more, with the same bytes; false if
// there is none.
func (d *DB) ReplayCall(ctx context.Context, word string, now time.Time) (bool, error) {
	tag, err := d.pool.Exec(ctx, anew+" where word = $2 and state <> 'superseded'", now, fit(word))
	return tag.RowsAffected() > 0, err
}

// ReplayFailed does that with all calls of a hook that were given up, and counts them.
func (d *DB) ReplayFailed(ctx context.Context, hook int64, now time.Time) (int, error) {
	tag, err := d.pool.Exec(ctx, anew+" where hook_id = $2 and state = 'failed'", now, hook)
	return int(tag.RowsAffected()), err
}

// ReplaySince does that with all calls of a hook that were queued at a time or later.
func (d *DB) ReplaySince(ctx context.Context, hook int64, since, now time.Time) (int, error) {
	tag, err := d.pool.Exec(ctx, anew+" where hook_id = $2 and state <> 'superseded' and queued_at >= $3", now, hook, since)
	return int(tag.RowsAffected()), err
}

const anew = "update webhook_calls set state = 'queued', tries = 0, next_at = $1, holder = ''"

// HookOn lets a hook that was ended be told again; what happened meanwhile is not queued.
func (d *DB) HookOn(ctx context.Context, id int64) error {
	_, err := d.pool.Exec(ctx, "update webhooks set off = '', failing_at = null, rest_until = null where id = $1", id)
	return err
}

// Calls lists the last calls of a hook, the latest first, their bytes left out.
func (d *DB) Calls(ctx context.Context, hook int64, limit int) ([]*Call, error) {
	rows, err := d.pool.Query(ctx, `select c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, null::bytea, c.state::text, c.tries, c.next_at, c.reply
		from webhook_calls c where c.hook_id = $1 order by c.id desc limit $2`, hook, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCall)
}

// CallsByState counts the calls of all hooks in each state.
func (d *DB) CallsByState(ctx context.Context) (map[string]int, error) {
	return d.counts(ctx, "select state, count(*) from webhook_calls group by state")
}

// ReplayFailed lets all calls that were given up of the webhooks that hosts of a match set be
// made once more, and counts them.
func (w *Work) ReplayFailed(match int64) (int, error) {
	if err := w.transact(); err != nil {
		return 0, err
	}
	tag, err := w.conn.Exec(w.ctx, anew+" where state = 'failed' and hook_id in (select id from webhooks where match_id = $2 and player_id is not null)", w.Now(), match)
	return int(tag.RowsAffected()), err
}
