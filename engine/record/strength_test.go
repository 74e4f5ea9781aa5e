package record

import (
	"fmt"
	"io"
	"math"
	"testing"

	"pitpost.example/engine/catalog"
)

// leadOf returns by how many points per match the seats of one bot lead those of another, and the standard
// error.
func leadOf(t *testing.T, s Simulation, one, two string) (mean, deviation float64) {
	t.Helper()
	s.Edition, s.Rotate, s.Seed = s.Game.Editions()[0], true, "strength"
	seats := map[string]float64{}
	for _, name := range s.Bots {
		seats[name]++
	}
	var leads []float64
	err := SimulateMatches(io.Discard, s, func(o Outcome) {
		sum := map[string]float64{}
		for i, name := range o.Bots {
			sum[name] += float64(o.Result.Scores[Names[i]])
		}
		leads = append(leads, sum[one]/seats[one]-sum[two]/seats[two])
	})
	if err != nil {
		t.Fatal(err)
	}
	n, squares := float64(len(leads)), 0.0
	for _, l := range leads {
		mean += l / n
	}
	for _, l := range leads {
		squares += (l - mean) * (l - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// The seeds are fixed, so the result is the same on any machine. The margin leaves room for changes to the
// bots.
func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays 406 matches")
	}
	for _, c := range []struct {
		game     string
		bots     []string
		matches  int
		playouts int
		sure     float64 // standard errors
	}{
		{game: "clonk", bots: []string{"careful", "random"}, matches: 30, sure: 5},
		{game: "clonk", bots: []string{"careful", "random", "random"}, matches: 30, sure: 5},
		{game: "clonk", bots: []string{"careful", "random", "random", "random"}, matches: 30, sure: 5},
		{game: "clonk", bots: []string{"keen", "careful"}, matches: 16, playouts: 40, sure: 2},
		{game: "saboteur", bots: []string{"careful", "random", "careful", "random", "random"}, matches: 300, sure: 5},
	} {
		t.Run(fmt.Sprint(c.game, c.bots), func(t *testing.T) {
			mean, deviation := leadOf(t, Simulation{Game: catalog.FindGame(c.game), Bots: c.bots, Matches: c.matches, Playouts: c.playouts}, c.bots[0], c.bots[1])
			if mean < c.sure*deviation {
				t.Errorf("%s leads %s by %.2f, standard error %.2f", c.bots[0], c.bots[1], mean, deviation)
			}
			t.Logf("%s leads %s by %.2f, standard error %.2f", c.bots[0], c.bots[1], mean, deviation)
		})
	}
}
