package db

import (
	"encoding/json"
	"slices"

	"pitpost.example/model"
)

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

// dropDue takes one thing off.
const dropDue = "delete from due where owner = $1 and owner_id = $2 and seat = $3 and what = $4 and of = $5"

// saveDue writes what is due. What is dropped is dropped before anything is set anew.
func (b *batch) saveDue(tx *Tx) {
	for _, d := range tx.due {
		switch {
		case d.drop && d.What == "":
			b.due.Queue("delete from due where owner = $1 and owner_id = $2", d.Owner, d.ID)
		case d.drop:
			b.due.Queue(dropDue, dueKey(&d.Due)...)
		default:
			b.add(aDue, append(dueKey(&d.Due), d.At, d.Data)...)
		}
	}
}

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (tx *Tx) TakeDue(d model.Due) (bool, error) {
	n, err := tx.Affected(dropDue+" and at = $6", append(dueKey(&d), d.At)...)
	return n == 1, err
}

// DueColumns are read into a Due by position.
const DueColumns = "owner, owner_id, seat, what, of, at, data"

// dueKey is the row that something due stands in: owner, owner_id, seat, what, of.
func dueKey(d *model.Due) []any { return []any{d.Owner, d.ID, d.Seat, d.What, d.Of} }
