package saboteur

import "testing"

// shortest returns the distances of a field. It tries every step again until no distance gets
// shorter.
func shortest(m *maze, goal Cell) map[Cell]int {
	f := map[Cell]int{}
	for c := range sight.cells {
		f[c] = far
	}
	f[goal] = 0
	for changed := true; changed; {
		changed = false
		for c, d := range f {
			if d == far || m.at(c).faceUp() && m.at(c).deadEnd() {
				continue
			}
			for _, side := range around {
				n := c.beside(side)
				if _, seen := f[n]; !seen || m.at(c).faceUp() && !m.at(c).open(side) {
					continue
				}
				cost := far
				switch {
				case !m.at(n).faceUp():
					cost = d + 1
				case m.at(n).leads(side.back()):
					cost = d
				}
				if cost < f[n] {
					f[n], changed = cost, true
				}
			}
		}
	}
	return f
}

// A field has the shortest ways until a little beyond the start, even in mazes that nobody would
// lay.
func TestFieldsHoldTheShortestWays(t *testing.T) {
	lot := luck(7)
	reached := 0
	for range 300 {
		var m maze
		m.set()
		for range lot.below(90) {
			c := Cell{int8(sight.left + lot.below(sight.right-sight.left+1)), int8(sight.top + lot.below(sight.bottom-sight.top+1))}
			if m.at(c) != emptyTile {
				continue
			}
			card := pathNS + Card(lot.below(int(deadN-pathNS)))
			if lot.below(4) == 0 {
				card = deadN + Card(lot.below(int(brokenPick-deadN)))
			}
			m.put(c, tileOf(card, lot.below(2) > 0))
		}
		for _, goal := range goalCells {
			var f field
			f.measure(&m, goal)
			start := f[spot(startCell)]
			for c, want := range shortest(&m, goal) {
				d := f[spot(c)]
				if cut := d == far && start < far && want > int(start)+3; int(d) != want && !cut {
					t.Fatalf("from %v to %v: %d, not %d", goal, c, d, want)
				}
			}
			if start < far {
				reached++
			}
		}
	}
	if reached < 300 {
		t.Errorf("the start is reached %d times", reached)
	}
}
