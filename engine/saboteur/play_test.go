package saboteur

import (
	"fmt"
	"testing"

	"pitpost.example/engine"
)

var names = []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}

// randomMatch plays a whole match with random moves and returns all its facts.
func randomMatch(t testing.TB, edition string, players int, options map[string]string, seed byte) []engine.Fact {
	t.Helper()
	d := engine.Dice{Seed: [32]byte{seed}}
	s := newState(engine.Setup{Edition: edition, Options: options, Seats: names[:players]})
	facts := s.Start(d)
	for _, f := range facts {
		s.Apply(f)
	}
	lot := d.For("test")
	for s.Result() == nil {
		seat := s.ToMove()[0]
		legal := s.Legal(seat)
		more, refusal := s.Play(seat, legal[lot.Intn(len(legal))], d)
		if refusal != nil {
			t.Fatalf("%s: legal command refused: %v", seat, refusal)
		}
		for _, f := range more {
			s.Apply(f)
		}
		facts = append(facts, more...)
	}
	return facts
}

func TestEveryCardIsSomewhere(t *testing.T) {
	for players := 3; players <= 10; players++ {
		for _, e := range editions.Books {
			t.Run(fmt.Sprintf("%s/%d", e.Name, players), func(t *testing.T) {
				s := newState(engine.Setup{Edition: e.Name, Seats: names[:players]})
				for _, f := range randomMatch(t, e.Name, players, nil, byte(players)) {
					s.Apply(f)
					if s.phase != digging {
						continue
					}
					if _, drawing := f.Event.(Revealed); drawing {
						continue
					}
					cards := len(s.deck) + s.discards + len(s.maze.laid) - 4
					for _, p := range s.players {
						cards += len(p.hand) + len(p.broken.each())
					}
					if cards != 67 {
						t.Fatalf("after %#v there are %d cards", f.Event, cards)
					}
				}
			})
		}
	}
}
