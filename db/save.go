package db

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

const insertFacts = "insert into facts (match_id, cause, at, seq, kind, version, seat, data) values "

// queueFacts writes the facts of a table in one statement. Lists of values cost
// half of what arrays taken apart by unnest do.
func (w *Work) queueFacts(match int64, rows []factRow) {
	args := []any{match, w.why(), w.Now().UTC().Truncate(1000)}
	for _, f := range rows {
		args = append(args, f.seq, f.kind, f.version, f.seat, f.data)
	}
	w.batch.Queue(insertFacts+rowsOf(len(rows), "$1, $2, $3", 3, 5), args...)
}

// factRow is a fact to be written.
type factRow struct {
	seq, version     int
	kind, seat, data string
}

// rowsOf are n rows of a values list: what all begin with, and own parameters
// of each, numbered after the shared ones.
func rowsOf(n int, same string, shared, own int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("(" + same)
		for k := range own {
			if k > 0 || same != "" {
				b.WriteString(", ")
			}
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(shared + i*own + k + 1))
		}
		b.WriteByte(')')
	}
	return b.String()
}

// newStamp marks a change of a match: a number nobody had before.
func newStamp() int64 { return rand.Int64() }

// guarded makes an update of a match fail the transaction, by dividing by
// zero, where the match is not the one that memory held.
func guarded(update string) string {
	return "with changed as (" + update + " returning 1) select 1 / count(*) from changed"
}

const (
	touchMatch = "update matches set seq = $2, stamp = $3 where id = $1"
	saveMatch  = "update matches set seq = $2, stamp = $3, terms = $4, host = $5, phase = $6, listed = $7, note = $8, started_at = $9, ended_at = $10 where id = $1"
	sameMatch  = "select 1 / count(*) from matches where id = $1 and stamp = $2 and seq = $3"
)

// saveTable queues all that changed of a table. trusted says that it was taken
// from memory and has yet to be compared.
func (w *Work) saveTable(t *tableWork, trusted bool) {
	r, old := &t.Row, &t.before.row
	changed := t.changed()
	switch {
	case changed:
		r.stamp = newStamp()
		sql, args := touchMatch, []any{r.ID, r.Seq, r.stamp}
		if t.save && !t.sameRow() {
			sql = saveMatch
			args = append(args, jsonOf(r.Terms), r.Host, r.Phase, r.Listed, clean(r.Note), r.StartedAt, r.EndedAt)
		}
		if trusted {
			n := len(args)
			args = append(args, old.stamp, old.Seq)
			sql = guarded(sql + " and stamp = $" + strconv.Itoa(n+1) + " and seq = $" + strconv.Itoa(n+2))
		}
		w.batch.Queue(sql, args...)
	case trusted:
		w.batch.Queue(sameMatch, r.ID, old.stamp, old.Seq)
	}
	if len(t.rows) > 0 {
		w.queueFacts(r.ID, t.rows)
	}
	if t.save {
		for i, s := range t.Seats {
			if i >= len(t.before.seats) || !reflect.DeepEqual(t.before.seats[i], s) {
				w.saveSeat(r.ID, s)
			}
		}
	}
	w.saveClocks(t)
}

// changed says whether anything of the match is another than it was.
func (t *tableWork) changed() bool {
	return t.save || len(t.appended) > 0 || t.replanned || !reflect.DeepEqual(t.before.clocks, t.clocks)
}

// sameRow says whether nothing but the number of facts differs.
func (t *tableWork) sameRow() bool {
	now := t.Row
	now.Seq, now.stamp = t.before.row.Seq, t.before.row.stamp
	return reflect.DeepEqual(t.before.row, now)
}

func (w *Work) saveSeat(match int64, s Seat) {
	var player *int64
	if s.Player != 0 {
		player = &s.Player
	}
	w.batch.Queue(`insert into seats (match_id, no, name, player_id, address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		on conflict (match_id, no) do update set name = excluded.name, player_id = excluded.player_id, address = excluded.address,
			state = excluded.state, salt = excluded.salt, stopped_at = excluded.stopped_at, bank = excluded.bank, round = excluded.round,
			invited_at = excluded.invited_at, reminded_at = excluded.reminded_at, standing = excluded.standing`,
		match, s.No, clean(s.Name), player, clean(s.Address), s.State, clean(s.Salt), s.Stopped, s.Bank, s.Round, s.Invited, s.Reminded, jsonOf(s.Standing))
}

// saveClocks writes the clocks that are others than they were.
func (w *Work) saveClocks(t *tableWork) {
	id := t.Row.ID
	for _, old := range t.before.clocks {
		if !slices.ContainsFunc(t.clocks, func(c Clock) bool { return c.Seat == old.Seat }) {
			w.batch.Queue("delete from clocks where match_id = $1 and seat = $2", id, old.Seat)
		}
	}
	for _, c := range t.clocks {
		if slices.ContainsFunc(t.before.clocks, func(old Clock) bool { return reflect.DeepEqual(old, c) }) {
			continue
		}
		w.batch.Queue(`insert into clocks (match_id, seat, step, began, soft, due, reminded, stopped_at, stopped_why) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			on conflict (match_id, seat) do update set step = excluded.step, began = excluded.began, soft = excluded.soft, due = excluded.due,
				reminded = excluded.reminded, stopped_at = excluded.stopped_at, stopped_why = excluded.stopped_why`,
			id, c.Seat, c.Step, c.Began, c.Soft, c.Due, c.Reminded, c.StoppedAt, c.StoppedWhy)
	}
}

// Postgres keeps microseconds, and no more may stand in memory: what is
// compared with a row must not be later than it.
func micro(t time.Time) time.Time { return t.Truncate(time.Microsecond) }

func microAt(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := micro(*t)
	return &at
}
