package db

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A deed at a match that this process holds in memory writes one row: the journal keeps the
// letter, the facts, what is to be told and what is due, or nothing of it. What stands there
// is settled into the tables right after, in settle.go.

// entryMost is the largest deed that goes by the journal: one that Postgres would have to cut
// into pieces is as quick by the tables.
const entryMost = 6000

// deed is one that stands in the journal, until it is settled.
type deed struct {
	id, match int64
	no        int // in the order in which this process heard of it
	rows      [kinds][]any
	queued    []int64 // notices, once it is settled
	calls     []int64 // of webhooks, likewise

	w    *Work // until it stands in the journal, with data
	data []byte

	// Of a deed of this process, what is asked of it before it is settled.
	cause   string    // "" for one that was read from the journal
	hash    []byte    // of its letter, nil for none
	step    stepWords // what it answers, of no match for no step
	answers []string  // addresses, for each receipt or question to them
}

// entry makes a row of the journal of what w gathered; nil where only the tables themselves
// can say it, which is what is seldom changed.
func (w *Work) entry() *deed {
	t := w.tables[w.trusted]
	if t == nil || w.begun || len(w.tables) > 1 || len(w.batch.QueuedQueries) > 0 || t.save && !t.sameRow() || t.replanned || t.before.row.held == 0 {
		return nil
	}
	for _, d := range w.due {
		if d.drop && d.What == "" {
			return nil
		}
	}
	p := &pile{forms: &w.db.forms}
	old := &t.before.row
	if t.changed() {
		t.Row.stamp = newStamp()
		p.add(followed, t.Row.ID, t.Row.Seq, t.Row.stamp, old.Seq)
	}
	for _, r := range w.rows {
		p.add(r.kind, r.args...)
	}
	w.saveFacts(p, t)
	for _, s := range t.seatsChanged() {
		p.add(seatSet, s.columns(t.Row.ID)...)
	}
	t.saveClocks(p)
	w.saveDue(p)
	w.noteLetter(p, noted)
	w.queueCalls(p, t)
	w.queueMail(p, aNotice, map[string]*[]int64{})
	data, ok := encodeRows(&p.rows)
	if !ok || len(data) > entryMost {
		return nil
	}
	e := &deed{match: w.trusted, rows: p.rows, w: w, data: data, cause: w.cause.Kind}
	if l := w.cause.Letter; l != nil {
		e.hash = slices.Clone(l.Hash[:]) // whoever wrote the letter may go on with it
		if l.State == "apply" || l.State == "refuse" {
			e.step = stepWords{Expected{l.Match, l.Seat, l.Step}, l.WordsHash}
		}
	}
	for _, n := range w.mail {
		if answers(n.Purpose) {
			e.answers = append(e.answers, n.Address)
		}
	}
	return e
}

// columns are those of anEntry.
func (e *deed) columns() []any {
	t := e.w.tables[e.match]
	return []any{e.match, t.before.row.held, t.before.row.Seq, e.hash, t.Row.Seq, e.data}
}

// keep puts a deed into the journal, in one transaction with others of that moment. Once it
// returns nil the deed is done.
func (d *DB) keep(e *deed) error {
	if d.settler.noted(e.hash) {
		return ErrSeen
	}
	w := e.w
	err := d.entries.send(w.ctx, e, func() error {
		return w.penned(w.ctx, func(conn *pgxpool.Conn) error { return d.enter(w.ctx, conn, e) })
	})
	if err == nil && e.id == 0 {
		return errStale // or the letter was noted before: who reads the match anew will see
	}
	if err == nil {
		d.settler.room(w.ctx)
	}
	return err
}

// keepTogether puts a pile of deeds into the journal.
func keepTogether(pile []*member) error {
	deeds := make([]*deed, len(pile))
	for i, m := range pile {
		deeds[i] = m.what.(*deed)
	}
	first := deeds[0].w
	ctx, cancel := outlasting(first.ctx)
	defer cancel()
	err := first.penned(ctx, func(conn *pgxpool.Conn) error { return first.db.enter(ctx, conn, deeds...) })
	if err != nil && ctx.Err() == nil && !Away(err) {
		err = errAlone // nothing was written: the server said so
	}
	return err
}

// enter writes rows of the journal, at most one a match. A deed that has no number afterwards
// was not written: its match is another's now, or its letter was noted before.
func (d *DB) enter(ctx context.Context, conn *pgxpool.Conn, deeds ...*deed) error {
	args, byMatch := make([]any, 0, d.forms[anEntry].own*len(deeds)), make(map[int64]*deed, len(deeds))
	for _, e := range deeds {
		args = append(args, e.columns()...)
		byMatch[e.match] = e
	}
	rows, err := conn.Query(ctx, d.forms[anEntry].texts[len(deeds)], args...)
	if err != nil {
		return err
	}
	ids := make(map[int64]int64, len(deeds))
	var match, id int64
	_, err = pgx.ForEachRow(rows, []any{&match, &id}, func() error { ids[match] = id; return nil })
	if err != nil {
		return err // and what was written is not
	}
	for match, id := range ids {
		byMatch[match].id = id
	}
	for _, e := range deeds {
		if e.id != 0 {
			e.w, e.data = nil, nil // many may wait
			d.settler.expect(e)
		}
	}
	return nil
}
