package db

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/model"
)

// kind is a sort of row that nearly every command writes: one statement writes many of them,
// be they of one command or of several.
type kind int

// The kinds.
const (
	touched kind = iota
	aFact
	clockGone
	clockSet
	someWords
	aSign
	dueGone
	dueSet
	aLetter
	aNotice
	newNotice // one that is not queued yet, as nearly all: cheaper, and an error if it is
	aCall     // what the web is told of a match
	kinds
)

// rowsMost is the most rows of one statement, so that few texts are prepared, whatever the
// commands.
const rowsMost = 32

// form is how rows of a kind are written: head, a list of rows, tail, in which # is their
// number; or alone for a single one, where it has a text of its own.
type form struct {
	head, tail, alone string
	own               int                  // parameters of a row
	types             []string             // of each, where Postgres cannot know
	texts             [rowsMost + 1]string // by number of rows
}

// forms are the statements of each kind, made once for a DB.
func forms() (f [kinds]form) {
	f[touched] = form{head: "with changed as (update matches m set seq = v.seq, stamp = v.stamp from (values ", own: 5,
		tail: `) v (id, seq, stamp, was, at) where m.id = v.id and m.stamp = v.was and m.seq = v.at returning 1)
			select require_current(count(*) = #) from changed`,
		alone: guarded(touchMatch + " and stamp = $4 and seq = $5"),
		types: []string{"bigint", "int", "bigint", "bigint", "int"}}
	f[aFact] = form{head: "insert into facts (match_id, cause, at, seq, kind, version, seat, data) values ", own: 8}
	f[clockGone] = form{head: "delete from clocks c using (values ", own: 2,
		tail: ") v (match_id, seat) where c.match_id = v.match_id and c.seat = v.seat", types: []string{"bigint", "int"}}
	f[clockSet] = form{head: "insert into clocks (match_id, seat, step, began, soft, due, reminded, stopped_at, stopped_why) values ", own: 9,
		tail: ` on conflict (match_id, seat) do update set step = excluded.step, began = excluded.began, soft = excluded.soft, due = excluded.due,
			reminded = excluded.reminded, stopped_at = excluded.stopped_at, stopped_why = excluded.stopped_why`}
	f[someWords] = form{head: "insert into words (id, match_id, by, said, at) overriding system value values ", own: 5}
	f[aSign] = form{head: "insert into signs (player_id, last_at, kind, hash) values ", own: 4,
		tail: ` on conflict (player_id, kind, hash) do update set letters = signs.letters + 1, last_at = greatest(signs.last_at, excluded.last_at)`}
	f[dueGone] = form{head: "delete from due d using (values ", own: 5,
		tail: `) v (owner, owner_id, seat, what, of) where d.owner = v.owner and d.owner_id = v.owner_id and d.seat = v.seat
			and d.what = v.what and d.of = v.of`, types: []string{"text", "bigint", "int", "text", "text"}}
	f[dueSet] = form{head: "insert into due (" + DueColumns + ") values ", own: 7,
		tail: " on conflict (owner, owner_id, seat, what, of) do update set at = excluded.at, data = excluded.data"}
	f[aLetter] = form{head: insertLetter, own: 15}
	f[aCall] = form{head: "insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) select h.id, v.match_id, v.since, v.upto, v.at, v.at from (values ", own: 5,
		tail: `) v (match_id, since, upto, at, public) join webhooks h on h.off = '' and (h.match_id = v.match_id or h.scope = 'house' and v.public
			or h.league_id in (select s.league_id from league_matches m join seasons s on s.id = m.season_id where m.match_id = v.match_id))
			order by v.match_id, v.upto, h.id returning id, match_id`,
		types: []string{"bigint", "int", "int", "timestamptz", "boolean"}}
	f[aNotice] = form{head: insertMail, own: 14, tail: " on conflict (key) do nothing returning id, key"}
	f[newNotice] = form{head: insertMail, own: 14, tail: " returning id, key"}
	for k := range f {
		for n := 1; n <= rowsMost; n++ {
			f[k].texts[n] = f[k].text(n)
		}
	}
	return f
}

