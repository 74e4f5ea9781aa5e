package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// kind is a sort of row that nearly every deed writes: one statement writes many of them,
// be they of one deed or of several.
type kind int

// The kinds. Their numbers stand in the journal: an order of its own asks for another
// entryVersion.
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
	anEntry   // a deed in the journal
	followed  // a match, where a deed that stood in the journal is settled
	noted     // a letter, likewise
	aCall     // what the web is told of a match
	seatSet   // a seat
	kinds
)

// rowsMost is the most rows of one statement, so that few texts are prepared, whatever the
// deeds.
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
		tail: `) v (id, seq, stamp, held, at) where m.id = v.id and m.held = v.held and m.seq = v.at
			and not exists (select from journal j where j.match_id = m.id) returning 1)
			select 1 / (count(*) = #)::int from changed`,
		alone: guarded("update matches set seq = $2, stamp = $3 where id = $1 and held = $4 and seq = $5" + allSettled),
		types: []string{"bigint", "int", "bigint", "bigint", "int"}}
	f[anEntry] = form{head: "with e (match_id, held, seq, hash, upto, data) as (values ", own: 6,
		tail: ") insert into journal (match_id, upto, data) select m.id, e.upto, e.data from e join matches m on m.id = e.match_id and m.held = e.held where " +
			asRemembered("e.seq", "e.hash"),
		alone: "insert into journal (match_id, upto, data) select m.id, $5::int, $6::bytea from matches m where m.id = $1 and m.held = $2 and " + asRemembered("$3", "$4"),
		types: []string{"bigint", "bigint", "int", "bytea", "int", "bytea"}}
	f[followed] = form{head: "with changed as (update matches m set seq = v.seq, stamp = v.stamp from (values ", own: 4,
		tail:  `) v (id, seq, stamp, at) where m.id = v.id and m.seq = v.at returning 1) select 1 / (count(*) = #)::int from changed`,
		alone: guarded("update matches set seq = $2, stamp = $3 where id = $1 and seq = $4"),
		types: []string{"bigint", "int", "bigint", "int"}}
	f[aFact] = form{head: "insert into facts (match_id, cause, at, seq, kind, version, seat, data) values ", own: 8}
	f[clockGone] = form{head: "delete from clocks c using (values ", own: 2,
		tail: ") v (match_id, seat) where c.match_id = v.match_id and c.seat = v.seat", types: []string{"bigint", "int"}}
	f[clockSet] = form{head: "insert into clocks (match_id, seat, step, began, soft, due, reminded, stopped_at, stopped_why) values ", own: 9,
		tail: ` on conflict (match_id, seat) do update set step = excluded.step, began = excluded.began, soft = excluded.soft, due = excluded.due,
			reminded = excluded.reminded, stopped_at = excluded.stopped_at, stopped_why = excluded.stopped_why`}
	f[someWords] = form{head: "insert into words (id, match_id, by, said, at) overriding system value values ", own: 5}
	f[aSign] = form{head: "insert into signs (player_id, last_at, kind, hash, letters) values ", own: 5,
		tail: ` on conflict (player_id, kind, hash) do update set letters = signs.letters + excluded.letters, last_at = greatest(signs.last_at, excluded.last_at)`}
	f[dueGone] = form{head: "delete from due d using (values ", own: 3,
		tail: ") v (match_id, seat, what) where d.match_id = v.match_id and d.seat = v.seat and d.what = v.what", types: []string{"bigint", "int", "text"}}
	f[dueSet] = form{head: "insert into due (match_id, seat, what, at, data) values ", own: 5,
		tail: " on conflict (match_id, seat, what) do update set at = excluded.at, data = excluded.data"}
	f[aLetter] = form{head: insertLetter, own: 15}
	f[noted] = form{head: insertLetter, own: 15, tail: " on conflict (hash) do nothing"}
	f[seatSet] = form{head: insertSeat, own: 13, tail: orSetSeat}
	f[aCall] = aCallForm()
	f[aNotice] = form{head: insertMail, own: 14, tail: " on conflict (key) do nothing returning id, key"}
	f[newNotice] = form{head: insertMail, own: 14, tail: " returning id, key"}
	for k := range f {
		for n := 1; n <= rowsMost; n++ {
			f[k].texts[n] = f[k].text(n)
		}
	}
	return f
}

