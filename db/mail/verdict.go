package mail

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// lease is how long a process may hold a letter before another may send it.
const lease = 10 * time.Minute

// writes are letters whose bytes are to be kept, in columns.
type writes struct {
	ids    []int64
	to     []string
	raw    [][]byte
	params []*string
}

// Write keeps the bytes of a letter and where it goes: no others are ever sent. The letter is
// in this process's hands from Commit on. params, if not nil, take the place of those of the
// notice.
func (b *Batch) Write(n *model.Notice, to string, raw []byte, params any) {
	w := &b.write
	w.ids, w.to = append(w.ids, n.ID), append(w.to, db.Normalise(to))
	w.raw, w.params = append(w.raw, raw), append(w.params, paramsOf(params))
}

// Take has a letter in this process's hands from Commit on, its bytes as they are.
func (b *Batch) Take(n *model.Notice) {
	b.batch.Queue("update outbox set tries = tries + 1, next_at = $2, holder = $3 where id = $1", n.ID, b.now.Add(lease), b.db.Name())
}

// Postpone leaves a letter for a while without counting a try. With a reason it gives up its
// place in the line too, else it keeps it.
func (b *Batch) Postpone(n *model.Notice, next time.Time, why string) {
	b.batch.Queue("update outbox set next_at = $2, reply = coalesce(nullif($3, ''), reply), holder = '' where id = $1", n.ID, next, why)
}

// PostponeWritten keeps the bytes of a letter as Write does and leaves it for a while as
// Postpone does, in its place in the line.
func (b *Batch) PostponeWritten(n *model.Notice, to string, raw []byte, params any, next time.Time) {
	b.batch.Queue("update outbox set raw = $2, state = 'written', address = $3, params = coalesce($4, params), next_at = $5, holder = '' where id = $1",
		n.ID, raw, db.Normalise(to), paramsOf(params), next)
}

func paramsOf(params any) *string { return db.OrNull(params != nil, string(db.JSON(params))) }

// Again leaves a letter for another try.
func (b *Batch) Again(n *model.Notice, next time.Time, reply string) {
	b.batch.Queue("update outbox set tries = tries + 1, next_at = $2, reply = $3, holder = '' where id = $1", n.ID, next, db.Clean(reply))
}

// Fail gives a letter up.
func (b *Batch) Fail(n *model.Notice, reply string) {
	b.batch.Queue("update outbox set state = 'failed', reply = $2, holder = '' where id = $1", n.ID, db.Clean(reply))
}

// Supersede drops a letter that tells nothing any more.
func (b *Batch) Supersede(n *model.Notice) {
	b.batch.Queue("update outbox set state = 'superseded', holder = '' where id = $1", n.ID)
}

const writeMail = `update outbox o set raw = v.raw, state = 'written', address = v.address, params = coalesce(v.params::jsonb, o.params),
	tries = o.tries + 1, next_at = $5, holder = $6
	from unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[]) v(id, address, raw, params) where o.id = v.id`

// Commit makes all that was decided so, or nothing.
func (b *Batch) Commit(ctx context.Context) error {
	if w := &b.write; len(w.ids) > 0 {
		b.batch.Queue(writeMail, w.ids, w.to, w.raw, w.params, b.now.Add(lease), b.db.Name())
	}
	b.batch.Queue("commit").Exec(db.Committed)
	if err := b.conn.SendBatch(ctx, &b.batch).Close(); err != nil {
		b.Drop()
		return fmt.Errorf("keeping letters: %w", err)
	}
	b.conn.Release()
	b.conn = nil
	return nil
}

// Drop leaves all letters as they were. It may be called after Commit.
func (b *Batch) Drop() {
	if b.conn == nil {
		return
	}
	db.Rollback(b.conn.Conn())
	b.conn.Release()
	b.conn = nil
}

// Handed is a letter that the relay has taken, and what it said.
type Handed struct {
	ID    int64
	Reply string
}

// Sent marks a letter that the relay has taken.
func Sent(ctx context.Context, d *db.DB, id int64, reply string, now time.Time) error {
	return SentAll(ctx, d, []Handed{{id, reply}}, now)
}

// SentAll marks letters that the relay has taken. One that told a secret is forgotten: nobody
// is told it twice.
func SentAll(ctx context.Context, d *db.DB, letters []Handed, now time.Time) error {
	ids, replies := make([]int64, len(letters)), make([]string, len(letters))
	for i, l := range letters {
		ids[i], replies[i] = l.ID, db.Clean(l.Reply)
	}
	return mark(ctx, d, `update outbox o set state = 'sent', reply = v.reply, sent_at = $3, holder = '',
		raw = case when o.params ? 'sealed' then null else o.raw end, params = case when o.params ? 'sealed' then o.params - 'sealed' else o.params end
		from unnest($1::bigint[], $2::text[]) v(id, reply) where o.id = v.id`, ids, replies, now)
}

// Again keeps a letter in hand for another try.
func Again(ctx context.Context, d *db.DB, id int64, next time.Time, reply string) error {
	return mark(ctx, d, "update outbox set next_at = $3, reply = $2, holder = '' where id = $1 and state in ('queued', 'written')", id, db.Clean(reply), next)
}

// Failed gives a letter up.
func Failed(ctx context.Context, d *db.DB, id int64, reply string) error {
	return mark(ctx, d, "update outbox set state = 'failed', reply = $2, holder = '' where id = $1 and state in ('queued', 'written')", id, db.Clean(reply))
}

// Supersede drops a letter that tells nothing any more.
func Supersede(ctx context.Context, d *db.DB, id int64) error {
	return mark(ctx, d, "update outbox set state = 'superseded', holder = '' where id = $1 and state in ('queued', 'written')", id)
}

// GiveBack leaves letters in hand to whoever asks next; the relay has not heard of them.
func GiveBack(ctx context.Context, d *db.DB, ids []int64, now time.Time) error {
	return mark(ctx, d, `update outbox set next_at = $2, tries = greatest(tries - 1, 0), holder = ''
		where id = any($1) and state in ('queued', 'written') and holder = $3`, ids, now, d.Name())
}

func mark(ctx context.Context, d *db.DB, sql string, args ...any) error {
	err := db.Retry(ctx, func() error {
		_, err := d.Pool().Exec(ctx, sql, args...)
		return err
	})
	failpoint.At("mail.noted")
	return err
}
