package saboteur

// sight is the part of the table that bots look at: the start, the goals and a little more, because
// digging elsewhere makes no sense. They do not dig at its edge.
var (
	sight = extent{left: -2, right: 11, top: -2, bottom: 8}
	inner = extent{left: -1, right: 10, top: -1, bottom: 7}
)

func (x extent) has(c Cell) bool {
	return int(c.Col) >= x.left && int(c.Col) <= x.right && int(c.Row) >= x.top && int(c.Row) <= x.bottom
}

// field says for each cell in sight how many more cards a path from there to one goal needs. An
// empty cell counts itself; a cell with a card counts only what follows. A path may go through
// another goal that is face down; because nobody knows which way it leads, that goal counts as an
// empty cell.
type field [256]uint8

// spot returns the index in a field of a cell in sight, or of one just outside.
func spot(c Cell) uint8 { return uint8(c.Row+3)<<4 | uint8(c.Col+3) }

// far is the value of cells without a path. Cells just outside the sight have a greater value, so
// that no path goes there.
const far = 40

var nowhere = func() (f field) {
	for i := range f {
		f[i] = far + 1
	}
	for c := range sight.cells {
		f[spot(c)] = far
	}
	return f
}()

// measure fills a field outwards from a goal until a little beyond the start.
func (f *field) measure(m *maze, goal Cell) {
	*f = nowhere
	f[spot(goal)] = 0
	var room [2][len(f)]Cell
	now, next := append(room[0][:0], goal), room[1][:0]
	for d, last := uint8(0), uint8(far); len(now) > 0 && d < last; d++ {
		for k := 0; k < len(now); k++ {
			c := now[k]
			open := north | east | south | west
			if t := m.at(c); t.faceUp() {
				open = t.sides()
			}
			for _, side := range open.each() {
				n := c.beside(side)
				if f[spot(n)] != far {
					continue
				}
				switch t := m.at(n); {
				case !t.faceUp():
					f[spot(n)] = d + 1
					next = append(next, n)
				case t.leads(side.back()):
					f[spot(n)] = d
					now = append(now, n)
				}
			}
		}
		if last == far && f[spot(startCell)] != far {
			last = d + 4
		}
		now, next = next, now[:0]
	}
}

// gap is an empty cell beside a card that is joined to the start, where a path can continue.
type gap struct {
	cell   Cell
	socket socket
	// beyond says for each side and goal how many more cards are needed after a path leaves the gap
	// by that side; rest says how many if the gap is closed for good.
	beyond [west + 1][3]uint8
	rest   [3]uint8
}

// mostGaps is the largest number of gaps that a bot considers.
const mostGaps = 24

// survey is what a bot knows about the ways to the goals. It holds until a card is laid or removed.
type survey struct {
	joined *reach
	gaps   []gap
	known  [3]bool // the goals whose ways have been looked at
	fields [3]field
	need   [3]uint8 // cards needed from the start to each of them
}

// look fills the survey except for the ways to the goals.
func (v *survey) look(m *maze) {
	if v.joined != nil {
		return
	}
	r, cells := m.joined(sight)
	v.joined, v.gaps = r, make([]gap, 0, mostGaps)
	var met reach
	for _, c := range cells {
		for _, side := range m.at(c).sides().each() {
			n := c.beside(side)
			if m.at(n) == emptyTile && sight.has(n) && !met.has(n) && len(v.gaps) < mostGaps {
				met.add(n)
				o := gap{cell: n} // at the edge of the sight it takes no card
				if inner.has(n) {
					o.socket = m.socket(n, r)
				}
				v.gaps = append(v.gaps, o)
			}
		}
	}
}

// lookTo adds the ways to one goal that is face down.
func (v *survey) lookTo(m *maze, g int) {
	if v.known[g] {
		return
	}
	v.known[g] = true
	f := &v.fields[g]
	f.measure(m, goalCells[g])
	v.need[g] = f[spot(startCell)]
	best, second, at := uint8(far), uint8(far), 0
	for i := range v.gaps {
		o := &v.gaps[i]
		for _, side := range around {
			n := o.cell.beside(side)
			o.beyond[side][g] = far
			if !v.joined.has(n) && m.at(n).admits(side.back()) {
				o.beyond[side][g] = min(far, f[spot(n)])
			}
		}
		switch d := f[spot(o.cell)]; {
		case d < best:
			best, second, at = d, best, i
		case d < second:
			second = d
		}
	}
	for i := range v.gaps {
		v.gaps[i].rest[g] = best
	}
	if len(v.gaps) > 0 {
		v.gaps[at].rest[g] = second
	}
}

// after returns how many cards are needed to a goal after a card with these open sides fills the
// gap. A card whose sides do not meet leads nowhere.
func (o *gap) after(g int, sides Sides, joined bool) uint8 {
	wanted := o.rest[g]
	if joined {
		for _, side := range sides.each() {
			wanted = min(wanted, o.beyond[side][g])
		}
	}
	return wanted
}
