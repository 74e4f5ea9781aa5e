package league

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// mark sets who would go down from an ordered division, and who would come up from the one below it, if the
// season ended now. Players who have left never go up; one who has left and is among the last takes one of
// the places that go down.
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

// times multiplies n by the size of a division relative to the first: by Growth for each division below it.
func (r *Rules) times(n, division int) int {
	for range division - 1 {
		n = min(n*max(r.Divisions.Growth, 1), 1_000_000)
	}
	return n
}

// AssignDivisions puts the entrants of the next season into divisions. It lines them up division by division: first
// those who come up into the division, then those who stay, then those who come down into it, each in the
// order of the table. New entrants follow at the end, in an order drawn by lot. Then it cuts this line into
// divisions, so the place of a player who left goes to the best of the next division. A last division that
// would be smaller than a group, or than half the first division, is joined to the one above.
func AssignDivisions(r *Rules, seed [32]byte, season int, table []Row, entrants []string) []Entrant {
	fresh := map[string]bool{}
	for _, e := range entrants {
		fresh[e] = true
	}
	rows := slices.DeleteFunc(slices.Clone(table), func(row Row) bool { return !fresh[row.Name] })
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Division-a.Move, b.Division-b.Move), cmp.Compare(b.Move, a.Move))
	})
	var ladder []string
	for _, row := range rows {
		ladder = append(ladder, row.Name)
		delete(fresh, row.Name)
	}
	return r.cut(append(ladder, byLot(seed, fmt.Sprintf("league newcomers %d", season), slices.Collect(maps.Keys(fresh)))...))
}

// cut splits a ladder into divisions.
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
