package db

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// kind is a sort of row that nearly every command writes: one statement writes many of them,
// be they of one command or of several.
type kind int

// The kinds.
const (
	aFact kind = iota
	aClock
	aDue
	aLetter
	aNotice
	kinds
)

// rowsMost is the most rows of one statement, so that few texts are prepared, whatever the
// commands.
const rowsMost = 32

// forms say how rows of each kind are written, of so many parameters each.
var forms = [kinds]struct {
	head string
	own  int
	tail string
}{
	aFact: {"insert into facts (match_id, cause, at, seq, kind, version, seat, data) values ", 8, ""},
	aClock: {"insert into clocks (match_id, seat, step, began, soft, due, reminded, stopped_at, stopped_why) values ", 9,
		` on conflict (match_id, seat) do update set step = excluded.step, began = excluded.began, soft = excluded.soft, due = excluded.due,
			reminded = excluded.reminded, stopped_at = excluded.stopped_at, stopped_why = excluded.stopped_why`},
	aDue: {"insert into due (" + DueColumns + ") values ", 7,
		" on conflict (owner, owner_id, seat, what, of) do update set at = excluded.at, data = excluded.data"},
	aLetter: {"insert into letters (hash, message_id, door, sender, subject, match_id, seat, step, words_hash, kept, state, why, raw, received_at, taken_at) values ", 15, ""},
	aNotice: {"insert into outbox (next_at, queued_at, cause, key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank) values ", 14,
		" on conflict (key) do nothing returning id, key"},
}

// text is the statement that writes n rows.
func (k kind) text(n int) string {
	f, rows := &forms[k], make([]string, n)
	for i := range rows {
		own := make([]string, f.own)
		for j := range own {
			own[j] = fmt.Sprintf("$%d", i*f.own+j+1)
		}
		rows[i] = "(" + strings.Join(own, ", ") + ")"
	}
	return f.head + strings.Join(rows, ", ") + f.tail
}

// batch is what commands write, put together: part after part, each of all commands in the order of
// their matches, so that two batches seldom wait for each other in a ring.
type batch struct {
	matches pgx.Batch // compared, and changed
	said    pgx.Batch // what is seldom changed, and what rooms write
	due     pgx.Batch // what is no longer due
	calls   pgx.Batch
	rows    [kinds][]any
	keys    map[string]*[]int64 // of notices: who learns their number
}

func (b *batch) add(k kind, row ...any) { b.rows[k] = append(b.rows[k], row...) }

// gather gathers all that commands write, in the order of their matches.
func gather(commands []*Tx) *pgx.Batch {
	slices.SortStableFunc(commands, func(a, b *Tx) int { return int(a.trusted - b.trusted) })
	b := batch{keys: map[string]*[]int64{}}
	for _, tx := range commands {
		tx.queued, tx.calls = nil, nil
		for id, t := range tx.tables {
			b.saveTable(tx, t, id == tx.trusted)
			b.queueCalls(tx, t)
		}
		b.said.QueuedQueries = append(b.said.QueuedQueries, tx.later.QueuedQueries...)
		b.saveDue(tx)
		b.noteLetter(tx.cause)
		b.queueMail(tx)
	}
	all := &pgx.Batch{}
	if len(commands) > 1 {
		all.Queue("select set_config('lock_timeout', $1, true)", lockMost)
	}
	all.QueuedQueries = append(all.QueuedQueries, b.matches.QueuedQueries...)
	b.flush(all, aFact, aClock)
	for _, q := range slices.Concat(b.said.QueuedQueries, b.due.QueuedQueries) { // anew: a query remembers the connection that had it
		all.Queue(q.SQL, q.Arguments...)
	}
	b.flush(all, aDue, aLetter)
	all.QueuedQueries = append(all.QueuedQueries, b.calls.QueuedQueries...)
	b.flush(all, aNotice)
	return all
}

// flush queues the rows of some kinds.
func (b *batch) flush(all *pgx.Batch, some ...kind) {
	for _, k := range some {
		for rows := range slices.Chunk(b.rows[k], rowsMost*forms[k].own) {
			q := all.Queue(k.text(len(rows)/forms[k].own), rows...)
			if k == aNotice {
				q.Query(b.queued)
			}
		}
	}
}

// Committed is an error where the answer to "commit" says that all was taken back.
func Committed(tag pgconn.CommandTag) error {
	if tag.String() != "COMMIT" {
		return fmt.Errorf("the transaction ended in %s", tag)
	}
	return nil
}
