package league_test

import (
	"fmt"
	"slices"
	"testing"

	"pitpost.example/engine/league"
)

// result returns the result of a group; the first seats are the winners.
func result(no int, winners int, seats ...league.Finish) league.Result {
	for i := range winners {
		seats[i].Won = true
	}
	return league.Result{Group: no, Round: 1, Seats: seats}
}

func seat(name string, score int) league.Finish { return league.Finish{Name: name, Score: score} }

func standing(names ...string) []league.Entrant {
	var all []league.Entrant
	for _, n := range names {
		all = append(all, league.Entrant{Name: n, Division: 1})
	}
	return all
}

func TestPointsAreExact(t *testing.T) {
	for size := 2; size <= 10; size++ {
		for tie := 1; tie <= size; tie++ {
			for full := size; full <= 10; full++ {
				r := &league.Rules{Group: full}
				places := make([]int, size)
				for i := range places {
					places[i] = 1 + max(0, i-tie+1) // the first tie places are equal
					if i >= tie {
						places[i] = i + 1
					} else {
						places[i] = 1
					}
				}
				var got, want league.Points
				for _, p := range r.Share(places) {
					got += p
				}
				for _, p := range r.PointsFor(size) {
					want += p
				}
				if got != want || want*2 != league.Points(size*(full-1))*league.Point {
					t.Fatalf("%d of %d share in a league of groups of %d: %s given of %s", tie, size, full, got.Exact(), want.Exact())
				}
			}
		}
	}
}

func TestPointsInWords(t *testing.T) {
	for _, c := range []struct {
		p              league.Points
		exact, decimal string
	}{
		{0, "0", "0"}, {3 * league.Point, "3", "3"}, {league.Point * 7 / 3, "7/3", "2.333"}, {league.Point / 2, "1/2", "0.5"}, {league.Point * 2 / 3, "2/3", "0.667"},
	} {
		if c.p.Exact() != c.exact || c.p.Decimal() != c.decimal {
			t.Errorf("%d is %s and %s, not %s and %s", c.p, c.p.Exact(), c.p.Decimal(), c.exact, c.decimal)
		}
	}
}

