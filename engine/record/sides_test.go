package record

import (
	"io"
	"slices"
	"testing"

	"pitpost.example/engine/catalog"
)

// minersWin is in how many of so many rounds of Saboteur with five players the
// miners win, each side being played by a bot of its own.
func minersWin(t *testing.T, rounds int, miners, saboteurs string) int {
	t.Helper()
	won := 0
	s := Simulation{
		Game: catalog.Find("saboteur"), Edition: "pt", Options: map[string]string{"rounds": "1"}, Matches: rounds,
		Seed: "sides", Bots: slices.Repeat([]string{miners}, 5), Guilty: saboteurs, Playouts: 100,
	}
	if err := Simulate(io.Discard, s, func(o Outcome) {
		if o.Rounds[0][Part{Bot: miners, Side: "miner"}] {
			won++
		}
	}); err != nil {
		t.Fatal(err)
	}
	return won
}

// Each side by itself plays better by sense than by lot, and better yet by search.
// The deals are the same throughout and the outcome is the same on any machine;
// between sense and lot three standard errors are asked for besides.
func TestSidesOfSaboteur(t *testing.T) {
	const many, few = 300, 20
	both := minersWin(t, many, "careful", "careful")
	for _, c := range []struct {
		miners, saboteurs string
		least, most       int
	}{
		{"random", "careful", 0, both - 50},
		{"dig", "careful", 0, both - 50},
		{"careful", "random", both + 35, many},
	} {
		if won := minersWin(t, many, c.miners, c.saboteurs); won < c.least || won > c.most {
			t.Errorf("%s miners won %d of %d against %s saboteurs, and %d where all were careful", c.miners, won, many, c.saboteurs, both)
		}
	}
	both = minersWin(t, few, "careful", "careful")
	for _, c := range []struct {
		miners, saboteurs string
		least, most       int
	}{
		{"keen", "careful", both + 2, few},
		{"careful", "keen", 0, both - 2},
	} {
		won := minersWin(t, few, c.miners, c.saboteurs)
		if won < c.least || won > c.most {
			t.Errorf("%s miners won %d of %d against %s saboteurs, and %d where all were careful", c.miners, won, few, c.saboteurs, both)
		}
		t.Logf("%s miners against %s saboteurs: %d of %d, and %d where all were careful", c.miners, c.saboteurs, won, few, both)
	}
}
