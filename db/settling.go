package db

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"pitpost/failpoint"
)

// errSettled says that a deed is settled already, by another.
var errSettled = errors.New("the deed is no longer in the journal")

// settleAll settles deeds in one transaction. That one need not reach the disk at once: were
// it lost, the deeds would still stand in the journal.
func (d *DB) settleAll(ctx context.Context, deeds []*deed) error {
	failpoint.At("journal.settling")
	conn, err := d.pens.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	const manners = "select set_config('lock_timeout', $1, true), set_config('synchronous_commit', 'off', true)"
	err = d.settling(deeds, newNotice, manners, settleLock).send(ctx, conn, false)
	if queuedBefore(err) {
		err = d.settling(deeds, aNotice, manners, settleLock).send(ctx, conn, false)
	}
	if err != nil {
		return err
	}
	failpoint.At("journal.settled")
	var queued, calls []int64
	for _, e := range deeds {
		queued, calls = append(queued, e.queued...), append(calls, e.calls...)
		if e.cause != "" && len(e.queued)+len(e.calls) > 0 {
			d.opts.Log.Info("settled", e.told()...)
		}
	}
	if jobs := d.jobs.Load(); jobs != nil && len(queued)+len(calls) > 0 {
		jobs.wake(queued, calls)
	}
	return nil
}

// told is what the log says of a deed once it is settled.
func (e *deed) told() []any {
	line := []any{"cause", e.cause}
	if e.hash != nil {
		line = []any{"id", TraceID([32]byte(e.hash))}
	}
	if line = append(line, "notices", e.queued); len(e.calls) > 0 {
		line = append(line, "calls", e.calls)
	}
	return line
}

// settling is a pile that takes deeds out of the journal and writes what they hold: of what
// is set again and again, the last; their notices as mail.
func (d *DB) settling(deeds []*deed, mail kind, first string, args ...any) *pile {
	p := &pile{forms: &d.forms, told: map[int]func(pgx.Rows) error{}}
	if first != "" {
		p.batch.Queue(first, args...)
	}
	matches, ids := make([]int64, len(deeds)), make([]int64, len(deeds))
	last, keys, calls := newLast(), map[string]*[]int64{}, map[int64]*[]int64{}
	for i, e := range deeds {
		matches[i], ids[i], e.queued, e.calls = e.match, e.id, nil, nil
		calls[e.match] = &e.calls
		for k := range e.rows {
			own := d.forms[k].own
			for row := range slices.Chunk(e.rows[k], max(own, 1)) {
				if kind(k) == aNotice {
					key := row[3].(string)
					if _, twice := keys[key]; !twice {
						keys[key] = &e.queued
						p.add(mail, row...)
					}
				} else if !last.add(kind(k), row) {
					p.add(kind(k), row...)
				}
			}
		}
	}
	last.rows(p)
	// The matches are locked before all else, as by whoever changes one.
	p.batch.Queue("select from matches where id = any($1) order by id for no key update", matches)
	p.gone = p.batch.Len()
	p.batch.Queue(`with gone as (delete from journal j using unnest($1::bigint[], $2::bigint[]) d (match_id, id)
		where j.match_id = d.match_id and j.id = d.id returning 1) select 1 / (count(*) = $3)::int from gone`, matches, ids, len(deeds))
	p.flush(nil, followed, seatSet, aFact, clockGone, clockSet, someWords, aSign, dueGone, dueSet, noted)
	p.flush(func(rows pgx.Rows) error { return collectCalls(rows, calls) }, aCall)
	p.flush(func(rows pgx.Rows) error { return collectMail(rows, keys) }, mail)
	return p
}

// last is what deeds set, of which only the last counts, in the order in which it was first
// set.
type last struct {
	order []lastKey
	set   map[lastKey]lastRow
}

type lastKey struct {
	what        byte // 'm' match, 'p' place at the table, 'c' clock, 'd' due, 's' sign
	match, seat int64
	name        string
}

type lastRow struct {
	kind kind
	args []any
}

func newLast() *last { return &last{set: map[lastKey]lastRow{}} }

// add says whether a row is of a kind of which only the last counts, and takes it then.
func (l *last) add(k kind, row []any) bool {
	var key lastKey
	switch k {
	case followed:
		key = lastKey{what: 'm', match: number(row[0])}
	case clockGone, clockSet:
		key = lastKey{what: 'c', match: number(row[0]), seat: number(row[1])}
	case seatSet:
		key = lastKey{what: 'p', match: number(row[0]), seat: number(row[1])}
	case dueGone, dueSet:
		key = lastKey{what: 'd', match: number(row[0]), seat: number(row[1]), name: row[2].(string)}
	case aSign:
		key = lastKey{what: 's', match: number(row[0]), name: row[2].(string) + string(row[3].([]byte))}
	default:
		return false
	}
	before, again := l.set[key]
	if !again {
		l.order = append(l.order, key)
	}
	row = slices.Clone(row)
	switch {
	case again && k == followed:
		row[3] = before.args[3] // where the match was before all of them
	case again && k == aSign:
		row[4] = number(row[4]) + number(before.args[4])
	}
	l.set[key] = lastRow{k, row}
	return true
}

// rows adds what is left to a pile, ordered by match, so that two piles lock in one order.
func (l *last) rows(p *pile) {
	slices.SortStableFunc(l.order, func(a, b lastKey) int { return cmp.Compare(a.match, b.match) })
	for _, key := range l.order {
		r := l.set[key]
		p.add(r.kind, r.args...)
	}
}

// number is a whole number of a row, be it read from the journal or not.
func number(v any) int64 {
	switch v := v.(type) {
	case int:
		return int64(v)
	case int64:
		return v
	}
	panic("db: a row of the journal has no number where one belongs")
}
