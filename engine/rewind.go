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

// Revealing is a State in which a choice can show a card that no reshuffle moves, to one seat or to
// all. A rewind behind it leaves somebody knowing that card.
type Revealing interface {
	// Reveals reports whether a fact that is about to be applied shows such a card.
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
	var drawn []draw                   // by facts that stand
	var seen []string                  // the top of the undrawn cards
	dealt := lastOf(m.log, DealsRound) // no rewind reaches behind it
	past := m.at(standing(m.log[:dealt+1], m.Seq))
	for _, f := range m.log[dealt+1:] {
		before := past.undrawn()
		past.Apply(f)
		if r, rewound := f.Event.(Rewound); rewound {
			stands := func(d draw) bool { return d.seq <= r.To }
			back := MapList(slices.DeleteFunc(slices.Clone(drawn), stands), func(d draw) string { return d.card })
			drawn = FilterList(drawn, stands)
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
	at := lastOf(facts, func(f Fact) bool { return DealsRound(f) || ClosesRoundOrMatch(f) })
	if at < 0 {
		return 0
	}
	return facts[at].Seq
}

// Takeback is what a rewind would take back.
type Takeback struct {
	// To is the number of the last fact that stays.
	To int
	// Seat made the earliest of the choices that are taken back, in turn Turn of the match. Movers
	// lists the seats of all of them, each once.
	Seat   string
	Turn   int
	Movers []string
	// Shown says that somebody was shown a card meanwhile that no reshuffle moves.
	Shown bool
}

// Takeback finds what must be rewound in order to take back the last n choices of the seats that
// count. ok is false if there are fewer than n since the deal or the end of a round.
func (m *Match) Takeback(n int, counts func(seat string) bool) (back Takeback, ok bool) {
	var choices []Takeback
	last, shown := 0, 0
	for past, f := range m.Replay(m.Standing()) {
		running := past.state != nil && past.Phase == Running
		if running && past.state.Chosen(f) && counts(f.Seat) {
			choices = append(choices, Takeback{To: last, Seat: f.Seat, Turn: past.state.View("").Turn})
		}
		if running && past.reveals(f) {
			shown = f.Seq
		}
		if DealsRound(f) || ClosesRoundOrMatch(f) || running && past.Choosing() {
			choices = nil
		}
		last = f.Seq
	}
	if n < 1 || n > len(choices) {
		return Takeback{}, false
	}
	choices = choices[len(choices)-n:]
	back = choices[0]
	for _, c := range choices {
		if !slices.Contains(back.Movers, c.Seat) {
			back.Movers = append(back.Movers, c.Seat)
		}
	}
	back.Shown = shown > back.To
	return back, true
}

// reveals reports whether a fact that is about to be applied shows somebody what they cannot forget.
// A bot that looks at a card remembers nothing.
func (m *Match) reveals(f Fact) bool {
	s, ok := m.state.(Revealing)
	if !ok || !s.Reveals(f) {
		return false
	}
	chair := m.Chair(f.Seat)
	return chair == nil || !chair.Bot || !m.state.Chosen(f)
}

// RewindsSinceDeal counts the rewinds that the table has asked for since the last deal that stands.
func (m *Match) RewindsSinceDeal() int {
	dealt := m.RewindLimit()
	return CountWhere(m.log, func(f Fact) bool {
		r, ok := f.Event.(Rewound)
		return ok && f.Seq > dealt && r.By != "house"
	})
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
