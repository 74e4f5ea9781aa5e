package clonk

import (
	"fmt"
	"slices"
	"testing"

	"pitpost.example/engine"
)

// The round in which the Awakening is drawn is played to its end, and in the French edition
// everybody plays once more. Whoever draws it, and whether their turn ends with the rest or with a
// card that they lay, all have had the same number of turns.
func TestAllHaveAsManyTurns(t *testing.T) {
	for edition, want := range map[string]int{"de": 1, "fr": 2} {
		for waker := range 3 {
			for _, emptyHands := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, seat %d, empty hands %v", edition, waker, emptyHands), func(t *testing.T) {
					turns := turnsFrom(t, edition, waker, emptyHands)
					if !slices.Equal(turns, []int{want, want, want}) {
						t.Errorf("turns: %v", turns)
					}
				})
			}
		}
	}
}

// turnsFrom counts the turns of three seats from the one that begins a round. In that round the
// seat waker, counted from there, draws the Awakening.
func turnsFrom(t *testing.T, edition string, waker int, emptyHands bool) []int {
	t.Helper()
	s := newState(engine.Setup{Edition: edition, Seats: []string{"Ana", "Bo", "Cy"}}, ownTable())
	s.phase, s.round, s.starter, s.turn = digging, 2, 1, 1
	for i := range s.players {
		s.players[i] = player{open: colourTile, cart: []Card{cardOf("yellow-sword-1")}}
	}
	turns := make([]int, 3)
	for n := 0; s.result == nil && n < 20; n++ {
		i := s.turn
		s.deck = nil
		if s.round == 2 && (i-s.starter+3)%3 == waker {
			s.deck = []Card{awakening}
		}
		if !emptyHands {
			s.players[i].hand = []Card{cardOf("red-hammer-1")}
		}
		turns[i]++
		for s.result == nil && s.turn == i {
			facts, refusal := s.Play(s.name(i), s.Idle(s.name(i)), engine.Dice{})
			if refusal != nil {
				t.Fatal(refusal)
			}
			for _, f := range facts {
				s.Apply(f)
			}
		}
	}
	return turns
}