func TestSmallerGroupsGiveAsMuchToWin(t *testing.T) {
	r := rules(t, `{}`)
	var got []string
	for _, size := range []int{5, 4, 3} {
		for _, p := range r.PointsFor(size) {
			got = append(got, p.Exact())
		}
	}
	if want := "[4 3 2 1 0 4 8/3 4/3 0 4 2 0]"; fmt.Sprint(got) != want {
		t.Errorf("points of groups of 5, 4 and 3 are %v, not %s", got, want)
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name string
		r    league.Result
		want []int
	}{
		{"by score", result(1, 1, seat("Ana", 5), seat("Bo", 1), seat("Cy", 3)), []int{1, 3, 2}},
		{"ties", result(1, 2, seat("Ana", 5), seat("Bo", 5), seat("Cy", 3), seat("Di", 3), seat("Eli", 0)), []int{1, 1, 3, 3, 5}},
		{"the game's word on who won goes before the score", result(1, 1, seat("Ana", 2), seat("Bo", 2), seat("Cy", 4)), []int{1, 3, 2}},
		{"given up by all", league.Result{GivenUp: true, Seats: []league.Finish{seat("Ana", 5), {Name: "Bo", By: league.Bot, Score: 9}, seat("Cy", 0)}}, []int{1, 3, 1}},
		{"aborted", league.Result{Aborted: true, Seats: []league.Finish{seat("Ana", 5), {Name: "Bo", By: league.Bot, Score: 9}, seat("Cy", 0)}}, []int{1, 3, 1}},
	} {
		if got := c.r.Places(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
}

// line formats a row in short.
func line(r league.Row) string {
	return fmt.Sprintf("%d %s %s/%d w%s m%d", r.Rank, r.Name, r.Points.Exact(), r.Played, r.Wins.Exact(), r.Misses)
}

func TestSubstitutesAndDropOuts(t *testing.T) {
	results := []league.Result{
		result(1, 1, league.Finish{Name: "Ana", By: "Cy", Score: 9, Misses: 2}, seat("Bo", 5), seat("Di", 1)),
		result(2, 1, seat("Bo", 4), seat("Di", 3), seat("Cy", 0)),
		result(3, 1, league.Finish{Name: "Di", By: league.Bot, Score: 4}, seat("Cy", 3), seat("Bo", 0)),
	}
	for policy, want := range map[string][]string{
		"best":  {"1 Cy 3/2 w1 m0", "1 Bo 3/3 w1 m0", "3 Di 1/3 w0 m0", "4 Ana 0/1 w0 m2"},
		"extra": {"1 Cy 3/3 w1 m0", "1 Bo 3/3 w1 m0", "3 Di 1/3 w0 m0", "4 Ana 0/1 w0 m2"},
		"none":  {"1 Bo 3/3 w1 m0", "2 Cy 1/2 w0 m0", "2 Di 1/3 w0 m0", "4 Ana 0/1 w0 m2"},
	} {
		r := rules(t, fmt.Sprintf(`{"group": 3, "substitutes": %q, "tie_breaks": ["points"]}`, policy))
		var got []string
		for _, row := range league.ComputeStandings(r, seed, 1, append(standing("Ana", "Bo", "Cy", "Di"), league.Entrant{Name: "Eli"}), results) {
			got = append(got, line(row))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, not\n%q", policy, got, want)
		}
	}
}

func TestTieBreaksAreAskedInTheirOrder(t *testing.T) {
	// Ana and Bo have the same points and wins. They met once, and Bo was placed before Ana.
	results := []league.Result{
		result(1, 1, seat("Bo", 3), seat("Ana", 2), seat("Cy", 1)),
		result(2, 1, seat("Ana", 9), seat("Di", 1), seat("Eli", 0)),
	}
	results[0].Seats[0].Misses = 3
	results = append(results, result(3, 1, seat("Fay", 1), seat("Bo", 1), seat("Eli", 0)))
	for _, c := range []struct{ breaks, first string }{
		{`["points","met","misses"]`, "Bo"}, {`["points","misses","met"]`, "Ana"}, {`["points","share"]`, "Ana"}, {`["points","wins","met"]`, "Bo"},
	} {
		r := rules(t, `{"group": 3, "tie_breaks": `+c.breaks+`}`)
		table := league.ComputeStandings(r, seed, 1, standing("Ana", "Bo", "Cy", "Di", "Eli", "Fay"), results)
		if table[0].Name != c.first || table[1].Rank != 2 {
			t.Errorf("%s: %s and %s lead", c.breaks, line(table[0]), line(table[1]))
		}
	}
	r := rules(t, `{"group": 3, "tie_breaks": ["points","wins","lot"]}`)
	table := league.ComputeStandings(r, seed, 1, standing("Ana", "Bo", "Cy", "Di", "Eli", "Fay"), results)
	if table[0].Rank != 1 || table[1].Rank != 1 || table[2].Rank != 3 || table[0].Order != 1 || table[1].Order != 2 {
		t.Errorf("equals share a rank and are ordered by lot: %v", table)
	}
	other := league.ComputeStandings(r, [32]byte{4}, 1, standing("Ana", "Bo", "Cy", "Di", "Eli", "Fay"), results)
	if other[0].Rank != 1 || other[1].Rank != 1 {
		t.Errorf("another seed changes ranks: %v", other)
	}
}

func TestTableOfTheUnplayedIsOneRank(t *testing.T) {
	r := rules(t, `{}`)
	for i, row := range league.ComputeStandings(r, seed, 1, standing("Ana", "Bo", "Cy"), nil) {
		if row.Rank != 1 || row.Order != i+1 || row.Played != 0 || row.Move != 0 {
			t.Errorf("before any match: %+v", row)
		}
	}
}

// What an organiser gives or takes is added to the points alone, and may change the order.
func TestAdjustedPointsCountBesideTheMatches(t *testing.T) {
	r := rules(t, `{"group": 3}`)
	who := standing("Ana", "Bo", "Cy")
	who[0].Adjusted = []league.Adjustment{{Name: "Ana", Points: -2, Reason: "moves by telephone"}, {Name: "Ana", Points: 1, Reason: "it was once"}}
	rows := league.ComputeStandings(r, [32]byte{1}, 1, who, []league.Result{result(1, 1, seat("Ana", 9), seat("Bo", 5), seat("Cy", 1))})
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprint(row.Rank, row.Name, " ", row.Points.Exact(), " ", row.Played, row.Wins.Exact(), len(row.Adjusted)))
	}
	if want := []string{"1Ana 1 112", "2Bo 1 100", "3Cy 0 100"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	who[0].Adjusted[1].Points = -9
	if last := league.ComputeStandings(r, [32]byte{1}, 1, who, nil)[2]; last.Name != "Ana" || last.Points.Decimal() != "-11" {
		t.Errorf("%s is last with %s", last.Name, last.Points.Decimal())
	}
}
