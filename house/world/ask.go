package world

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes of what is due, and of what is said to people and asked of them.

type (
	// SetDue makes something due; what was due under the same name is replaced.
	SetDue struct {
		atEnd
		model.Due
	}
	// DropDue takes something off; with no What all that is its owner's.
	DropDue struct {
		atEnd
		DueKey
	}
	// TakeDue claims something due; it answers false where it was moved, or taken by another.
	TakeDue struct{ model.Due }
	// Queue makes a notice a duty, once under its key.
	Queue struct {
		atEnd
		model.Notice
	}
	// NoteLetter keeps the letter that was decided.
	NoteLetter struct {
		atEnd
		model.Letter
	}
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
func (x *Tx) NewAsk(a model.Ask) int64 {
	return tell[int64](x, &NewAsk{a})
}

// Ask reads a question and locks it; nil if there is none of that number.
func (x *Tx) Ask(id int64) *model.Ask {
	x.rows(Ask{id})
	return row(x.sight.Asks, id)
}

// OpenAsks are the questions a player has not answered and may still.
func (x *Tx) OpenAsks(player int64) []model.Ask {
	x.rows(OpenAsks{player})
	return x.sight.openAsks(player, x.Now())
}

// HeldThisHour counts the letters in a player's name that were held within an hour: those
// that answered a letter of ours, or those that did not.
func (x *Tx) HeldThisHour(player int64, answering bool) int {
	return value(x, HeldThisHour{player, answering}, func() int { return x.sight.heldThisHour(player, answering, x.Now()) })
}

// HeldAtStep says whether a letter was held that stopped the clock of a seat of the player at
// that step.
func (x *Tx) HeldAtStep(player, match int64, step int) bool {
	return value(x, HeldAtStep{player, match, step}, func() bool { return x.sight.heldAtStep(player, match, step) })
}

// MatchAsks are the open questions of a kind about a match.
func (x *Tx) MatchAsks(match int64, kind model.AskKind) []model.Ask {
	x.rows(MatchAsks{match, kind})
	return x.sight.matchAsks(match, kind)
}

// VoteAsks are all ballots of one vote, answered or not.
func (x *Tx) VoteAsks(match int64, round string) []model.Ask {
	x.rows(VoteAsks{match, round})
	return x.sight.voteAsks(match, round)
}

// SaveAsk keeps an answer.
func (x *Tx) SaveAsk(a model.Ask) {
	x.do(SaveAsk{a.ID, a.Answer})
}

// SetDue makes something due at a time; what was due under the same name is
// replaced.
func (x *Tx) SetDue(d model.Due) {
	if d.Data == nil {
		d.Data = json.RawMessage("{}")
	}
	x.do(SetDue{Due: d})
}

// DropDue takes something off, at whatever time it is due.
func (x *Tx) DropDue(d model.Due) {
	x.do(DropDue{DueKey: keyOf(&d)})
}

// DropAllDue takes off all that is due of a match.
func (x *Tx) DropAllDue(match int64) {
	x.do(DropDue{DueKey: DueKey{Owner: model.DueOfMatch, ID: match}})
}

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (x *Tx) TakeDue(d model.Due) bool {
	return tell[bool](x, &TakeDue{d})
}

// AsksSince counts how often a question of a kind was put at a table since a time, however
// many were asked it.
func (x *Tx) AsksSince(match int64, kind string, since time.Time) int {
	return value(x, AsksSince{match, kind, since}, func() int { return x.sight.asksSince(match, kind, since) })
}

func (c SetDue) apply(w *World, _ time.Time) any {
	w.setDue(c.Due)
	return nil
}

func (c DropDue) apply(w *World, _ time.Time) any {
	delete(w.Due, c.DueKey)
	for k := range w.Due {
		if c.What == "" && k.Owner == c.Owner && k.ID == c.ID {
			delete(w.Due, k)
		}
	}
	return nil
}

func (c *TakeDue) apply(w *World, _ time.Time) any {
	d, there := w.Due[keyOf(&c.Due)]
	if mine := there && d.At.Equal(c.At); !mine {
		return false
	}
	delete(w.Due, keyOf(&c.Due))
	return true
}

func (c *NewAsk) apply(w *World, _ time.Time) any {
	c.ID = w.number("asks", c.ID)
	c.Address, c.Params = Folded(c.Address), engine.TidyJSON(c.Params)
	if c.Match == 0 {
		c.Seat = 0
	}
	w.Asks[c.ID] = c.Ask
	return c.ID
}

func (c SaveAsk) apply(w *World, _ time.Time) any {
	if a, there := w.Asks[c.ID]; there {
		a.Answer = c.Answer
		w.Asks[c.ID] = a
	}
	return nil
}

func keyOf(d *model.Due) DueKey { return DueKey{d.Owner, d.ID, d.Seat, d.What, d.Of} }

func byID(a, b model.Ask) int { return cmp.Compare(a.ID, b.ID) }

func (w *World) openAsks(player int64, now time.Time) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool { return a.Player == player && a.Answer == "" && a.LapsesAt.After(now) }, byID)
}

func (w *World) matchAsks(match int64, kind model.AskKind) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool { return a.Match == match && a.Kind == kind && a.Answer == "" }, byID)
}

func (w *World) voteAsks(match int64, round string) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool {
		return a.Match == match && a.Kind == model.AskVote && text(param(a.Params, "round")) == round
	}, byID)
}

func (w *World) held(player int64, also func(model.Ask) bool) int {
	return len(list(w.Asks, func(a model.Ask) bool { return a.Player == player && a.Kind == model.AskHeld && also(a) }, byID))
}

func (w *World) heldThisHour(player int64, answering bool, now time.Time) int {
	return w.held(player, func(a model.Ask) bool {
		return a.AskedAt.After(now.Add(-time.Hour)) && (param(a.Params, "ref") != nil) == answering
	})
}

func (w *World) heldAtStep(player, match int64, step int) bool {
	return w.held(player, func(a model.Ask) bool { return a.Match == match && text(param(a.Params, "step")) == strconv.Itoa(step) }) > 0
}

func (w *World) asksSince(match int64, kind string, since time.Time) int {
	times := map[time.Time]bool{}
	for _, a := range w.Asks {
		if a.Match == match && string(a.Kind) == kind && a.AskedAt.After(since) {
			times[a.AskedAt.UTC()] = true
		}
	}
	return len(times)
}
