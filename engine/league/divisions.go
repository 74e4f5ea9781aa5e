package league

import (
	"fmt"
	"slices"

	"pitpost/engine"
)

// mark says who of an ordered division would go up and down if it ended now. Who
// is gone never goes up; who is gone and stands among the last takes one of the
// places that go down.
func (r *Rules) mark(division []Row, last int) {
	up, down := r.Divisions.Move, r.Divisions.Move
	if division[0].Division == 1 {
		up = 0
	}
	if division[0].Division == last {
		down = 0
	}
	for i := range division {
		row := &division[i]
		if up > 0 && !row.Left && i < len(division)-down {
			row.Move, up = 1, up-1
		}
	}
	for i := max(0, len(division)-down); i < len(division); i++ {
		division[i].Move = -1
	}
}

// Onward parts the entrants of the next season into divisions. The ladder it cuts
// is, division by division: who stays, who comes up into it, who comes down into
// the one below, and at its end all who are new, by lot. So room that somebody
// left is filled from the front of what follows: first by the best of those who
// would have gone down. A last division of less than half a division, or too small
// for a group, joins the one above.
func Onward(r *Rules, seed [32]byte, season int, table []Row, entrants []string) []Entrant {
	in := map[string]bool{}
	for _, e := range entrants {
		in[e] = true
	}
	target := map[int][3][]string{} // who stays, comes up, comes down
	last := 0
	for _, row := range table {
		if !in[row.Name] {
			continue
		}
		delete(in, row.Name)
		to, kind := row.Division-row.Move, 1-row.Move
		last = max(last, to)
		lists := target[to]
		lists[kind] = append(lists[kind], row.Name)
		target[to] = lists
	}
	var ladder []string
	for d := 1; d <= last; d++ {
		lists := target[d]
		ladder = append(ladder, lists[2]...) // down into it: the best of the next above have the first claim
		ladder = append(ladder, lists[1]...)
		ladder = append(ladder, lists[0]...)
	}
	return r.cut(append(ladder, newcomers(seed, season, in)...))
}

// newcomers are in the order of their lots.
func newcomers(seed [32]byte, season int, in map[string]bool) []string {
	var names []string
	for n := range in {
		names = append(names, n)
	}
	slices.Sort(names)
	s := engine.Dice{Seed: seed}.For(fmt.Sprintf("league newcomers %d", season))
	s.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names
}

// cut parts a ladder into divisions.
func (r *Rules) cut(ladder []string) []Entrant {
	size := r.Divisions.Size
	if size == 0 {
		size = max(len(ladder), 1)
	}
	n := max(1, len(ladder)/size)
	if rest := len(ladder) - n*size; rest*2 >= size && rest >= r.Group {
		n++
	}
	out := make([]Entrant, len(ladder))
	for i, name := range ladder {
		out[i] = Entrant{Name: name, Division: min(i/size+1, n)}
	}
	return out
}
