package engine

import (
	"slices"
	"time"
)

// Reshuffling is a State with cards that nobody has drawn yet. They are reshuffled after a
// rewind, so that nobody who saw more than they were to see gains from it.
type Reshuffling interface {
	// Undrawn lists these cards, the next first, by codes that Reshuffle knows. A fact draws from its
	// front alone; a marker among the cards that nobody draws is no part of it.
	Undrawn() []string
	// Reshuffle returns the fact that puts the undrawn cards into another order, or none if no card
	// is undrawn. First come the cards of seen, in their order: seats drew them in steps that were
	// taken back, so they draw them again. The rest is mixed by the dice for the purpose
	// "reshuffle". The fact has no seat, is nobody's choice, and changes no view.
	Reshuffle(d Dice, seen []string) []Fact
}

// Revealing is a State in which a choice can show one seat a card that no reshuffle moves. A rewind
// does not go back behind such a choice; otherwise the seat could look twice.
type Revealing interface {
	// Reveals reports whether a fact that is about to be applied is such a choice.
	Reveals(Fact) bool
}

// Rewind returns the facts of a rewind: the rewind itself, and the reshuffle of the cards that are
// undrawn after it.
func (m *Match) Rewind(r Rewound) []Fact {
	facts := []Fact{{Event: r}}
	next := *m
	next.log = slices.Clip(m.log)
	next.Apply(facts[0])
	return append(facts, next.Reshuffle()...)
}

// Reshuffle returns the facts that must follow a rewind that was just applied.
func (m *Match) Reshuffle() []Fact { return m.ReshuffleWith(m.Dice()) }

// ReshuffleWith is Reshuffle with other dice, for those who check a log.
func (m *Match) ReshuffleWith(d Dice) []Fact {
	if s, ok := m.state.(Reshuffling); ok && m.Phase == Running {
		return s.Reshuffle(d, m.SeenUndrawn())
	}
	return nil
}

// SeenUndrawn lists the cards that lie undrawn on top although seats drew them once, the next first:
// what was drawn in the steps that rewinds took back, and has not been drawn again since. They are
// drawn again in the same order, so that nobody gains another card by a rewind. By rules 1 there are
// none: there a rewind shuffles all that is undrawn.
func (m *Match) SeenUndrawn() []string {
	if !m.Setup.HasRules(2) {
		return nil
	}
	type draw struct {
		seq  int
		card string
	}
	var drawn []draw              // by facts that stand
	var seen []string             // the top of the undrawn cards
	dealt := lastOf(m.log, Deals) // no rewind reaches behind it
	past := m.at(standing(m.log[:dealt+1], m.Seq))
	for _, f := range m.log[dealt+1:] {
		before := past.undrawn()
		past.Apply(f)
		if r, rewound := f.Event.(Rewound); rewound {
			stands := func(d draw) bool { return d.seq <= r.To }
			back := Each(slices.DeleteFunc(slices.Clone(drawn), stands), func(d draw) string { return d.card })
			drawn = Where(drawn, stands)
			seen = append(back, seen...)
			continue
		}
		taken := before[:max(0, len(before)-len(past.undrawn()))]
		for _, card := range taken {
			drawn = append(drawn, draw{f.Seq, card})
		}
		seen = seen[min(len(taken), len(seen)):]
	}
	return seen
}

// undrawn lists the cards that nobody has drawn yet.
func (m *Match) undrawn() []string {
	if s, ok := m.state.(Reshuffling); ok && m.Phase == Running {
		return s.Undrawn()
	}
	return nil
}

// RewindLimit returns the number of the earliest fact that a rewind may go back to: the deal of the
// present round, or the end of the last one, where everything was turned up; 0 before the first
// deal.
func (m *Match) RewindLimit() int {
	facts := m.Standing()
	at := lastOf(facts, func(f Fact) bool { return Deals(f) || Closes(f) })
	if at < 0 {
		return 0
	}
	return facts[at].Seq
}

// Takeback finds how far to rewind in order to take back the last n choices of the seats that
// count. It returns the number of the last fact that stays, the seat of the earliest of these
// choices, and the turn of that choice. ok is false if there are fewer than n since the deal or the
// end of a round, or since a player was shown a card that no reshuffle moves.
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
		if Deals(f) || Closes(f) || running && (past.reveals(f) || past.Choosing()) {
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

// reveals reports whether a fact that is about to be applied shows a player what they cannot
// forget. A bot remembers nothing.
func (m *Match) reveals(f Fact) bool {
	s, ok := m.state.(Revealing)
	chair := m.Chair(f.Seat)
	return ok && chair != nil && !chair.Bot && s.Reveals(f)
}

// Lost reports whether a seat was asked for its choice number step in a time that was lost, because
// the house was restored from a backup, and of is the time of that backup. Nobody knows any more
// what the seat held then.
func (m *Match) Lost(seat string, step int) (of time.Time, lost bool) {
	for past, f := range m.Replay(m.log) {
		r, _ := f.Event.(Rewound)
		if c := past.Chair(seat); c != nil && step > c.Steps+1 && step <= c.Steps+1+r.Skip {
			return r.Of, true
		}
	}
	return time.Time{}, false
}
