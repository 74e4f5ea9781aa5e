// Package webhook keeps webhooks and their calls. A process claims a call for the length of a lease and makes
// it by a Caller; the call is tried again until it gets through or is given up.
package webhook

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/lead"
	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// callLease is how long a living process may hold a call before others make it. Calls of a dead process are
// free at once, by ReleaseCallsOfDead.
const callLease = time.Minute

// Call is one message to a webhook.
type Call struct {
	ID    int64
	Word  string // the webhook-id, which is the same on every try and when the call is replayed
	Hook  int64
	Match int64 // 0 for none
	Since int
	Upto  int // 0 for the first call of a webhook, which only greets
	Body  []byte
	State model.MailState
	Tries int
	Reply string
}

// callable is the condition for a call to be made at $1. Its webhook must be on and not resting, and no
// earlier call to it about the same match may be waiting for its first or second try, so that news arrives in
// order.
const callable = `c.state = 'queued' and c.next_at <= $1 and h.off = '' and (h.rest_until is null or h.rest_until <= $1)
	and not exists (select from webhook_calls e where e.hook_id = c.hook_id and e.match_id = c.match_id and e.id < c.id and e.state = 'queued' and e.tries <= 1)`

// ClaimCalls claims at most so many calls that are due, for the length of a lease. Of the calls to one webhook
// about one match it claims at most one that was tried less than twice. No other process gets them.
func ClaimCalls(ctx context.Context, d *db.DB, now time.Time, most int) ([]*Call, error) {
	return db.CollectRows(ctx, d.Pool(), pgx.RowToAddrOfStructByPos[Call], `with free as (select c.id from webhook_calls c join webhooks h on h.id = c.hook_id where `+callable+`
			order by c.id limit $2 for no key update of c skip locked)
		update webhook_calls c set next_at = $1::timestamptz + $3::interval, tries = c.tries + 1, holder = $4 from free where c.id = free.id
			returning c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, c.body, c.state::text, c.tries, c.reply`,
		now, most, callLease, d.Name())
}

// SaveCallBody keeps the bytes of a call and returns those to send. If another process kept some in between, it
// returns these.
func SaveCallBody(ctx context.Context, d *db.DB, id int64, body []byte) ([]byte, error) {
	var kept []byte
	err := d.Pool().QueryRow(ctx, "update webhook_calls set body = coalesce(body, $2) where id = $1 returning body", id, body).Scan(&kept)
	return kept, err
}

// RecordSuccess records that a call got through, which means that its webhook works.
func RecordSuccess(ctx context.Context, d *db.DB, c *Call, reply string, now time.Time) error {
	err := d.Exec(ctx, `with made as (update webhook_calls set state = 'sent', sent_at = $3, reply = $2 where id = $1)
		update webhooks set failing_at = null, rest_until = null where id = $4 and (failing_at is not null or rest_until is not null)`, c.ID, db.CleanText(reply), now, c.Hook)
	failpoint.KillAt("webhook.noted")
	return err
}

// RecordFailure records that a call did not get through. It is tried again at next, or given up if next is the zero
// time, unless another process has taken it over. The webhook gets no calls until rest, if rest is not the
// zero time. Fails returns since when no call to the webhook has got through.
func RecordFailure(ctx context.Context, d *db.DB, c *Call, reply string, now, next, rest time.Time) (since time.Time, err error) {
	state := "queued"
	if next.IsZero() {
		state, next = "failed", now
	}
	err = d.Pool().QueryRow(ctx, `with failed as (update webhook_calls set state = $2::mail_state, next_at = $3, reply = $4, holder = ''
			where id = $1 and state = 'queued' and holder = $8)
		update webhooks set failing_at = coalesce(failing_at, $6), rest_until = coalesce($5, rest_until) where id = $7 returning failing_at`,
		c.ID, state, next, db.CleanText(reply), db.NullUnless(!rest.IsZero(), rest), now, c.Hook, d.Name()).Scan(&since)
	return since, err
}

// DropCall ends a call that has nothing to tell.
func DropCall(ctx context.Context, d *db.DB, id int64) error {
	return d.Exec(ctx, "update webhook_calls set state = 'superseded' where id = $1", id)
}

// ReleaseCallsOfDead makes the calls in the hands of dead processes due at once.
func ReleaseCallsOfDead(ctx context.Context, d *db.DB, now time.Time) error {
	err := d.Exec(ctx, `update webhook_calls set next_at = least(next_at, $2), holder = '' where id in (
		select id from webhook_calls where state = 'queued' and holder not in ('',
			$1) and not `+lead.AliveCondition("holder")+`
			for no key update skip locked)`, d.Name(), now)
	if err != nil {
		return fmt.Errorf("taking over calls of processes that are gone: %w", err)
	}
	return nil
}
