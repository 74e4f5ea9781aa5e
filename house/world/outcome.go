package world

import (
	"time"
)

// Outcome is what a command came to: what it changes, in its order. It is data, to be compared,
// carried out by Apply, or written down.
type Outcome struct {
	Now     time.Time
	Changes []Change
}

// Change is one of the changes below. Those that answer are pointers: they get the number of a
// new row, or say whether anything changed.
type Change interface {
	apply(w *World, now time.Time) any
}

// atEnd marks changes that are seen only when the command has ended: those of tables, which a
// command sees at the table itself, and what no command looks at before.
type atEnd struct{}

func (atEnd) waits() {}

// Waits says whether a change is seen only when the command has ended.
func Waits(c Change) bool {
	_, yes := c.(interface{ waits() })
	return yes
}

// Apply carries out an outcome.
func (w *World) Apply(o Outcome) {
	for _, waits := range []bool{false, true} {
		for _, c := range o.Changes {
			if Waits(c) == waits {
				c.apply(w, o.Now)
			}
		}
	}
}

// number is the number of a new row of a table: the next, or one that is given already.
func (w *World) number(table string, given int64) int64 {
	if given == 0 {
		given = w.Last[table] + 1
	}
	w.Last[table] = max(w.Last[table], given)
	return given
}
