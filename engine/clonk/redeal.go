package clonk

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Redeal writes another log that this seat could not tell from the one given:
// the cards it never saw change places, others' closed tiles are drawn anew, and
// the Awakening lies elsewhere where that is secret. Tests compare what the seat
// is shown in both; a match that is over has no secrets and comes back as it is.
func (g Game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	if kit.Rounds(log) == nil {
		return out
	}
	s := newState(setup, ownTable())
	for _, f := range log {
		s.Apply(f)
	}
	i := s.seat(seat)
	swap := kit.Mixed(lot, codes(s.unseen(i)))
	s.guessTiles(i, lot)
	for n, f := range out {
		switch e := kit.Exchange(g, f.Event, swap).(type) {
		case Dealt:
			e.Tiles = map[string]Tiles{}
			for j, p := range s.players {
				e.Tiles[s.name(j)] = Tiles{Colour: colours[p.colour], Kind: kinds[p.kind]}
			}
			e.Deck = s.awakenElsewhere(e.Deck, lot)
			out[n].Event = e
		case Reshuffled:
			e.Deck = s.awakenElsewhere(e.Deck, lot)
			out[n].Event = e
		default:
			out[n].Event = e
		}
	}
	return out
}

// awakenElsewhere lays the Awakening elsewhere in a pile, in the part of the bottom pile that
// has not been drawn yet, if where it lies is still secret.
func (s *State) awakenElsewhere(deck []string, lot *engine.Stream) []string {
	if !s.rules.mixed || s.awake {
		return deck
	}
	rest := treasuresOf(deck)
	return slices.Insert(rest, s.inBottomPile(len(rest), lot), awakening.String())
}
