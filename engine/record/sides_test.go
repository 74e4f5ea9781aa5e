package record

import (
	"io"
	"slices"
	"testing"

	"pitpost.example/engine/catalog"
)

// minersWin plays rounds of Saboteur with five players, with one bot for the miners and another for the
// saboteurs, and returns how many the miners win.
func minersWin(t *testing.T, rounds int, miners, saboteurs string) int {
	t.Helper()
	won := 0
	s := Simulation{
		Game: catalog.FindGame("saboteur"), Edition: "pt", Options: map[string]string{"rounds": "1"}, Matches: rounds,
		Seed: "sides", Bots: slices.Repeat([]string{miners}, 5), Guilty: saboteurs, Playouts: 100,
	}
	if err := SimulateMatches(io.Discard, s, func(o Outcome) {
		if o.Rounds[0][Part{Bot: miners, Side: "miner"}] {
			won++
		}
	}); err != nil {
		t.Fatal(err)
	}
	return won
}

// Each side wins more with careful play than with random play, and even more with keen play. All comparisons
// use the same deals, and the results are the same on any machine. Between careful and random the difference
// must be three standard errors.
func TestSidesOfSaboteur(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays 1,260 matches")
	}
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
