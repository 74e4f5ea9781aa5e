package league_test

import (
	"fmt"

	"pitpost.example/engine/catalog"
	"pitpost.example/engine/league"
)

// Plays a season from its rules to its table. The draw follows from a seed that is published at the end, and
// the table does not depend on the order of the results.
func Example() {
	rules, err := league.ParseRules([]byte(`{"games": [{"game": "clonk"}], "group": 3, "groups": 2, "divisions": {"size": 0}}`), catalog.FindGame, "saboteur")
	if err != nil {
		fmt.Println(err)
		return
	}
	seed := [32]byte{1, 2, 3}
	var entrants []league.Entrant
	var standings []league.Entrant
	for _, name := range []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay"} {
		entrants = append(entrants, league.Entrant{Name: name, Division: 1})
		standings = append(standings, league.Entrant{Name: name, Division: 1})
	}
	var results []league.Result
	for _, g := range league.DrawGroups(seed, 1, &rules, entrants, league.History{}) {
		fmt.Printf("round %d: %v\n", g.Round, g.Seats)
		r := league.Result{Group: g.No, Round: g.Round}
		for _, name := range g.Seats {
			r.Seats = append(r.Seats, league.Finish{Name: name, Score: 10 - int(name[0]-'A'), Won: name < "C"})
		}
		results = append(results, r)
	}
	for _, row := range league.ComputeStandings(&rules, seed, 1, standings, results) {
		fmt.Println(row.Rank, row.Name, row.Points.Decimal())
	}
	// Output:
	// round 1: [Eli Fay Di]
	// round 1: [Cy Bo Ana]
	// round 2: [Di Eli Bo]
	// round 2: [Ana Cy Fay]
	// 1 Ana 4
	// 2 Bo 3
	// 3 Di 3
	// 4 Cy 1
	// 5 Eli 1
	// 6 Fay 0
}

// Points are exact: three players who share the first place of five share the points of the first three
// places.
func ExampleRules_Share() {
	rules := league.Rules{Group: 5}
	for _, p := range rules.Share([]int{1, 1, 1, 4, 5}) {
		fmt.Print(p.Exact(), " ")
	}
	fmt.Println(rules.PointsFor(4)[1].Exact())
	// Output:
	// 3 3 3 1 0 8/3
}

// Mistakes in rules are explained to the organiser in a sentence.
func ExampleParseRules() {
	_, err := league.ParseRules([]byte(`{"games": [{"game": "chess"}]}`), catalog.FindGame, "saboteur")
	fmt.Println(err)
	// Output:
	// games[0].game: there is no game "chess"
}
