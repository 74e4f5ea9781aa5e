package db

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// factRow is a fact to be written.
type factRow struct {
	seq, version     int
	kind, seat, data string
}

// newStamp marks a change of a match, or who may go on by the journal: a number nobody had
// before.
func newStamp() int64 { return rand.Int64() }

// guarded makes an update of a match fail the transaction, by dividing by
// zero, where the match is not the one that memory held.
func guarded(update string) string {
	return "with changed as (" + update + " returning 1) select 1 / count(*) from changed"
}

const (
	touchMatch = "update matches set seq = $2, stamp = $3, held = $4 where id = $1"
	saveMatch  = "update matches set seq = $2, stamp = $3, held = $4, terms = $5, host = $6, phase = $7, listed = $8, note = $9, started_at = $10, ended_at = $11 where id = $1"
	sameMatch  = "select 1 / count(*) from matches where id = $1 and held = $2 and seq = $3" + allSettled
	allSettled = " and not exists (select from journal where match_id = $1)"
)

// saveTable piles up all that changed of a table; what is seldom changed is said in statements
// of its own. trusted says that it was taken from memory and has yet to be compared.
func (w *Work) saveTable(p *pile, said *pgx.Batch, t *tableWork, trusted bool) {
	r := &t.Row
	w.saveRow(p, said, t, trusted)
	w.saveFacts(p, t)
	for _, s := range t.seatsChanged() {
		said.Queue(w.db.forms[seatSet].texts[1], s.columns(r.ID)...)
	}
	t.saveClocks(p)
}

func (w *Work) saveFacts(p *pile, t *tableWork) {
	for _, f := range t.rows {
		p.add(aFact, t.Row.ID, w.why(), w.Now().UTC().Truncate(1000), f.seq, f.kind, f.version, f.seat, f.data)
	}
}

// saveRow compares and changes the match itself.
func (w *Work) saveRow(p *pile, said *pgx.Batch, t *tableWork, trusted bool) {
	r, old := &t.Row, &t.before.row
	if !t.changed() {
		if trusted {
			said.Queue(sameMatch, r.ID, old.held, old.Seq)
		}
		return
	}
	r.stamp = newStamp()
	if !trusted {
		r.held = newStamp()
	}
	all := t.save && !t.sameRow()
	if trusted && !all {
		p.add(touched, r.ID, r.Seq, r.stamp, old.held, old.Seq)
		return
	}
	sql, args := touchMatch, []any{r.ID, r.Seq, r.stamp, r.held}
	if all {
		sql = saveMatch
		args = append(args, jsonOf(r.Terms), r.Host, r.Phase, r.Listed, clean(r.Note), r.StartedAt, r.EndedAt)
	}
	if trusted {
		args = append(args, old.Seq)
		sql = guarded(sql + " and held = $4 and seq = $" + strconv.Itoa(len(args)) + allSettled)
	}
	said.Queue(sql, args...)
}

// changed says whether anything of the match is another than it was.
func (t *tableWork) changed() bool {
	return t.save || len(t.appended) > 0 || t.replanned || !reflect.DeepEqual(t.before.clocks, t.clocks)
}

// sameRow says whether nothing but the number of facts differs.
func (t *tableWork) sameRow() bool {
	now := t.Row
	old := t.before.row
	now.Seq, now.stamp, now.held = old.Seq, old.stamp, old.held
	return reflect.DeepEqual(old, now)
}

// seatsChanged are the seats to be written.
func (t *tableWork) seatsChanged() (list []Seat) {
	if !t.save {
		return nil
	}
	for i, s := range t.Seats {
		if i >= len(t.before.seats) || !reflect.DeepEqual(t.before.seats[i], s) {
			list = append(list, s)
		}
	}
	return list
}

const (
	insertSeat = "insert into seats (match_id, no, name, player_id, address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing) values "
	orSetSeat  = ` on conflict (match_id, no) do update set name = excluded.name, player_id = excluded.player_id, address = excluded.address,
			state = excluded.state, salt = excluded.salt, stopped_at = excluded.stopped_at, bank = excluded.bank, round = excluded.round,
			invited_at = excluded.invited_at, reminded_at = excluded.reminded_at, standing = excluded.standing`
)

// columns are the columns of a seat.
func (s *Seat) columns(match int64) []any {
	var player *int64
	if s.Player != 0 {
		player = &s.Player
	}
	return []any{match, s.No, clean(s.Name), player, fit(s.Address), s.State, clean(s.Salt), s.Stopped, s.Bank, s.Round, s.Invited, s.Reminded, jsonOf(s.Standing)}
}

// saveClocks piles up the clocks that are others than they were.
func (t *tableWork) saveClocks(p *pile) {
	id := t.Row.ID
	for _, old := range t.before.clocks {
		if !slices.ContainsFunc(t.clocks, func(c Clock) bool { return c.Seat == old.Seat }) {
			p.add(clockGone, id, old.Seat)
		}
	}
	for _, c := range t.clocks {
		if !slices.ContainsFunc(t.before.clocks, func(old Clock) bool { return reflect.DeepEqual(old, c) }) {
			p.add(clockSet, id, c.Seat, c.Step, c.Began, c.Soft, c.Due, c.Reminded, c.StoppedAt, c.StoppedWhy)
		}
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
