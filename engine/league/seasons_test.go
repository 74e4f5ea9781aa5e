package league_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pitpost.example/engine/league"
)

// world is a league of made-up people with different strengths.
type world struct {
	t     *testing.T
	rules *league.Rules
	dice  *rand.Rand
	in    []string
	names int
	rows  []league.Row
	met   league.History
}

func (w *world) newcomers(n int) {
	for range n {
		w.in = append(w.in, fmt.Sprintf("p%05d", w.names))
		w.names++
	}
}

func strength(name string) float64 {
	var n int
	fmt.Sscanf(name, "p%d", &n)
	return float64(n*7919%1000) / 1000 // scattered, so that newcomers are of all strengths
}

// season plays one season. A tenth of the players leave midway, and late entrants or bots take their seats.
func (w *world) season(no int) {
	seed := [32]byte{byte(no)}
	all := league.AssignDivisions(w.rules, seed, no, w.rows, w.in)
	w.checkDivisions(no, all)
	groups := league.DrawGroups(seed, no, w.rules, all, w.met)
	w.checkDraw(no, all, groups)
	gone := map[string]bool{}
	for _, e := range all {
		if w.dice.IntN(10) == 0 {
			gone[e.Name] = true
		}
	}
	before := len(w.in)
	w.newcomers(40)
	late := w.in[before:]
	var results []league.Result
	for _, g := range groups {
		results = append(results, w.play(g, gone, late))
	}
	var who []league.Entrant
	for _, e := range all {
		who = append(who, league.Entrant{Name: e.Name, Division: e.Division, Left: gone[e.Name]})
	}
	w.rows = league.ComputeStandings(w.rules, seed, no, who, results)
	w.checkTable(no, groups, results)
	w.in = slices.DeleteFunc(w.in, func(n string) bool { return gone[n] })
	w.newcomers(60)
	w.met = league.History{}
	for _, g := range groups {
		w.met.Note(g.Seats, league.MetBefore)
	}
}

func (w *world) play(g league.Group, gone map[string]bool, late []string) league.Result {
	r := league.Result{Group: g.No, Round: g.Round, Closed: w.dice.IntN(20) == 0, Aborted: w.dice.IntN(50) == 0}
	best := 0
	for _, name := range g.Seats {
		f := league.Finish{Name: name, Score: w.dice.IntN(4)}
		if w.dice.Float64() > strength(name) {
			f.Score += 2
		}
		if gone[name] && g.Round > 1 {
			f.Misses, f.By = 2, league.Bot
			if w.dice.IntN(2) == 0 {
				f.By = late[w.dice.IntN(len(late))]
			}
		}
		best = max(best, f.Score)
		r.Seats = append(r.Seats, f)
	}
	for i := range r.Seats {
		r.Seats[i].Won = r.Seats[i].Score == best
	}
	return r
}

func (w *world) checkDivisions(no int, all []league.Entrant) {
	w.t.Helper()
	sizes, seen, was := map[int]int{}, map[string]bool{}, map[string]league.Row{}
	for _, r := range w.rows {
		was[r.Name] = r
	}
	fell := 0
	for _, e := range all {
		if seen[e.Name] {
			w.t.Fatalf("season %d: %s plays in two divisions", no, e.Name)
		}
		seen[e.Name] = true
		sizes[e.Division]++
		old, known := was[e.Name]
		switch {
		case known && old.Move > 0 && e.Division >= old.Division:
			w.t.Fatalf("season %d: %s was to go up from %d and plays in %d", no, e.Name, old.Division, e.Division)
		case known && old.Move == 0 && e.Division > old.Division:
			w.t.Fatalf("season %d: %s was to stay in %d and plays in %d", no, e.Name, old.Division, e.Division)
		case known && e.Division > old.Division+1:
			w.t.Fatalf("season %d: %s fell from %d to %d", no, e.Name, old.Division, e.Division)
		case known && e.Division > old.Division:
			fell++
		}
	}
	if len(seen) != len(w.in) {
		w.t.Fatalf("season %d: %d of %d entrants are in a division", no, len(seen), len(w.in))
	}
	size := w.rules.Divisions.Size
	for d := 1; d <= len(sizes); d++ {
		if n := sizes[d]; n != size && (d != len(sizes) || n*2 < w.rules.Divisions.Size || n > size+w.rules.Divisions.Size) {
			w.t.Fatalf("season %d: division %d of %d has %d players", no, d, len(sizes), n)
		}
		size *= w.rules.Divisions.Growth
	}
	if no > 1 && fell < 20 { // of 5 + 15 + 45, less those who left, who are mostly at the foot
		w.t.Errorf("season %d: only %d went down", no, fell)
	}
}

