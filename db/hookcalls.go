package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// callLease is how long a process that lives may hold a call before it is made again. What one
// holds that is gone is free at once.
const callLease = time.Minute

// Call is one thing that a hook is told.
type Call struct {
	ID     int64
	Word   string // the webhook-id: the same on every try, and when it is told again
	Hook   int64
	Match  int64 // 0 for none
	Since  int
	Upto   int // 0: that it is told from now on
	Body   []byte
	State  model.MailState
	Tries  int
	NextAt time.Time
	Reply  string
}

const callColumns = "c.id, c.word, c.hook_id, c.match_id, c.since, c.upto, c.body, c.state::text, c.tries, c.next_at, c.reply"

func scanCall(row pgx.CollectableRow) (*Call, error) {
	c := &Call{}
	err := row.Scan(&c.ID, &c.Word, &c.Hook, &c.Match, &c.Since, &c.Upto, &c.Body, &c.State, &c.Tries, &c.NextAt, &c.Reply)
	return c, err
}

// Hooks beyond one match, as far as a process knows: bits, and 0 before it looked.
const (
	wideLooked = 1 << iota
	wideHouse
	wideLeague
)

// LookForHooks sees what each process that goes on must know for itself, again and again:
// whether anybody on the web listens to more than one match. What it finds only spares matches
// the statement that would queue nothing for them.
func (d *DB) LookForHooks(ctx context.Context) error {
	var house, league bool
	err := d.pool.QueryRow(ctx, `select exists (select from webhooks where scope = 'house' and off = ''),
		exists (select from webhooks where scope = 'league' and off = '')`).Scan(&house, &league)
	if err != nil {
		return err
	}
	seen := int32(wideLooked)
	if house {
		seen |= wideHouse
	}
	if league {
		seen |= wideLeague
	}
	d.wide.Store(seen)
	return nil
}

// hooked says whether anybody on the web may want to hear of a match.
func (d *DB) hooked(r *model.Match) bool {
	wide := d.wide.Load()
	if r.Terms.Hooked || wide == 0 || wide&wideLeague != 0 && r.Terms.League != 0 {
		return true
	}
	return wide&wideHouse != 0 && isPublic(r)
}

// isPublic says whether anybody may look at the match.
func isPublic(r *model.Match) bool { return r.Listed || r.Terms.Watch }

// queueCalls lets the hooks of a match be told what was appended to it.
func (w *Work) queueCalls(p *pile, t *tableWork) {
	if len(t.rows) > 0 && w.db.hooked(&t.Row) {
		p.add(aCall, t.Row.ID, t.rows[0].seq-1, t.Row.Seq, w.Now(), isPublic(&t.Row))
	}
}

// aCallForm is how calls are queued: for each match, of those that listen to it.
func aCallForm() form {
	return form{head: "insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) select h.id, v.match_id, v.since, v.upto, v.at, v.at from (values ", own: 5,
		tail: `) v (match_id, since, upto, at, public) join webhooks h on h.off = '' and (h.match_id = v.match_id or h.scope = 'house' and v.public
			or h.league_id in (select s.league_id from league_matches m join seasons s on s.id = m.season_id where m.match_id = v.match_id))
			order by v.match_id, v.upto, h.id returning id, match_id`,
		types: []string{"bigint", "int", "int", "timestamptz", "boolean"}}
}

// collectCalls reads the numbers of calls that were queued, each to those of its match.
func collectCalls(rows pgx.Rows, of map[int64]*[]int64) error {
	var id, match int64
	_, err := pgx.ForEachRow(rows, []any{&id, &match}, func() error { *of[match] = append(*of[match], id); return nil })
	return err
}

// callable holds of a call that may be made at $1: its hook is on and not left alone, and no
// earlier one about the same match is fresh, so that news come in their order.
const callable = `c.state = 'queued' and c.next_at <= $1 and h.off = '' and (h.rest_until is null or h.rest_until <= $1)
	and not exists (select from webhook_calls e where e.hook_id = c.hook_id and e.match_id = c.match_id and e.id < c.id and e.state = 'queued' and e.tries <= 1)`

// ClaimCalls takes up to so many calls that may be made at now, for the length of a lease: at
// most one that was not tried before of each hook and match. No other process gets them.
func (d *DB) ClaimCalls(ctx context.Context, now time.Time, most int) ([]*Call, error) {
	rows, err := d.pool.Query(ctx, `with free as (select c.id from webhook_calls c join webhooks h on h.id = c.hook_id where `+callable+`
			order by c.id limit $2 for no key update of c skip locked)
		update webhook_calls c set next_at = $1::timestamptz + $3::interval, tries = c.tries + 1, holder = $4 from free where c.id = free.id returning `+callColumns,
		now, most, callLease, d.name)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCall)
}

// KeepBody keeps the bytes of a call. If another process has written it in between, that
// one's come back and are to be sent.
func (d *DB) KeepBody(ctx context.Context, id int64, body []byte) ([]byte, error) {
	var kept []byte
	err := d.pool.QueryRow(ctx, "update webhook_calls set body = coalesce(body, $2) where id = $1 returning body", id, body).Scan(&kept)
	return kept, err
}

// CallMade notes that a call got through, and so that its hook works.
func (d *DB) CallMade(ctx context.Context, c *Call, reply string, now time.Time) error {
	_, err := d.pool.Exec(ctx, `with made as (update webhook_calls set state = 'sent', sent_at = $3, reply = $2 where id = $1)
		update webhooks set failing_at = null, rest_until = null where id = $4 and (failing_at is not null or rest_until is not null)`, c.ID, clean(reply), now, c.Hook)
	failpoint.At("webhook.noted")
	return err
}

// CallFails notes that a call did not get through: it is made again at next, or given up
// where that is the zero time, unless another process has taken it over by now. The hook's server is left alone until rest, the zero time for
// not at all. It gives the time since when no call got through.
func (d *DB) CallFails(ctx context.Context, c *Call, reply string, now, next, rest time.Time) (since time.Time, err error) {
	state := "queued"
	if next.IsZero() {
		state, next = "failed", now
	}
	var until *time.Time
	if !rest.IsZero() {
		until = &rest
	}
	err = d.pool.QueryRow(ctx, `with failed as (update webhook_calls set state = $2::mail_state, next_at = $3, reply = $4, holder = ''
			where id = $1 and state = 'queued' and holder = $8)
		update webhooks set failing_at = coalesce(failing_at, $6), rest_until = coalesce($5, rest_until) where id = $7 returning failing_at`,
		c.ID, state, next, clean(reply), until, now, c.Hook, d.name).Scan(&since)
	return since, err
}

// DropCall ends a call that has nothing to tell.
func (d *DB) DropCall(ctx context.Context, id int64) error {
	_, err := d.pool.Exec(ctx, "update webhook_calls set state = 'superseded' where id = $1", id)
	return err
}
