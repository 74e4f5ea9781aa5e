package league

import (
	"fmt"
	"maps"
	"slices"
)

// mark says who would go down from an ordered division, and up from the one below
// it, if the season ended now. Who is gone never goes up; who is gone and stands
// among the last takes one of the places that go down.
func (r *Rules) mark(above, below []Row) {
	n := min(r.times(r.Divisions.Move, above[0].Division), len(above)/2, len(below)/2)
	for i := len(above) - n; i < len(above); i++ {
		above[i].Move = -1
	}
	for i := range below {
		if n > 0 && !below[i].Left {
			below[i].Move, n = 1, n-1
		}
	}
}

// times is n as often as a division is larger than the first.
func (r *Rules) times(n, division int) int {
	for range division - 1 {
		n = min(n*max(r.Divisions.Growth, 1), 1_000_000)
	}
	return n
}

// Onward parts the entrants of the next season into divisions. The ladder it cuts
// is, division by division: who comes up into it, who stays, who comes down into
// it; in each as the table has them, and at the ladder's end all who are new, by
// lot. So the room that somebody left is taken by the best of the next division.
// A last division smaller than a group, or than half the first, joins the one
// above.
func Onward(r *Rules, seed [32]byte, season int, table []Row, entrants []string) []Entrant {
	in := map[string]bool{}
	for _, e := range entrants {
		in[e] = true
	}
	target := map[int][3][]string{} // who comes up, stays, comes down
	last := 0
	for _, row := range table {
		if !in[row.Name] {
			continue
		}
		delete(in, row.Name)
		to := row.Division - row.Move
		last = max(last, to)
		lists := target[to]
		lists[1-row.Move] = append(lists[1-row.Move], row.Name)
		target[to] = lists
	}
	var ladder []string
	for d := 1; d <= last; d++ {
		for _, list := range target[d] {
			ladder = append(ladder, list...)
		}
	}
	return r.cut(append(ladder, byLot(seed, fmt.Sprintf("league newcomers %d", season), slices.Collect(maps.Keys(in)))...))
}

// cut parts a ladder into divisions.
func (r *Rules) cut(ladder []string) []Entrant {
	out := make([]Entrant, len(ladder))
	division, room := 1, r.Divisions.Size
	for i, name := range ladder {
		if rest := len(ladder) - i; room == 0 && r.Divisions.Size > 0 && rest >= r.Group && rest*2 >= r.Divisions.Size {
			division++
			room = r.times(r.Divisions.Size, division)
		}
		out[i] = Entrant{Name: name, Division: division}
		room = max(room-1, 0)
	}
	return out
}
