package league_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/engine/league"
)

var seed = [32]byte{1, 2, 3}

func rules(t *testing.T, text string) *league.Rules {
	t.Helper()
	r, err := league.ParseRules([]byte(text), catalog.FindGame, "saboteur")
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

func entrants(n, division int) []league.Entrant {
	var all []league.Entrant
	for i := range n {
		all = append(all, league.Entrant{Name: fmt.Sprintf("p%04d", i), Division: 1 + i/max(division, 1)})
	}
	return all
}

type meeting struct{ a, b string }

// meetings counts how often each two players sit together.
func meetings(groups [][]string) map[meeting]int {
	met := map[meeting]int{}
	for _, g := range groups {
		for i, a := range g {
			for _, b := range g[:i] {
				met[meeting{min(a, b), max(a, b)}]++
			}
		}
	}
	return met
}

// again counts the meetings of two players who have met before.
func again(groups [][]string) int {
	n := 0
	for _, times := range meetings(groups) {
		n += times - 1
	}
	return n
}

func seatsOf(groups []league.Group) [][]string {
	var all [][]string
	for _, g := range groups {
		all = append(all, g.Seats)
	}
	return all
}

// byLot makes the groups of some rounds by shuffling alone.
func byLot(r *league.Rules, n, rounds int) [][]string {
	dice := rand.New(rand.NewPCG(7, 7))
	sizes, _ := r.Sizes(n)
	var all [][]string
	for range rounds {
		order, at := dice.Perm(n), 0
		for _, size := range sizes {
			var g []string
			for range size {
				g = append(g, fmt.Sprintf("p%04d", order[at]))
				at++
			}
			all = append(all, g)
		}
	}
	return all
}

func TestEverybodySitsOnceARound(t *testing.T) {
	for _, n := range []int{3, 4, 5, 6, 7, 11, 23, 25, 26, 99, 1000} {
		for _, size := range []int{0, 25} {
			r := rules(t, fmt.Sprintf(`{"groups": 4, "divisions": {"size": %d, "move": 0}}`, size))
			var all []league.Entrant
			if size == 0 {
				all = entrants(n, n)
			} else {
				var names []string
				for _, e := range entrants(n, n) {
					names = append(names, e.Name)
				}
				all = league.AssignDivisions(r, seed, 1, nil, names)
			}
			groups := league.DrawGroups(seed, 1, r, all, league.History{})
			sat := map[string]map[int]int{}
			for i, g := range groups {
				if g.No != i+1 || len(g.Seats) < r.Least || len(g.Seats) > r.Group || g.Wave < 0 || g.Wave > 6 {
					t.Fatalf("%d players: group %+v", n, g)
				}
				for _, s := range g.Seats {
					if sat[s] == nil {
						sat[s] = map[int]int{}
					}
					sat[s][g.Round]++
				}
			}
			if len(sat) != n {
				t.Fatalf("%d players: %d of them sit", n, len(sat))
			}
			for name, rounds := range sat {
				for round := 1; round <= 4; round++ {
					if rounds[round] != 1 {
						t.Fatalf("%d players: %s sits %d times in round %d", n, name, rounds[round], round)
					}
				}
			}
		}
	}
}

func TestNobodyMeetsTwiceWhereThatCanBe(t *testing.T) {
	for _, c := range []struct{ n, rounds, most int }{
		{25, 3, 0}, {25, 4, 8}, {30, 3, 0}, {50, 4, 0}, {200, 6, 0}, {1000, 6, 0},
		// The round before had only four groups, so each group of five has two who met in it.
		{20, 2, 4},
	} {
		r := rules(t, fmt.Sprintf(`{"groups": %d, "divisions": {"size": 0, "move": 0}}`, c.rounds))
		ours := again(seatsOf(league.DrawGroups(seed, 1, r, entrants(c.n, c.n), league.History{})))
		shuffled := again(byLot(r, c.n, c.rounds))
		t.Logf("%4d players, %d rounds: %d meetings again, by mere lot %d", c.n, c.rounds, ours, shuffled)
		if ours > c.most || shuffled < ours {
			t.Errorf("%d players, %d rounds: %d meetings again, at most %d can be kept (by mere lot %d)", c.n, c.rounds, ours, c.most, shuffled)
		}
	}
}

func TestWhoMetLastSeasonIsKeptApart(t *testing.T) {
	r := rules(t, `{"groups": 1, "divisions": {"size": 0, "move": 0}}`)
	before := league.DrawGroups(seed, 1, r, entrants(25, 25), league.History{})
	h := league.History{}
	for _, g := range before {
		h.Note(g.Seats, league.MetBefore)
	}
	if n := again(append(seatsOf(before), seatsOf(league.DrawGroups(seed, 2, r, entrants(25, 25), h))...)); n != 0 {
		t.Errorf("%d pairs of the season before meet again, and none need", n)
	}
}

func TestSeatsAreBalanced(t *testing.T) {
	for _, c := range []struct{ n, rounds int }{{25, 3}, {25, 5}, {25, 8}, {100, 12}, {1000, 5}} {
		r := rules(t, fmt.Sprintf(`{"groups": %d, "divisions": {"size": 0, "move": 0}}`, c.rounds))
		sat := map[string]*[5]int{}
		for _, g := range league.DrawGroups(seed, 1, r, entrants(c.n, c.n), league.History{}) {
			for i, s := range g.Seats {
				if sat[s] == nil {
					sat[s] = &[5]int{}
				}
				sat[s][i]++
			}
		}
		for name, seats := range sat {
			if slices.Max(seats[:])-slices.Min(seats[:]) > 1 {
				t.Fatalf("%d players, %d rounds: %s sat %v", c.n, c.rounds, name, *seats)
			}
		}
	}
}

func TestSameSeedSameDraw(t *testing.T) {
	r := rules(t, `{"groups": 2}`)
	all := entrants(60, 25)
	one := league.DrawGroups(seed, 1, r, all, league.History{})
	turned := slices.Clone(all)
	slices.Reverse(turned)
	if two := league.DrawGroups(seed, 1, r, turned, league.History{}); fmt.Sprint(one) != fmt.Sprint(two) {
		t.Error("the order of sign-up steers the draw")
	}
	if other := league.DrawGroups([32]byte{9}, 1, r, all, league.History{}); fmt.Sprint(one) == fmt.Sprint(other) {
		t.Error("another seed draws the same")
	}
	if next := league.DrawGroups(seed, 2, r, all, league.History{}); fmt.Sprint(one) == fmt.Sprint(next) {
		t.Error("another season draws the same")
	}
}

// TestDrawIsAsWrittenDown pins the draw described in docs/leagues.md; both must change together.
func TestDrawIsAsWrittenDown(t *testing.T) {
	r := rules(t, `{"groups": 2, "least": 3, "divisions": {"size": 0, "move": 0}}`)
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	var all []league.Entrant
	for _, n := range names {
		all = append(all, league.Entrant{Name: n, Division: 1})
	}
	want := "[{1 1 1 0 [Fay Eli Cy Ana Ivy]} {2 1 1 3 [Di Jo Gus Bo Hal]} " +
		"{3 1 2 3 [Ana Fay Jo Eli Di]} {4 1 2 0 [Bo Hal Ivy Gus Cy]}]"
	if got := fmt.Sprint(league.DrawGroups([32]byte{}, 1, r, all, league.History{})); got != want {
		t.Errorf("drawn\n%s\nwritten down\n%s", got, want)
	}
}

func TestWavesAreEven(t *testing.T) {
	r := rules(t, `{"groups": 1}`)
	days := make([]int, 7)
	for _, g := range league.DrawGroups(seed, 1, r, entrants(1000, 25), league.History{}) {
		days[g.Wave]++
	}
	if slices.Max(days)-slices.Min(days) > 1 {
		t.Errorf("200 groups over seven days: %v", days)
	}
}

func TestWhoCannotBeSeatedSitsOutInTurn(t *testing.T) {
	r := rules(t, `{"groups": 6, "least": 5, "divisions": {"size": 0, "move": 0}}`)
	sat := map[string]int{}
	for _, g := range league.DrawGroups(seed, 1, r, entrants(6, 6), league.History{}) {
		for _, s := range g.Seats {
			sat[s]++
		}
	}
	for name, n := range sat {
		if n != 5 {
			t.Errorf("%s sits in %d of 6 rounds, not in 5", name, n)
		}
	}
	if groups := league.DrawGroups(seed, 1, r, entrants(4, 4), league.History{}); len(groups) != 0 {
		t.Errorf("four players make groups of five: %v", groups)
	}
}

func TestLateOnesAreDrawnAmongThemselves(t *testing.T) {
	r := rules(t, `{"groups": 3}`)
	late := league.DrawLate(seed, 1, 1, r, entrants(7, 7), league.History{}, 2)
	if len(late) != 4 || late[0].Round != 2 || late[3].Round != 3 {
		t.Errorf("seven who come for round 2 of 3 sit in %v", late)
	}
	other := league.DrawLate(seed, 1, 2, r, entrants(7, 7), league.History{}, 2)
	if slices.EqualFunc(late, other, func(a, b league.Group) bool { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) == 0 }) {
		t.Error("the second late draw repeats the first")
	}
}

func BenchmarkDraw(b *testing.B) {
	r, err := league.ParseRules([]byte(`{}`), catalog.FindGame, "saboteur")
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{25, 1000} {
		b.Run(fmt.Sprintf("1000 players in divisions of %d", size), func(b *testing.B) {
			for b.Loop() {
				league.DrawGroups(seed, 1, &r, entrants(1000, size), league.History{})
			}
		})
	}
}
