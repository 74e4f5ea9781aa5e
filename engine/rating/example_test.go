package rating_test

import (
	"fmt"

	"pitpost.example/engine/rating"
)

// Player 1 wins, 2 is second, and 3 and 4 share the third place. Enter updates the book and returns whose
// rating changed, and how.
func ExampleBook_Enter() {
	book := rating.Book{}
	changes := book.Enter(&rating.Match{Game: "clonk", Entries: []rating.Entry{
		{Player: 1, Place: 1}, {Player: 2, Place: 2}, {Player: 3, Place: 3}, {Player: 4, Place: 3}}})
	for _, c := range changes {
		if c.Kind == rating.Overall {
			fmt.Printf("player %d: %d, now %d ± %d\n", c.Player, c.Before.Points(), c.After.Points(), c.After.Spread())
		}
	}
	// Output:
	// player 1: 1000, now 1112 ± 661
	// player 2: 1000, now 1062 ± 654
	// player 3: 1000, now 913 ± 647
	// player 4: 1000, now 913 ± 647
}

// Rate only computes. A team of two newcomers loses to one strong player, and both lose the same.
func ExampleRateTeams() {
	after := rating.RateTeams([]rating.Team{
		{Place: 1, Members: []rating.Skill{{Mu: 30, Sigma: 3}}},
		{Place: 2, Members: []rating.Skill{{Mu: 25, Sigma: 25.0 / 3}, {Mu: 25, Sigma: 25.0 / 3}}},
	})
	for _, team := range after {
		for _, s := range team {
			fmt.Printf("%.2f ± %.2f\n", s.Mu, s.Sigma)
		}
	}
	// Output:
	// 30.54 ± 3.00
	// 20.81 ± 8.12
	// 20.81 ± 8.12
}
