package table

import (
	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Gathering is a match and its people: who sits where, who is asked to, who is the referee, and what they hear. It has the
// command that works on the match, which asks for the rest and changes it.
type Gathering struct {
	*model.Table
	*world.Tx
}

// Timed is a gathering whose time runs: the clock of each seat, absences and rallies.
type Timed struct{ Gathering }

// Table is a match at work in a command: it plays on, seats are left and taken, time runs out.
type Table struct{ Timed }

// New returns a table that the command has read.
func New(w *world.Tx, t *model.Table) *Table { return &Table{Timed{Gathering{t, w}}} }

// LoadTable reads a table for a command, which ends with model.ErrNoMatch if there is none (see world.Tx.Table).
func LoadTable(w *world.Tx, match int64) *Table { return New(w, w.Table(match)) }

// FindTable is like LoadTable but returns nil if there is no such match.
func FindTable(w *world.Tx, match int64) *Table {
	if t := w.FindTable(match); t != nil {
		return New(w, t)
	}
	return nil
}

// Append adds facts to the log of the table (see world.Tx.Append).
func (t *Gathering) Append(facts ...engine.Fact) { t.Tx.Append(t.Table, facts...) }

// Appended returns the facts that this command has added.
func (t *Gathering) Appended() []engine.Fact { return t.Tx.Appended(t.Table) }

// Say keeps what somebody said, which is no fact, and returns its number.
func (t *Gathering) Say(by, words string) int64 { return t.Tx.Say(t.Table, by, words) }

// dropDue removes due rows of a seat.
func (t *Gathering) dropDue(seat int, whats ...model.DueKind) {
	for _, what := range whats {
		t.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: what})
	}
}
