package saboteur

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Reshuffle shuffles the deck in the order in which it lies; docs/shuffles.md tells other
// programs how.
func (s *State) Reshuffle(d engine.Dice) []engine.Fact {
	if len(s.deck) == 0 {
		return nil
	}
	deck := codes(s.deck)
	d.For("reshuffle").Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return []engine.Fact{{Event: Reshuffled{Deck: deck}}}
}

// ReplayReshuffle is Reshuffle with the order told, if it holds the cards of the deck.
func (s *State) ReplayReshuffle(told []engine.Fact) ([]engine.Fact, error) {
	if len(s.deck) == 0 {
		return nil, nil
	}
	if len(told) > 0 {
		if e, ok := told[0].Event.(Reshuffled); ok && slices.Equal(slices.Sorted(slices.Values(e.Deck)), slices.Sorted(slices.Values(codes(s.deck)))) {
			return []engine.Fact{{Event: e}}, nil
		}
	}
	return nil, fmt.Errorf("the cards shuffled anew are not those of the deck")
}

// Reveals says that a map shows its player a goal, which lies where it lay after a rewind.
func (s *State) Reveals(f engine.Fact) bool {
	_, looked := f.Event.(Looked)
	return looked
}
