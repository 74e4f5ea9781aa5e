package clonk

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Reshuffle shuffles the draw pile in the order in which it lies; docs/shuffles.md tells
// other programs how.
func (s *State) Reshuffle(d engine.Dice) []engine.Fact {
	if len(s.deck) == 0 {
		return nil
	}
	stream := d.For("reshuffle")
	pile := without(s.deck, awakening)
	stream.Shuffle(len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
	if at := slices.Index(s.deck, awakening); at >= 0 {
		if bottom := s.bottomLeft(); s.rules.mixed {
			at = len(pile) - bottom + stream.Intn(bottom+1)
		}
		pile = slices.Insert(pile, at, awakening)
	}
	return []engine.Fact{{Event: Reshuffled{Deck: codes(pile)}}}
}

// bottomLeft is how many treasures of the bottom pile are still undrawn, if the Awakening
// is.
func (s *State) bottomLeft() int { return min(bottomPile(len(s.setup.Seats)), len(s.deck)-1) }

// bottomPile is how many treasures lie in the bottom pile at the deal.
func bottomPile(seats int) int {
	return (treasures - shafts*len(shaftUp) - dealtHand*seats) / seats
}

// ReplayReshuffle is Reshuffle with the order told, if it could have fallen so.
func (s *State) ReplayReshuffle(told []engine.Fact) ([]engine.Fact, error) {
	if len(s.deck) == 0 {
		return nil, nil
	}
	var e Reshuffled
	if len(told) > 0 {
		e, _ = told[0].Event.(Reshuffled)
	}
	pile := codes(s.deck)
	if !slices.Equal(slices.Sorted(slices.Values(e.Deck)), slices.Sorted(slices.Values(pile))) {
		return nil, fmt.Errorf("the cards shuffled anew are not those of the draw pile")
	}
	was, is := slices.Index(pile, awakening.String()), slices.Index(e.Deck, awakening.String())
	if is != was && (!s.rules.mixed || is < len(pile)-1-s.bottomLeft()) {
		return nil, fmt.Errorf("the Awakening does not lie where this edition puts it")
	}
	return []engine.Fact{{Event: e}}, nil
}