func (w *world) checkDraw(no int, all []league.Entrant, groups []league.Group) {
	w.t.Helper()
	division, sat := map[string]int{}, map[string]map[int]bool{}
	for _, e := range all {
		division[e.Name], sat[e.Name] = e.Division, map[int]bool{}
	}
	for _, g := range groups {
		for _, s := range g.Seats {
			if division[s] != g.Division || sat[s][g.Round] {
				w.t.Fatalf("season %d: %s of division %d sits in %+v", no, s, division[s], g)
			}
			sat[s][g.Round] = true
		}
	}
	for name, rounds := range sat {
		if len(rounds) != w.rules.Groups {
			w.t.Fatalf("season %d: %s plays %d groups, not %d", no, name, len(rounds), w.rules.Groups)
		}
	}
}

// checkTable checks that no points are lost, except those of bots, and none are added.
func (w *world) checkTable(no int, groups []league.Group, results []league.Result) {
	w.t.Helper()
	rows := map[string]league.Row{}
	var got, want league.Points
	for i, r := range w.rows {
		rows[r.Name] = r
		got += r.Points
		if i > 0 && w.rows[i-1].Division == r.Division && (r.Order != w.rows[i-1].Order+1 || r.Rank < w.rows[i-1].Rank || r.Points > w.rows[i-1].Points) {
			w.t.Fatalf("season %d: %+v stands below %+v", no, r, w.rows[i-1])
		}
		if r.Played != w.rules.Groups {
			w.t.Fatalf("season %d: %d matches count for %s, not %d", no, r.Played, r.Name, w.rules.Groups)
		}
		if r.Left && r.Move > 0 {
			w.t.Fatalf("season %d: %s is gone and goes up", no, r.Name)
		}
	}
	for i := range results {
		points := w.rules.Share(results[i].Places())
		for j, f := range results[i].Seats {
			if _, ranked := rows[f.By]; f.By == "" || ranked {
				want += points[j]
			}
		}
	}
	if got != want {
		w.t.Fatalf("season %d: %s points stand in the table of %s that were won", no, got.Exact(), want.Exact())
	}
}

// TestSeasonsOfAThousand plays six seasons of a league of a thousand players. In each season a tenth leave
// and others come late.
func TestSeasonsOfAThousand(t *testing.T) {
	begun := time.Now()
	w := &world{t: t, rules: rules(t, `{}`), dice: rand.New(rand.NewPCG(1, 2)), met: league.History{}}
	w.newcomers(1000)
	for no := 1; no <= 6; no++ {
		w.season(no)
	}
	mean := func(of func(d int) bool) float64 {
		sum, n := 0.0, 0
		for _, r := range w.rows {
			if of(r.Division) {
				sum, n = sum+strength(r.Name), n+1
			}
		}
		return sum / float64(n)
	}
	last := w.rows[len(w.rows)-1].Division
	top, foot := mean(func(d int) bool { return d <= 2 }), mean(func(d int) bool { return d == last })
	t.Logf("%d entrants in %d divisions after six seasons, weakness above %.2f, below %.2f, in %s", len(w.in), last, top, foot, time.Since(begun))
	if top > foot-0.1 {
		t.Errorf("six seasons have not parted strong (%.2f) from weak (%.2f)", top, foot)
	}
}
