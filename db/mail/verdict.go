package mail

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// lease is how long a letter stays in the hands of a process before others may send it.
const lease = 10 * time.Minute

// writes holds the letters to be kept, as columns for one statement.
type writes struct {
	ids    []int64
	to     []string
	raw    [][]byte
	params []*string
}

// Write keeps the bytes of a letter and the address it goes to; every try sends these bytes. After Commit the
// letter is in this process's hands. If params is not nil it replaces the params of the notice.
func (b *Batch) Write(n *model.Notice, to string, raw []byte, params any) {
	w := &b.write
	w.ids, w.to = append(w.ids, n.ID), append(w.to, model.FoldAddress(to))
	w.raw, w.params = append(w.raw, raw), append(w.params, paramsOf(params))
}

// Take puts a letter whose bytes are kept already into this process's hands after Commit.
func (b *Batch) Take(n *model.Notice) {
	b.batch.Queue("update outbox set tries = tries + 1, next_at = $2, holder = $3 where id = $1", n.ID, b.now.Add(lease), b.db.Name())
}

// Postpone makes a letter due at next without counting a try. With a reason it no longer holds up later
// letters to the same person; without one it does.
func (b *Batch) Postpone(n *model.Notice, next time.Time, why string) {
	b.batch.Queue("update outbox set next_at = $2, reply = coalesce(nullif($3, ''), reply), holder = '' where id = $1", n.ID, next, why)
}

// PostponeWritten keeps the bytes of a letter as Write does and makes it due at next. It still holds up later
// letters to the same person.
func (b *Batch) PostponeWritten(n *model.Notice, to string, raw []byte, params any, next time.Time) {
	b.batch.Queue("update outbox set raw = $2, state = 'written', address = $3, params = coalesce($4, params), next_at = $5, holder = '' where id = $1",
		n.ID, raw, model.FoldAddress(to), paramsOf(params), next)
}

func paramsOf(params any) *string { return db.NullUnless(params != nil, string(db.EncodeJSON(params))) }

// Again counts a try and makes a letter due at next.
func (b *Batch) Again(n *model.Notice, next time.Time, reply string) {
	b.batch.Queue("update outbox set tries = tries + 1, next_at = $2, reply = $3, holder = '' where id = $1", n.ID, next, db.CleanText(reply))
}

// Fail gives up a letter.
func (b *Batch) Fail(n *model.Notice, reply string) {
	b.batch.Queue("update outbox set state = 'failed', reply = $2, holder = '' where id = $1", n.ID,
		db.CleanText(reply))
}

// Supersede drops a letter that no longer tells anything new.
func (b *Batch) Supersede(n *model.Notice) {
	b.batch.Queue("update outbox set state = 'superseded', holder = '' where id = $1", n.ID)
}

const writeMail = `update outbox o set raw = v.raw, state = 'written', address = v.address, params = coalesce(v.params::jsonb, o.params),
	tries = o.tries + 1, next_at = $5, holder = $6
	from unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[]) v(id, address, raw, params) where o.id = v.id`

// Commit carries out everything that was decided, or nothing, and unlocks the letters.
func (b *Batch) Commit(ctx context.Context) error {
	if w := &b.write; len(w.ids) > 0 {
		b.batch.Queue(writeMail, w.ids, w.to, w.raw, w.params, b.now.Add(lease), b.db.Name())
	}
	b.batch.Queue("commit").Exec(db.CheckCommitted)
	if err := b.conn.SendBatch(ctx, &b.batch).Close(); err != nil {
		b.Drop()
		return fmt.Errorf("keeping letters: %w", err)
	}
	b.conn.Release()
	b.conn = nil
	return nil
}

// Drop unlocks the letters and leaves them as they were. It may be called after Commit.
func (b *Batch) Drop() {
	if b.conn == nil {
		return
	}
	db.RollbackOrClose(b.conn.Conn())
	b.conn.Release()
	b.conn = nil
}

// Handed is a letter that the relay has taken, with the relay's reply.
type Handed struct {
	ID    int64
	Reply string
}

// MarkSent marks a letter as taken by the relay.
func MarkSent(ctx context.Context, d *db.DB, id int64, reply string, now time.Time) error {
	return MarkAllSent(ctx, d, []Handed{{id, reply}}, now)
}

// MarkAllSent marks letters as taken by the relay. If a letter told a secret, its bytes and the secret are
// deleted.
func MarkAllSent(ctx context.Context, d *db.DB, letters []Handed, now time.Time) error {
	ids, replies := make([]int64, len(letters)), make([]string, len(letters))
	for i, l := range letters {
		ids[i], replies[i] = l.ID, db.CleanText(l.Reply)
	}
	return mark(ctx, d, `update outbox o set state = 'sent', reply = v.reply, sent_at = $3, holder = '',
		raw = case when o.params ? 'sealed' then null else o.raw end, params = case when o.params ? 'sealed' then o.params - 'sealed' else o.params end
		from unnest($1::bigint[], $2::text[]) v(id, reply) where o.id = v.id`, ids, replies, now)
}

// RetryLater makes a letter in hand due at next.
func RetryLater(ctx context.Context, d *db.DB, id int64, next time.Time, reply string) error {
	return mark(ctx, d, "update outbox set next_at = $3, reply = $2, holder = '' where id = $1 and state in ('queued', 'written')", id, db.CleanText(reply), next)
}

// MarkFailed gives up a letter in hand.
func MarkFailed(ctx context.Context, d *db.DB, id int64, reply string) error {
	return mark(ctx, d, "update outbox set state = 'failed', reply = $2, holder = '' where id = $1 and state in ('queued', 'written')", id, db.CleanText(reply))
}

// DropSupersededNotice drops a letter that no longer tells anything new.
func DropSupersededNotice(ctx context.Context, d *db.DB, id int64) error {
	return mark(ctx, d, "update outbox set state = 'superseded', holder = '' where id = $1 and state in ('queued', 'written')", id)
}

// ReleaseLetters makes letters in this process's hands due at once for anybody, and takes back their try. The relay
// must not have been offered them.
func ReleaseLetters(ctx context.Context, d *db.DB, ids []int64, now time.Time) error {
	return mark(ctx, d, `update outbox set next_at = $2, tries = greatest(tries - 1, 0), holder = ''
		where id = any($1) and state in ('queued', 'written') and holder = $3`, ids, now, d.Name())
}

func mark(ctx context.Context, d *db.DB, sql string, args ...any) error {
	err := db.RetryWhileAway(ctx, func() error { return d.Exec(ctx, sql, args...) })
	failpoint.KillAt("mail.noted")
	return err
}
