package webhook

import (
	"context"
	"time"

	"pitpost.example/db"
)

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
	return db.Many(ctx, d.Pool(), scanCall, `select c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, null::bytea, c.state::text, c.tries, c.next_at, c.reply
		from webhook_calls c where c.hook_id = $1 order by c.id desc limit $2`, hook, limit)
}

// replaySQL has calls made once more; which, is to be added.
const replaySQL = "update webhook_calls set state = 'queued', tries = 0, next_at = $1, holder = ''"

// ReplayMatch lets all calls that were given up of the webhooks that hosts of a match set be
// made once more, and counts them.
func ReplayMatch(tx *db.Tx, match int64) (int, error) {
	return tx.Affected(replaySQL+" where state = 'failed' and hook_id in (select id from webhooks where match_id = $2 and player_id is not null)", tx.Now(), match)
}
