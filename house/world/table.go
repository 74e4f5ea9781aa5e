package world

import (
	"errors"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Table returns a match with everything that belongs to it. It is read once and locked until the transaction
// ends. If there is none, the command ends with ErrNoMatch.
func (x *Tx) Table(id int64) *model.Table {
	t := x.FindTable(id)
	if t == nil {
		StopOnError(model.ErrNoMatch)
	}
	return t
}

// FindTable is like Table but returns nil if there is no such match.
func (x *Tx) FindTable(id int64) *model.Table {
	if _, read := x.tables[id]; !read {
		t, err := x.port.Table(id)
		if err != nil && !errors.Is(err, model.ErrNoMatch) {
			StopOnError(err)
		}
		x.tables[id] = t
	}
	return x.tables[id]
}

// OpenTable creates a match with its first seats and gives it a number.
func (x *Tx) OpenTable(row model.Match, seats []model.Seat) *model.Table {
	if row.Options == nil {
		row.Options = map[string]string{}
	}
	t := Must(x.change().OpenTable(row, seats))
	x.tables[t.Row.ID] = t
	return t
}

// Append adds facts to the log of a table. It numbers them, stamps them with Now and folds them into t.Match;
// they are written when the command ends.
func (x *Tx) Append(t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		t.Row.Seq++
		f.Seq, f.At = t.Row.Seq, model.TruncateMicro(x.Now().UTC())
		f = Must(f.Stored(t.Match.Game))
		t.Match.Apply(f)
		x.appended[t.Row.ID] = append(x.appended[t.Row.ID], f)
		x.change().Append(t, f)
	}
}

// Appended returns the facts that this command has added to a table.
func (x *Tx) Appended(t *model.Table) []engine.Fact { return x.appended[t.Row.ID] }

// Say keeps what somebody said, which is no fact, and returns its number.
func (x *Tx) Say(t *model.Table, by, words string) int64 {
	return Must(x.change().Say(t.Row.ID, by, words))
}
