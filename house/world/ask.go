package world

import (
	"cmp"
	"encoding/json"
	"maps"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes of what is due, and of what is said to people and asked of them.

type (
	// SetDue makes something due; what was due under the same name is replaced.
	SetDue struct{ model.Due }
	// DropDue takes something off; with no What all that is its owner's.
	DropDue struct{ DueKey }
	// TakeDue claims something due; it answers false where it was moved, or taken by another.
	TakeDue struct{ model.Due }
	// Queue makes a notice a duty, once under its key.
	Queue struct{ model.Notice }
	// NoteLetter keeps the letter that was decided.
	NoteLetter struct{ model.Letter }
	// NewAsk keeps a question and gives its number.
	NewAsk struct{ model.Ask }
	// SaveAsk keeps what it was answered.
	SaveAsk struct {
		ID     int64
		Answer model.Answer
	}
	// NoteCold counts a cold letter.
	NoteCold struct{ model.Cold }
)

// NewAsk keeps a question and gives its number.
func (x *Tx) NewAsk(a model.Ask) int64 { return Tell(x, &NewAsk{a}) }

// Ask reads a question and locks it; nil if there is none of that number.
type Ask struct{ ID int64 }

func (q Ask) In(w *World, _ time.Time) *model.Ask { return row(w.Asks, q.ID) }

// OpenAsks are the questions a player has not answered and may still.
type OpenAsks struct{ Player int64 }

func (q OpenAsks) In(w *World, now time.Time) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool { return a.Player == q.Player && a.Answer == "" && a.LapsesAt.After(now) }, byID)
}

// HeldThisHour counts the letters in a player's name that were held within an hour: those
// that answered a letter of ours, or those that did not.
type HeldThisHour struct {
	Player    int64
	Answering bool
}

func (q HeldThisHour) In(w *World, now time.Time) int {
	return w.held(q.Player, func(a *model.Ask, l heldLetter) bool {
		return a.AskedAt.After(now.Add(-time.Hour)) && (l.Ref != nil) == q.Answering
	})
}

// HeldAtStep says whether a letter was held that stopped the clock of a seat of the player at
// that step.
type HeldAtStep struct {
	Player, Match int64
	Step          int
}

func (q HeldAtStep) In(w *World, _ time.Time) bool {
	return w.held(q.Player, func(a *model.Ask, l heldLetter) bool { return a.Match == q.Match && l.Step == q.Step }) > 0
}

// MatchAsks are the questions of a kind about a match: those that are open, or all.
type MatchAsks struct {
	Match int64
	Kind  model.AskKind
	All   bool
}

func (q MatchAsks) In(w *World, _ time.Time) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool { return a.Match == q.Match && a.Kind == q.Kind && (q.All || a.Answer == "") }, byID)
}

// Answer answers a question and keeps the answer.
func (x *Tx) Answer(a *model.Ask, answer model.Answer) {
	a.Answer = answer
	x.Do(SaveAsk{a.ID, answer})
}

// SetDue makes something due at a time; what was due under the same name is
// replaced.
func (x *Tx) SetDue(d model.Due) {
	if d.Data == nil {
		d.Data = json.RawMessage("{}")
	}
	x.Do(SetDue{d})
}

// DropDue takes something off, at whatever time it is due.
func (x *Tx) DropDue(d model.Due) { x.Do(DropDue{keyOf(&d)}) }

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (x *Tx) TakeDue(d model.Due) bool { return Tell(x, &TakeDue{d}) }

func (c SetDue) apply(w *World, _ time.Time) { w.setDue(c.Due) }

func (c DropDue) apply(w *World, _ time.Time) {
	maps.DeleteFunc(w.Due, func(k DueKey, _ Due) bool { return k == c.DueKey || c.What == "" && k.Owner == c.Owner && k.ID == c.ID })
}

func (c *TakeDue) tell(w *World, _ time.Time) bool {
	d, there := w.Due[keyOf(&c.Due)]
	if mine := there && d.At.Equal(c.At); !mine {
		return false
	}
	delete(w.Due, keyOf(&c.Due))
	return true
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

func byID(a, b model.Ask) int { return cmp.Compare(a.ID, b.ID) }

// heldLetter is what a question about a held letter keeps of it, as far as it is counted by that.
type heldLetter struct {
	Ref  json.RawMessage `json:"ref"`
	Step int             `json:"step"`
}

// held counts the letters in a player's name that were held and are wanted.
func (w *World) held(player int64, wanted func(*model.Ask, heldLetter) bool) (n int) {
	for _, a := range w.Asks {
		count(&n, a.Player == player && a.Kind == model.AskHeld && wanted(&a, Read[heldLetter]("a held letter", a.Params)))
	}
	return n
}
