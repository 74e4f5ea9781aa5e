package db

import (
	"cmp"
	"encoding/json"
	"slices"

	"pitpost.example/model"
)

// Clocks are the clocks of a table as this transaction left them.
func (tx *Tx) Clocks(t *model.Table) []model.Clock { return slices.Clone(tx.tables[t.Row.ID].clocks) }

// SetClock keeps a seat's clock.
func (tx *Tx) SetClock(t *model.Table, c model.Clock) {
	tw := tx.tables[t.Row.ID]
	c.Began, c.Soft, c.Due, c.StoppedAt = micro(c.Began), micro(c.Soft), micro(c.Due), microAt(c.StoppedAt)
	tw.clocks = append(slices.DeleteFunc(slices.Clone(tw.clocks), func(o model.Clock) bool { return o.Seat == c.Seat }), c)
	slices.SortFunc(tw.clocks, func(a, b model.Clock) int { return a.Seat - b.Seat })
}

// DropClock ends a seat's clock.
func (tx *Tx) DropClock(t *model.Table, seat int) {
	tw := tx.tables[t.Row.ID]
	tw.clocks = slices.DeleteFunc(slices.Clone(tw.clocks), func(o model.Clock) bool { return o.Seat == seat })
}

// SetDue makes something due at a time; what was due under the same name is
// replaced.
func (tx *Tx) SetDue(d model.Due) {
	if d.Data == nil {
		d.Data = json.RawMessage("{}")
	}
	tx.dropPending(d)
	tx.due = append(tx.due, pendingDue{Due: d})
}

// DropDue takes something off, at whatever time it is due.
func (tx *Tx) DropDue(d model.Due) {
	tx.dropPending(d)
	tx.due = append(tx.due, pendingDue{Due: d, drop: true})
}

// pendingDue is a row to be written or dropped at the end: the last word on
// each is what counts.
type pendingDue struct {
	model.Due
	drop bool
}

func (tx *Tx) dropPending(d model.Due) {
	tx.due = slices.DeleteFunc(tx.due, func(o pendingDue) bool {
		return o.Owner == d.Owner && o.ID == d.ID && (d.What == "" || o.Seat == d.Seat && o.What == d.What && o.Of == d.Of)
	})
}

// saveDue writes what is due. All of a match is dropped before anything is set anew.
func (p *batch) saveDue(tx *Tx) {
	for _, d := range tx.due {
		switch {
		case d.drop && d.What == "":
			p.Batch.Queue("delete from due where owner = $1 and owner_id = $2", d.Owner, d.ID)
		case d.drop:
			p.add(dueGone, dueKey(&d.Due)...)
		default:
			p.add(dueSet, append(dueKey(&d.Due), d.At, d.Data)...)
		}
	}
}

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (tx *Tx) TakeDue(d model.Due) (bool, error) {
	n, err := tx.Affected("delete from due where owner = $1 and owner_id = $2 and seat = $3 and what = $4 and of = $5 and at = $6", append(dueKey(&d), d.At)...)
	return n == 1, err
}

// Plans are the moves kept for a seat, as this transaction left them.
func (tx *Tx) Plans(t *model.Table, seat int) []model.Plan {
	return slices.Clone(tx.tables[t.Row.ID].plans[seat])
}

// SetPlan keeps a plan in place of one of the same kind.
func (tx *Tx) SetPlan(t *model.Table, seat int, p model.Plan) {
	p.At = micro(p.At)
	tx.tables[t.Row.ID].replan(seat, p.Kind, p)
	tx.Later(`insert into plans (match_id, seat, kind, lines, at) values ($1, $2, $3, $4, $5)
		on conflict (match_id, seat, kind) do update set lines = excluded.lines, at = excluded.at`, t.Row.ID, seat, p.Kind, JSON(p.Lines), p.At)
}

// DropPlan drops a plan, if there is one.
func (tx *Tx) DropPlan(t *model.Table, seat int, kind model.PlanKind) {
	tw := tx.tables[t.Row.ID]
	if !slices.ContainsFunc(tw.plans[seat], func(o model.Plan) bool { return o.Kind == kind }) {
		return
	}
	tw.replan(seat, kind)
	tx.Later("delete from plans where match_id = $1 and seat = $2 and kind = $3", t.Row.ID, seat, kind)
}

// replan puts plans of a seat in the place of the one of a kind; the newest
// stands last, as it is read.
func (t *tableWork) replan(seat int, kind model.PlanKind, with ...model.Plan) {
	plans := map[int][]model.Plan{}
	for no, list := range t.plans {
		plans[no] = list
	}
	rest := slices.DeleteFunc(slices.Clone(plans[seat]), func(o model.Plan) bool { return o.Kind == kind })
	plans[seat] = append(rest, with...)
	slices.SortFunc(plans[seat], func(a, b model.Plan) int { return cmp.Compare(b.Kind, a.Kind) })
	t.plans, t.replanned = plans, true
}

// DueColumns are read into a Due by position.
const DueColumns = "owner, owner_id, seat, what, of, at, data"

// dueKey is the row that something due stands in: owner, owner_id, seat, what, of.
func dueKey(d *model.Due) []any { return []any{d.Owner, d.ID, d.Seat, d.What, d.Of} }