// asRemembered holds of a match m, and a letter, if what is in memory goes up to the match's
// last fact, settled or not, the letter was never noted, and nobody is about to change the
// match who would have to be waited for.
func asRemembered(seq, hash string) string {
	return seq + ` = coalesce((select j.upto from journal j where j.match_id = m.id order by j.id desc limit 1), m.seq)
		and not exists (select from letters l where l.hash = ` + hash + `) for key share of m skip locked returning match_id, id`
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

// pile is what deeds write, put together into one batch.
type pile struct {
	forms *[kinds]form
	batch pgx.Batch
	rows  [kinds][]any
	told  map[int]func(pgx.Rows) error // what reads the answer of a statement, where one is of use
	gone  int                          // the statement that fails where another has settled this, 0 for none
}

func (p *pile) add(k kind, row ...any) { p.rows[k] = append(p.rows[k], row...) }

// flush queues the rows of some kinds; told reads what the statements of them return.
func (p *pile) flush(told func(pgx.Rows) error, some ...kind) {
	for _, k := range some {
		f, rows := &p.forms[k], p.rows[k]
		for len(rows) > 0 {
			n := min(len(rows)/f.own, rowsMost)
			if told != nil {
				p.told[p.batch.Len()] = told
			}
			p.batch.Queue(f.texts[n], rows[:n*f.own:n*f.own]...)
			rows = rows[n*f.own:]
		}
		p.rows[k] = nil
	}
}

// pileUp gathers all that deeds write, in the order of their matches; their notices as mail.
func (d *DB) pileUp(deeds []*Work, mail kind) *pile {
	p := &pile{forms: &d.forms, told: map[int]func(pgx.Rows) error{}}
	if len(deeds) > 1 {
		p.batch.Queue("select set_config('lock_timeout', $1, true)", lockMost)
	}
	slices.SortStableFunc(deeds, func(a, b *Work) int { return int(a.trusted - b.trusted) })
	said, keys := pgx.Batch{}, map[string]*[]int64{}
	for _, w := range deeds {
		w.queued, w.calls = nil, nil
		for _, r := range w.rows {
			p.add(r.kind, r.args...)
		}
		for id, t := range w.tables {
			w.saveTable(p, &said, t, id == w.trusted)
		}
		for _, q := range w.batch.QueuedQueries { // anew: a query remembers the connection that had it
			said.Queue(q.SQL, q.Arguments...)
		}
	}
	p.flush(nil, touched, aFact, clockGone, clockSet, someWords, aSign)
	p.batch.QueuedQueries = append(p.batch.QueuedQueries, said.QueuedQueries...)
	for _, w := range deeds {
		w.saveDue(p)
		w.noteLetter(p, aLetter)
	}
	p.flush(nil, dueGone, dueSet, aLetter)
	calls := map[int64]*[]int64{}
	for _, w := range deeds {
		for id, t := range w.tables {
			w.queueCalls(p, t)
			calls[id] = &w.calls
		}
		w.queueMail(p, mail, keys)
	}
	p.flush(func(rows pgx.Rows) error { return collectCalls(rows, calls) }, aCall)
	p.flush(func(rows pgx.Rows) error { return collectMail(rows, keys) }, mail)
	return p
}

// row is a row of a kind that a deed writes whatever else it does.
type row struct {
	kind kind
	args []any
}

// write keeps a row to be written at the end.
func (w *Work) write(k kind, args ...any) { w.rows = append(w.rows, row{k, args}) }

// send writes the pile in one round trip. begun says that a transaction is open, which is
// ended; else the whole pile is one: Postgres ends it at the batch's end.
func (p *pile) send(ctx context.Context, conn *pgxpool.Conn, begun bool) error {
	if begun {
		p.batch.Queue("commit")
	}
	res := conn.SendBatch(ctx, &p.batch)
	defer res.Close()
	if err := p.read(res, begun); err != nil {
		return err
	}
	return res.Close()
}

// read reads what the server answers.
func (p *pile) read(res pgx.BatchResults, begun bool) error {
	for i := range p.batch.Len() {
		if told := p.told[i]; told != nil {
			rows, err := res.Query()
			if err == nil {
				err = told(rows)
			}
			if err != nil {
				return err
			}
			continue
		}
		tag, err := res.Exec()
		if pg := (*pgconn.PgError)(nil); p.gone > 0 && i == p.gone && errors.As(err, &pg) && pg.Code == "22012" {
			return errSettled
		}
		if err != nil {
			return err
		}
		if begun && i == p.batch.Len()-1 && tag.String() != "COMMIT" {
			return fmt.Errorf("the transaction ended in %s", tag)
		}
	}
	return nil
}
