package engine_test

import (
	"maps"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		scores map[string]int
		want   map[string]float64
	}{
		{map[string]int{"Ana": 5, "Bo": 3, "Cy": 1}, map[string]float64{"Ana": 1, "Bo": 2, "Cy": 3}},
		{map[string]int{"Ana": 5, "Bo": 5, "Cy": 1}, map[string]float64{"Ana": 1.5, "Bo": 1.5, "Cy": 3}},
		{map[string]int{"Ana": 0, "Bo": 0, "Cy": 0}, map[string]float64{"Ana": 2, "Bo": 2, "Cy": 2}},
		{map[string]int{"Ana": -2, "Bo": 4, "Cy": -2, "Di": -2}, map[string]float64{"Ana": 3, "Bo": 1, "Cy": 3, "Di": 3}},
	} {
		if got := engine.PlacesByScore(c.scores); !maps.Equal(got, c.want) {
			t.Errorf("%v: places %v, want %v", c.scores, got, c.want)
		}
	}
}

// Every game keeps score from the deal to the end, and the last scores are those of the result.
func TestEveryGameKeepsScore(t *testing.T) {
	for _, g := range catalog.AllGames() {
		least, _ := g.Seats()
		names := []string{"Ana", "Bo", "Cy", "Di", "Eli"}[:least]
		options, no := g.Options(g.Editions()[0], engine.NewestRules, nil)
		if no != nil {
			t.Fatal(no)
		}
		m := engine.OpenMatch(g, engine.Setup{Edition: g.Editions()[0], Rules: engine.NewestRules, Options: options}, [32]byte{7})
		if len(m.Places()) > 0 {
			t.Errorf("%s: places before the start", g.Name())
		}
		apply := func(facts ...engine.Fact) {
			for _, f := range facts {
				f.Seq = m.Seq + 1
				m.Apply(f)
			}
		}
		for _, n := range names {
			apply(engine.Fact{Event: engine.Joined{Name: n}})
		}
		apply(m.Start()...)
		told := 0
		for n := 0; m.Phase == engine.Running; n++ {
			seat := m.ToMove()[0]
			legal := m.State().Legal(seat)
			facts, no := m.Play(seat, legal[7*n%len(legal)])
			if no != nil {
				t.Fatal(no)
			}
			apply(facts...)
			sum := 0.0
			for _, p := range m.Places() {
				sum += p
			}
			if want := float64(least*(least+1)) / 2; sum != want {
				t.Fatalf("%s: places %v add up to %v, not %v", g.Name(), m.Places(), sum, want)
			}
			if m.ScoreOf(seat) != 0 {
				told++
			}
		}
		if told == 0 {
			t.Errorf("%s: nobody ever had a score", g.Name())
		}
		if r := m.State().Result(); !maps.Equal(m.Places(), engine.PlacesByScore(r.Scores)) {
			t.Errorf("%s: at the end %v, by the result %v", g.Name(), m.Places(), r.Scores)
		}
	}
}
