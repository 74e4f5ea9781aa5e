package clonk

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Redeal returns another log that the seat cannot tell from the given one. The cards that it never
// saw are exchanged, others' hidden tiles are drawn again, and the Awakening is elsewhere if its
// place is secret. The tests compare what the seat is shown in both. The log of a match that is
// over has no secrets and is returned unchanged.
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

// awakenElsewhere moves the Awakening in a draw pile, within the undrawn part of the bottom pile,
// if its place is still secret.
func (s *State) awakenElsewhere(deck []string, lot *engine.Stream) []string {
	if !s.rules.mixed || s.awake {
		return deck
	}
	rest := treasuresOf(deck)
	return slices.Insert(rest, s.inBottomPile(len(rest), lot), awakening.String())
}
