package db

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"

	"pitpost.example/model"
)

// factRow is a fact to be written.
type factRow struct {
	seq, version     int
	kind, seat, data string
}

// newVersion returns a random number for a match after a change. No version before was the same.
func newVersion() int64 { return rand.Int64() }

// guarded wraps an update of a match so that the transaction fails with staleCode if the match has changed
// since it was cached.
func guarded(update string) string {
	return "with changed as (" + update + " returning 1) select require_current(count(*) = 1) from changed"
}

const (
	touchMatch = "update matches set seq = $2, stamp = $3 where id = $1"
	saveMatch  = `update matches set seq = $2, stamp = $3, terms = $4, host = $5, phase = $6, listed = $7, note = $8, started_at = $9, ended_at = $10,
		referee = nullif($11::bigint, 0), referee_address = $12, referee_name = $13, edition = $14, options = $15 where id = $1`
	sameMatch = "select require_current(count(*) = 1) from matches where id = $1 and stamp = $2 and seq = $3"
)

// saveTable adds everything that changed of a table. trusted means that the table was read without a lock, so
// its version must still be compared.
func (b *batch) saveTable(tx *Tx, t *tableWork, trusted bool) {
	b.saveRow(t, trusted)
	for _, f := range t.rows {
		b.add(aFact, t.Row.ID, causeName(tx.cause), tx.Now().UTC().Truncate(1000), f.seq, f.kind, f.version, f.seat, f.data)
	}
	b.saveSeats(t)
	b.saveClocks(t)
	b.savePlans(t)
}

// saveRow adds the comparison and the change of the match's own row.
func (b *batch) saveRow(t *tableWork, trusted bool) {
	r, old := &t.Row, &t.before.Row
	if !t.changed() {
		if trusted {
			b.matches.Queue(sameMatch, r.ID, old.Version, old.Seq)
		}
		return
	}
	r.Version = newVersion()
	sql, args := touchMatch, []any{r.ID, r.Seq, r.Version}
	if !t.sameRow() {
		sql = saveMatch
		args = append(args, EncodeJSON(r.Terms), r.Host, r.Phase, r.Listed, CleanText(r.Note), r.StartedAt, r.EndedAt, r.Referee, model.FitKey(r.RefereeAddress), CleanText(r.RefereeName), r.Edition, EncodeJSON(r.Options))
	}
	if trusted {
		n := len(args)
		args = append(args, old.Version, old.Seq)
		sql = guarded(sql + " and stamp = $" + strconv.Itoa(n+1) + " and seq = $" + strconv.Itoa(n+2))
	}
	b.matches.Queue(sql, args...)
}

// changed reports whether anything of the match differs from what was read.
func (t *tableWork) changed() bool {
	return len(t.rows) > 0 || !t.sameRow() || !reflect.DeepEqual(t.before.Seats, t.Seats) ||
		!reflect.DeepEqual(t.before.Clocks, t.Clocks) || !reflect.DeepEqual(t.before.Plans, t.Plans)
}

// sameRow reports whether the match's row differs in nothing but the number of facts.
func (t *tableWork) sameRow() bool {
	now := t.Row
	old := t.before.Row
	now.Seq, now.Version = old.Seq, old.Version
	return reflect.DeepEqual(old, now)
}

// saveSeat inserts or replaces a seat.
const saveSeat = `insert into seats (match_id, no, name, player_id, address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
	on conflict (match_id, no) do update set name = excluded.name, player_id = excluded.player_id, address = excluded.address,
		state = excluded.state, salt = excluded.salt, stopped_at = excluded.stopped_at, bank = excluded.bank, round = excluded.round,
		invited_at = excluded.invited_at, reminded_at = excluded.reminded_at, standing = excluded.standing`

// saveSeats adds the seats that changed.
func (b *batch) saveSeats(t *tableWork) {
	for i, s := range t.Seats {
		if i < len(t.before.Seats) && reflect.DeepEqual(t.before.Seats[i], s) {
			continue
		}
		b.said.Queue(saveSeat, t.Row.ID, s.No, CleanText(s.Name), NullUnless(s.Player != 0, s.Player), model.FitKey(s.Address), s.State, CleanText(s.Salt), s.Stopped,
			s.Bank, s.Round, s.Invited, s.Reminded, EncodeJSON(s.Standing))
	}
}

// dropClock deletes the clock of a seat.
const dropClock = "delete from clocks where match_id = $1 and seat = $2"

// saveClocks adds the clocks that changed or are gone.
func (b *batch) saveClocks(t *tableWork) {
	id := t.Row.ID
	for _, old := range t.before.Clocks {
		if !slices.ContainsFunc(t.Clocks, func(c model.Clock) bool { return c.Seat == old.Seat }) {
			b.said.Queue(dropClock, id, old.Seat)
		}
	}
	for _, c := range t.Clocks {
		if !slices.ContainsFunc(t.before.Clocks, func(old model.Clock) bool { return reflect.DeepEqual(old, c) }) {
			b.add(aClock, id, c.Seat, c.Step, c.Began, c.Soft, c.Due, c.Reminded, c.StoppedAt, c.StoppedWhy)
		}
	}
}

// savePlans adds the plans that changed or are gone.
func (b *batch) savePlans(t *tableWork) {
	for _, s := range t.Seats {
		old, now := t.before.Plans[s.No], t.Plans[s.No]
		for _, p := range old {
			if !slices.ContainsFunc(now, func(o model.Plan) bool { return o.Kind == p.Kind }) {
				b.said.Queue("delete from plans where match_id = $1 and seat = $2 and kind = $3", t.Row.ID, s.No, p.Kind)
			}
		}
		for _, p := range now {
			if !slices.ContainsFunc(old, func(o model.Plan) bool { return reflect.DeepEqual(o, p) }) {
				b.said.Queue(`insert into plans (match_id, seat, kind, lines, at) values ($1, $2, $3, $4, $5)
					on conflict (match_id, seat, kind) do update set lines = excluded.lines, at = excluded.at`, t.Row.ID, s.No, p.Kind, EncodeJSON(p.Lines), p.At)
			}
		}
	}
}
