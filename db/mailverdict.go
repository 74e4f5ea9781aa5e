package db

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

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
func (b *MailBatch) Write(n *model.Notice, to string, raw []byte, params any) {
	var text *string
	if params != nil {
		s := string(jsonOf(params))
		text = &s
	}
	w := &b.write
	w.ids, w.to = append(w.ids, n.ID), append(w.to, fold(to))
	w.raw, w.params = append(w.raw, raw), append(w.params, text)
}

// Take has a letter in this process's hands from Commit on, its bytes as they are.
func (b *MailBatch) Take(n *model.Notice) {
	b.batch.Queue("update outbox set tries = tries + 1, next_at = $2, holder = $3 where id = $1", n.ID, b.now.Add(lease), b.db.name)
}

// Postpone leaves a letter for a while without counting a try. With a reason it gives up its
// place in the line too, else it keeps it.
func (b *MailBatch) Postpone(n *model.Notice, next time.Time, why string) {
	b.batch.Queue("update outbox set next_at = $2, reply = coalesce(nullif($3, ''), reply), holder = '' where id = $1", n.ID, next, why)
}

// PostponeWritten keeps the bytes of a letter as Write does and leaves it for a while as
// Postpone does, in its place in the line.
func (b *MailBatch) PostponeWritten(n *model.Notice, to string, raw []byte, params any, next time.Time) {
	b.batch.Queue("update outbox set raw = $2, state = 'written', address = $3, params = coalesce($4, params), next_at = $5, holder = '' where id = $1",
		n.ID, raw, fold(to), paramsOf(params), next)
}

func paramsOf(params any) *json.RawMessage {
	if params == nil {
		return nil
	}
	text := json.RawMessage(jsonOf(params))
	return &text
}

// Again leaves a letter for another try.
func (b *MailBatch) Again(n *model.Notice, next time.Time, reply string) {
	b.batch.Queue("update outbox set tries = tries + 1, next_at = $2, reply = $3, holder = '' where id = $1", n.ID, next, clean(reply))
}

// Fail gives a letter up.
func (b *MailBatch) Fail(n *model.Notice, reply string) {
	b.batch.Queue("update outbox set state = 'failed', reply = $2, holder = '' where id = $1", n.ID, clean(reply))
}

// Supersede drops a letter that tells nothing any more.
func (b *MailBatch) Supersede(n *model.Notice) {
	b.batch.Queue("update outbox set state = 'superseded', holder = '' where id = $1", n.ID)
}

const writeMail = `update outbox o set raw = substr($3::bytea, v.begins, v.size), state = 'written', address = v.address,
	params = coalesce(v.params::jsonb, o.params), tries = o.tries + 1, next_at = $7, holder = $8
	from unnest($1::bigint[], $2::text[], $4::int[], $5::int[], $6::text[]) v(id, address, begins, size, params) where o.id = v.id`

// sackMost is how much room for letters is kept from one batch to the next, in bytes.
const sackMost = 8 << 20

// queueWrites has the bytes of all letters kept by one statement. They travel behind each other,
// in sack: as a list each would be copied several times on its way.
func (b *MailBatch) queueWrites(sack *[]byte) {
	w := &b.write
	begins, sizes := make([]int, len(w.raw)), make([]int, len(w.raw))
	all := 0
	for i, raw := range w.raw {
		begins[i], sizes[i] = all+1, len(raw)
		all += len(raw)
	}
	*sack = slices.Grow((*sack)[:0], all)
	for _, raw := range w.raw {
		*sack = append(*sack, raw...)
	}
	b.batch.Queue(writeMail, w.ids, w.to, *sack, begins, sizes, w.params, b.now.Add(lease), b.db.name)
}

// Commit makes all that was decided so, or nothing.
func (b *MailBatch) Commit(ctx context.Context) error {
	if len(b.write.ids) > 0 {
		sack := b.db.sack.Swap(nil)
		if sack == nil {
			sack = new([]byte)
		}
		b.queueWrites(sack)
		if cap(*sack) <= sackMost {
			defer b.db.sack.Store(sack)
		}
	}
	b.batch.Queue("commit")
	res := b.conn.SendBatch(ctx, &b.batch)
	for i := range b.batch.Len() {
		tag, err := res.Exec()
		if err == nil && i == b.batch.Len()-1 && tag.String() != "COMMIT" {
			err = fmt.Errorf("the transaction ended in %s", tag)
		}
		if err != nil {
			_ = res.Close()
			b.Drop()
			return fmt.Errorf("keeping letters: %w", err)
		}
	}
	err := res.Close()
	b.conn.Release()
	b.conn = nil
	return err
}

// Drop leaves all letters as they were. It may be called after Commit.
func (b *MailBatch) Drop() {
	if b.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if c := b.conn.Conn(); !c.IsClosed() {
		if _, err := c.Exec(ctx, "rollback"); err != nil {
			_ = c.Close(ctx)
		}
	}
	b.conn.Release()
	b.conn = nil
}

// Handed is a letter that the relay has taken, and what it said.
type Handed struct {
	ID    int64
	Reply string
}

// Sent marks a letter that the relay has taken.
func (d *DB) Sent(ctx context.Context, id int64, reply string, now time.Time) error {
	return d.SentAll(ctx, []Handed{{id, reply}}, now)
}

// SentAll marks letters that the relay has taken. One that told a secret is forgotten: nobody
// is told it twice.
func (d *DB) SentAll(ctx context.Context, letters []Handed, now time.Time) error {
	ids, replies := make([]int64, len(letters)), make([]string, len(letters))
	for i, l := range letters {
		ids[i], replies[i] = l.ID, clean(l.Reply)
	}
	return d.mark(ctx, `update outbox o set state = 'sent', reply = v.reply, sent_at = $3, holder = '',
		raw = case when o.params ? 'sealed' then null else o.raw end, params = case when o.params ? 'sealed' then o.params - 'sealed' else o.params end
		from unnest($1::bigint[], $2::text[]) v(id, reply) where o.id = v.id`, ids, replies, now)
}

// Again keeps a letter in hand for another try.
func (d *DB) Again(ctx context.Context, id int64, next time.Time, reply string) error {
	return d.mark(ctx, "update outbox set next_at = $3, reply = $2, holder = '' where id = $1 and state in ('queued', 'written')", id, clean(reply), next)
}

// Failed gives a letter up.
func (d *DB) Failed(ctx context.Context, id int64, reply string) error {
	return d.mark(ctx, "update outbox set state = 'failed', reply = $2, holder = '' where id = $1 and state in ('queued', 'written')", id, clean(reply))
}

// Supersede drops a letter that tells nothing any more.
func (d *DB) Supersede(ctx context.Context, id int64) error {
	return d.mark(ctx, "update outbox set state = 'superseded', holder = '' where id = $1 and state in ('queued', 'written')", id)
}

// GiveBack leaves letters in hand to whoever asks next; the relay has not heard of them.
func (d *DB) GiveBack(ctx context.Context, ids []int64, now time.Time) error {
	return d.mark(ctx, `update outbox set next_at = $2, tries = greatest(tries - 1, 0), holder = ''
		where id = any($1) and state in ('queued', 'written') and holder = $3`, ids, now, d.name)
}

func (d *DB) mark(ctx context.Context, sql string, args ...any) error {
	err := insist(ctx, func() error {
		_, err := d.pool.Exec(ctx, sql, args...)
		return err
	})
	failpoint.At("mail.noted")
	return err
}
