package db

import (
	"encoding/json"
	"slices"

	"pitpost.example/model"
)

// SetDue makes something due and replaces what was due under the same key.
func (tx *Tx) SetDue(d model.Due) {
	if d.Data == nil {
		d.Data = json.RawMessage("{}")
	}
	tx.dropPending(d)
	tx.due = append(tx.due, pendingDue{Due: d})
}

// DropDue removes the due row with d's key, whatever its time. With an empty What it removes all rows of the
// owner.
func (tx *Tx) DropDue(d model.Due) {
	tx.dropPending(d)
	tx.due = append(tx.due, pendingDue{Due: d, drop: true})
}

// pendingDue is a due row to be written or deleted at the end. The last SetDue or DropDue for a key wins.
type pendingDue struct {
	model.Due
	drop bool
}

func (tx *Tx) dropPending(d model.Due) {
	tx.due = slices.DeleteFunc(tx.due, func(o pendingDue) bool {
		owned, same := o.Owner == d.Owner && o.ID == d.ID, o.Seat == d.Seat && o.What == d.What && o.Of == d.Of
		return owned && (d.What == "" || same)
	})
}

// dropDue deletes one due row.
const dropDue = "delete from due where owner = $1 and owner_id = $2 and seat = $3 and what = $4 and of = $5"

// saveDue adds the due rows. Deletions are sent before rows are set, so that a row set after all rows of its
// owner were dropped is kept.
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

// TakeDue claims d for this transaction. It returns false if d was moved or another process has taken it.
func (tx *Tx) TakeDue(d model.Due) (bool, error) {
	n, err := tx.Affected(dropDue+" and at = $6", append(dueKey(&d), d.At)...)
	return n == 1, err
}

// DueColumns are the columns of a model.Due, in the order of its fields.
const DueColumns = "owner, owner_id, seat, what, of, at, data"

// dueKey returns the key of a due row: owner, owner_id, seat, what, of.
func dueKey(d *model.Due) []any { return []any{d.Owner, d.ID, d.Seat, d.What, d.Of} }
