package engine

import (
	"slices"
	"time"
)

// Reshuffling is a State with cards that nobody has drawn yet. Those are shuffled anew after
// a rewind, so that what was drawn in the turns taken back says nothing of what comes.
type Reshuffling interface {
	// Reshuffle gives the fact that lays what is undrawn in another order, drawn from the
	// dice of purpose "reshuffle"; none where nothing is undrawn. It carries no seat, is
	// nobody's choice, and changes no view.
	Reshuffle(Dice) []Fact
}

// Revealing is a State in which a choice can show a card to one seat alone that no
// reshuffle moves: a rewind does not reach behind it, or the seat would have it twice.
type Revealing interface {
	// Reveals says so of a fact about to be applied.
	Reveals(Fact) bool
}

// Rewind gives the facts of a rewind: the rewind itself and the reshuffle of what is
// undrawn then.
func (m *Match) Rewind(r Rewound) []Fact {
	facts := []Fact{{Event: r}}
	next := *m
	next.log = slices.Clip(m.log)
	next.Apply(facts[0])
	return append(facts, next.Reshuffle()...)
}

// Reshuffle gives the facts that must follow a rewind that was just applied.
func (m *Match) Reshuffle() []Fact {
	if s, ok := m.state.(Reshuffling); ok && m.Phase == Running {
		return s.Reshuffle(m.Dice())
	}
	return nil
}

// RewindLimit is the number of the earliest fact that a rewind may go back to: the deal or
// the end of the present round, where all was turned up; 0 before any.
func (m *Match) RewindLimit() int {
	facts := m.Standing()
	at := lastOf(facts, func(f Fact) bool { return Deals(f) || Closes(f) })
	if at < 0 {
		return 0
	}
	return facts[at].Seq
}

// Takeback is the fact up to which the log holds when the last n choices of
// seats that count are taken back, the seat whose choice is the earliest of
// them, and the turn it was made in; ok is false where there are not so many since the
// deal or the end of the present round, and since a card was shown to a player alone.
func (m *Match) Takeback(n int, counts func(seat string) bool) (to int, seat string, turn int, ok bool) {
	type choice struct {
		before, turn int
		seat         string
	}
	var choices []choice
	last := 0
	for past, f := range m.Replay(m.Standing()) {
		running := past.state != nil && past.Phase == Running
		if running && past.state.Chosen(f) && counts(f.Seat) {
			choices = append(choices, choice{last, past.state.View("").Turn, f.Seat})
		}
		if Deals(f) || Closes(f) || running && past.reveals(f) {
			choices = nil
		}
		last = f.Seq
	}
	if n < 1 || n > len(choices) {
		return 0, "", 0, false
	}
	c := choices[len(choices)-n]
	return c.before, c.seat, c.turn, true
}

// reveals says whether a fact about to be applied shows a player what cannot be unseen. A
// bot remembers nothing.
func (m *Match) reveals(f Fact) bool {
	s, ok := m.state.(Revealing)
	chair := m.Chair(f.Seat)
	return ok && chair != nil && !chair.Bot && s.Reveals(f)
}

// Lost says whether a seat was asked for its choice number step in a time that
// is lost, since the house was restored from a backup, and to when it was restored. What
// the seat held then nobody knows any more.
func (m *Match) Lost(seat string, step int) (of time.Time, lost bool) {
	for past, f := range m.Replay(m.log) {
		r, _ := f.Event.(Rewound)
		if c := past.Chair(seat); c != nil && step > c.Steps+1 && step <= c.Steps+1+r.Skip {
			return r.Of, true
		}
	}
	return time.Time{}, false
}
