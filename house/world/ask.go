package world

import (
	"cmp"
	"encoding/json"
	"maps"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes to due rows, notices, letters and asks.

type (
	// SetDue makes something due and replaces what was due under the same key.
	SetDue struct{ model.Due }
	// DropDue removes the due row with this key. With an empty What it removes all rows of the owner.
	DropDue struct{ DueKey }
	// TakeDue claims a due row. It answers false if the row was moved or another process has taken it.
	TakeDue struct{ model.Due }
	// Queue makes writing a notice a duty. A key that is queued already is not queued again.
	Queue struct{ model.Notice }
	// NoteLetter keeps the letter that this command decided.
	NoteLetter struct{ model.Letter }
	// NewAsk keeps a question and answers with its number.
	NewAsk struct{ model.Ask }
	// SaveAsk keeps how a question was answered.
	SaveAsk struct {
		ID     int64
		Answer model.Answer
	}
	// NoteCold records a letter to somebody who did not ask for it.
	NoteCold struct{ model.Cold }
)

// NewAsk keeps a question and returns its number.
func (x *Tx) NewAsk(a model.Ask) int64 { return Tell(x, &NewAsk{a}) }

// Ask reads and locks a question; nil if there is none of that number.
type Ask struct{ ID int64 }

func (q Ask) In(w *World, _ time.Time) *model.Ask { return row(w.Asks, q.ID) }

// Asks lists the questions with all that is set here.
type Asks struct {
	Player, Match          int64
	Kind                   model.AskKind
	Open                   bool // not answered
	AskedAfter, LapseAfter time.Time
}

func (q Asks) In(w *World, _ time.Time) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool {
		return fits(q.Player, a.Player) && fits(q.Match, a.Match) && fits(q.Kind, a.Kind) && !(q.Open && a.Answer != "") &&
			a.AskedAt.After(q.AskedAfter) && a.LapsesAt.After(q.LapseAfter)
	}, func(a, b model.Ask) int { return cmp.Compare(a.ID, b.ID) })
}

// OpenAsks lists the questions that a player has not answered and that have not lapsed.
func (x *Tx) OpenAsks(player int64) []model.Ask {
	return Get(x, Asks{Player: player, Open: true, LapseAfter: x.Now()})
}

// Answer sets a's answer and keeps it.
func (x *Tx) Answer(a *model.Ask, answer model.Answer) {
	a.Answer = answer
	x.Do(SaveAsk{a.ID, answer})
}

// SetDue makes something due and replaces what was due under the same key.
func (x *Tx) SetDue(d model.Due) {
	if d.Data == nil {
		d.Data = json.RawMessage("{}")
	}
	x.Do(SetDue{d})
}

// DropDue removes the due row with d's key, whatever its time.
func (x *Tx) DropDue(d model.Due) { x.Do(DropDue{keyOf(&d)}) }

// TakeDue claims d for this transaction. It returns false if d was moved or another process has taken it.
func (x *Tx) TakeDue(d model.Due) bool { return Tell(x, &TakeDue{d}) }

func (c SetDue) apply(w *World, _ time.Time) { w.setDue(c.Due) }

func (c DropDue) apply(w *World, _ time.Time) {
	maps.DeleteFunc(w.Due, func(k DueKey, _ Due) bool { return k == c.DueKey || c.What == "" && k.Owner == c.Owner && k.ID == c.ID })
}

func (c *TakeDue) tell(w *World, _ time.Time) bool {
	k := keyOf(&c.Due)
	return w.Due[k].At.Equal(c.At) && take(w.Due, k)
}

func (c *NewAsk) tell(w *World, _ time.Time) int64 {
	c.ID = w.number("asks", c.ID)
	c.Address, c.Params = model.Folded(c.Address), engine.TidyJSON(c.Params)
	if c.Match == 0 {
		c.Seat = 0
	}
	w.Asks[c.ID] = c.Ask
	return c.ID
}

func (c SaveAsk) apply(w *World, _ time.Time) {
	change(w.Asks, c.ID, func(a *model.Ask) { a.Answer = c.Answer })
}

func keyOf(d *model.Due) DueKey { return DueKey{d.Owner, d.ID, d.Seat, d.What, d.Of} }