func (f form) text(n int) string {
	if n == 1 && f.alone != "" {
		return f.alone
	}
	return f.head + rowsOf(n, f.own, f.types) + strings.ReplaceAll(f.tail, "#", strconv.Itoa(n))
}

// rowsOf is a list of n rows of own parameters each.
func rowsOf(n, own int, types []string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('(')
		for k := range own {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(i*own + k + 1))
			if types != nil {
				b.WriteString("::" + types[k])
			}
		}
		b.WriteByte(')')
	}
	return b.String()
}

// batch is what commands write, put together into one batch.
type batch struct {
	forms *[kinds]form
	pgx.Batch
	rows [kinds][]any
}

func (p *batch) add(k kind, row ...any) { p.rows[k] = append(p.rows[k], row...) }

// flush queues the rows of some kinds; told reads what the statements of them return.
func (p *batch) flush(told func(pgx.Rows) error, some ...kind) {
	for _, k := range some {
		f, rows := &p.forms[k], p.rows[k]
		for len(rows) > 0 {
			n := min(len(rows)/f.own, rowsMost)
			q := p.Batch.Queue(f.texts[n], rows[:n*f.own:n*f.own]...)
			if told != nil {
				q.Query(told)
			}
			rows = rows[n*f.own:]
		}
		p.rows[k] = nil
	}
}

// gather gathers all that commands write, in the order of their matches; their notices as mail.
func (d *DB) gather(commands []*Tx, mail kind) *batch {
	p := &batch{forms: &d.forms}
	if len(commands) > 1 {
		p.Batch.Queue("select set_config('lock_timeout', $1, true)", lockMost)
	}
	slices.SortStableFunc(commands, func(a, b *Tx) int { return int(a.trusted - b.trusted) })
	said, keys := pgx.Batch{}, map[string]*[]int64{}
	for _, tx := range commands {
		tx.queued, tx.calls = nil, nil
		for _, r := range tx.rows {
			p.add(r.kind, r.args...)
		}
		for id, t := range tx.tables {
			p.saveTable(tx, &said, t, id == tx.trusted)
		}
		for _, q := range tx.later.QueuedQueries { // anew: a query remembers the connection that had it
			said.Queue(q.SQL, q.Arguments...)
		}
	}
	p.flush(nil, touched, aFact, clockGone, clockSet, someWords, aSign)
	p.Batch.QueuedQueries = append(p.Batch.QueuedQueries, said.QueuedQueries...)
	for _, tx := range commands {
		p.saveDue(tx)
		p.noteLetter(tx.cause)
	}
	p.flush(nil, dueGone, dueSet, aLetter)
	calls := map[int64]*[]int64{}
	for _, tx := range commands {
		for id, t := range tx.tables {
			p.queueCalls(tx, t)
			calls[id] = &tx.calls
		}
		p.queueMail(tx, mail, keys)
	}
	p.flush(func(rows pgx.Rows) error { return collectCalls(rows, calls) }, aCall)
	p.flush(func(rows pgx.Rows) error { return collectMail(rows, keys) }, mail)
	return p
}

// row is a row of a kind that a command writes whatever else it does.
type row struct {
	kind kind
	args []any
}

// write keeps a row to be written at the end.
func (tx *Tx) write(k kind, args ...any) { tx.rows = append(tx.rows, row{k, args}) }

// NoteSign counts a sign of a player's letter at the end, in one statement with those of others.
func (tx *Tx) NoteSign(player int64, s model.Sign) { tx.write(aSign, player, tx.Now(), s.Kind, s.Hash) }

// send writes the batch in one round trip. begun says that a transaction is open, which is
// ended; else the whole batch is one: Postgres ends it at the batch's end.
func (p *batch) send(ctx context.Context, conn *pgxpool.Conn, begun bool) error {
	if begun {
		p.Batch.Queue("commit").Exec(Committed)
	}
	return conn.SendBatch(ctx, &p.Batch).Close()
}

// Committed is an error where the answer to "commit" says that all was taken back.
func Committed(tag pgconn.CommandTag) error {
	if tag.String() != "COMMIT" {
		return fmt.Errorf("the transaction ended in %s", tag)
	}
	return nil
}
