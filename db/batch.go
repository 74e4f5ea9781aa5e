package db

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// kind is a kind of row that nearly every command writes. One statement writes many rows of a kind, whether
// they come from one command or from several.
type kind int

const (
	aFact kind = iota
	aClock
	aDue
	aLetter
	aNotice
	kinds
)

// rowsMost is the greatest number of rows in one statement. It keeps the number of different statements
// small, since each is prepared.
const rowsMost = 32

// forms holds, for each kind, the statement around the rows and how many parameters a row has.
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
	aLetter: {"insert into letters (hash, message_id, door, sender, subject, match_id, seat, step, words_hash, kept, state, why, raw, received_at, taken_at, signed) values ", 16, ""},
	aNotice: {"insert into outbox (next_at, queued_at, cause, key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank) values ", 14,
		" on conflict (key) do nothing returning id, key"},
}

// text returns the statement that writes n rows.
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

// batch collects what commands write, sorted into parts. In each part the commands follow in the order of
// their match numbers, so that two batches seldom deadlock.
type batch struct {
	matches pgx.Batch // comparisons and changes of the matches' rows
	said    pgx.Batch // seats, dropped clocks, plans and what rooms write
	due     pgx.Batch // due rows to delete
	calls   pgx.Batch
	rows    [kinds][]any
	keys    map[string]*[]int64 // which command gets the number of the notice with this key
}

func (b *batch) add(k kind, row ...any) { b.rows[k] = append(b.rows[k], row...) }

// gather returns everything that commands write as one batch, ordered by match. A command may be gathered
// again when its batch failed.
func gather(commands []*Tx) *pgx.Batch {
	slices.SortStableFunc(commands, func(a, b *Tx) int { return int(a.trusted - b.trusted) })
	b := batch{keys: map[string]*[]int64{}}
	for _, tx := range commands {
		tx.queued, tx.calls = nil, nil
		for id, t := range tx.tables {
			b.saveTable(tx, t, id == tx.trusted)
			b.queueCalls(tx, t)
		}
		for _, q := range tx.later.QueuedQueries { // anew, because a query remembers the connection it was sent by
			b.said.Queue(q.SQL, q.Arguments...)
		}
		b.saveDue(tx)
		if l := tx.cause.Letter; l != nil {
			b.add(aLetter, letterArgs(l, tx.Now())...)
		}
		b.queueMail(tx)
	}
	all := &pgx.Batch{}
	if len(commands) > 1 {
		all.Queue("select set_config('lock_timeout', $1, true)", lockMost)
	}
	all.QueuedQueries = append(all.QueuedQueries, b.matches.QueuedQueries...)
	b.flush(all, aFact, aClock)
	all.QueuedQueries = append(all.QueuedQueries, b.due.QueuedQueries...) // before the players among what is said: a command that has taken a due row may have yet to write its player
	b.flush(all, aDue)
	all.QueuedQueries = append(all.QueuedQueries, b.said.QueuedQueries...)
	b.flush(all, aLetter)
	all.QueuedQueries = append(all.QueuedQueries, b.calls.QueuedQueries...)
	b.flush(all, aNotice)
	return all
}

// flush adds the statements for the rows of some kinds.
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

// CheckCommitted returns an error if the answer to "commit" says that the transaction was rolled back.
func CheckCommitted(tag pgconn.CommandTag) error {
	if tag.String() != "COMMIT" {
		return fmt.Errorf("the transaction ended in %s", tag)
	}
	return nil
}
