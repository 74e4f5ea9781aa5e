package engine_test

import (
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// Seats are listed in the order in which they move, which one edition has counter-clockwise.
func TestSeatsAreListedInOrderOfPlay(t *testing.T) {
	for edition, want := range map[string][]string{"pt": {"Bo", "Cy", "Di", "Ana"}, "it": {"Bo", "Ana", "Di", "Cy"}} {
		m := engine.OpenMatch(catalog.FindGame("saboteur"), engine.Setup{Edition: edition, First: "Bo"}, [32]byte{})
		for _, name := range []string{"Ana", "Bo", "Cy", "Di"} {
			m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
		}
		facts := m.Start()
		for _, f := range facts {
			m.Apply(f)
		}
		if got := m.MovingFrom("Bo"); !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", edition, got, want)
		}
		for _, next := range want {
			seat := m.ToMove()[0]
			if seat != next {
				t.Fatalf("%s: %s moves and not %s", edition, seat, next)
			}
			moves, _ := m.Play(seat, m.State().Idle(seat))
			for _, f := range moves {
				m.Apply(f)
			}
		}
		told := m.Heard("Ana", 0)
		at := slices.IndexFunc(told, func(h engine.Heard) bool { return h.Kind == "match.started" })
		key := map[string]string{"pt": "match.started", "it": "match.started-counter"}[edition]
		if at < 0 || told[at].Lines[0].Key != key {
			t.Errorf("%s: no %s among %v", edition, key, told)
		}
	}
}
