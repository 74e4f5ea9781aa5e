package world

import (
	"time"

	"pitpost.example/model"
)

// Changes to due rows.

type (
	// DropDue removes the due row with this key, whatever its time. With an empty What it removes all rows of
	// the owner.
	DropDue struct{ model.Due }
	// TakeDue claims a due row. It answers false if the row was moved or another process has taken it.
	TakeDue struct{ model.Due }
)

func (*TakeDue) tells(bool) {}

// Ask reads and locks a question; nil if there is none of that number.
type Ask struct{ ID int64 }

func (Ask) answers(*model.Ask) {}

// Asks lists, by number, the questions with all that is set here.
type Asks struct {
	Player, Match          int64
	Kind                   model.AskKind
	Open                   bool // not answered
	AskedAfter, LapseAfter time.Time
}

func (Asks) answers([]model.Ask) {}

// NewAsk keeps a question, asked now, and returns its number.
func (x *Tx) NewAsk(a model.Ask) int64 {
	a.AskedAt = x.Now()
	return Make(x, a).ID
}

// OpenAsks lists the questions that a player has not answered and that have not lapsed.
func (x *Tx) OpenAsks(player int64) []model.Ask {
	return Get(x, Asks{Player: player, Open: true, LapseAfter: x.Now()})
}

// Answer sets a's answer and keeps it.
func (x *Tx) Answer(a *model.Ask, answer model.Answer) {
	a.Answer = answer
	Save(x, *a)
}

// SetDue makes something due and replaces what was due under the same key.
func (x *Tx) SetDue(d model.Due) { Save(x, d) }

// DropDue removes the due row with d's key, whatever its time.
func (x *Tx) DropDue(d model.Due) { Save(x, DropDue{d}) }

// TakeDue claims d for this transaction. It returns false if d was moved or another process has taken it.
func (x *Tx) TakeDue(d model.Due) bool { return Tell(x, &TakeDue{d}) }

// Queue makes writing a notice a duty. It is written once, however often its key is queued.
func (x *Tx) Queue(n model.Notice) { Save(x, n) }
