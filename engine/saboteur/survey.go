package saboteur

// sight is the part of the table at which bots look, for there digging can make sense: start and goals and a
// little beyond. At its edge they do not dig.
var sight = extent{left: -2, right: 11, top: -2, bottom: 8}

func (x extent) has(c Cell) bool {
	return int(c.Col) >= x.left && int(c.Col) <= x.right && int(c.Row) >= x.top && int(c.Row) <= x.bottom
}

// field tells for each cell in sight how many cards are wanted to lead a path from
// there to one goal: an empty cell counts itself, a card only what comes after it. A
// path may lead on through another goal, but nobody knows which way: it counts.
type field [256]uint8

// spot is where a field has a cell in sight, or one beside it.
func spot(c Cell) uint8 { return uint8(c.Row+3)<<4 | uint8(c.Col+3) }

// far is where no path leads. Cells beside the sight are farther, so that no path looks there.
const far = 40

var nowhere = func() (f field) {
	for i := range f {
		f[i] = far + 1
	}
	for row := sight.top; row <= sight.bottom; row++ {
		for col := sight.left; col <= sight.right; col++ {
			f[spot(Cell{int8(col), int8(row)})] = far
		}
	}
	return f
}()

// measure fills a field outwards from a goal, to a little beyond the start.
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
			for _, side := range around {
				n := c.beside(side)
				if open&side == 0 || f[spot(n)] != far {
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

// gap is an empty cell beside a card that is joined to the start: where a path
// can go on.
type gap struct {
	cell   Cell
	socket socket
	// beyond says for each side and goal how many cards are still wanted once a
	// path leaves the gap there, rest how many if the gap is closed for good.
	beyond [4][3]uint8
	rest   [3]uint8
}

// mostGaps is how many gaps a bot thinks of.
const mostGaps = 24

// survey is what a bot sees of the ways to the goals. It holds until a card is laid or taken away.
type survey struct {
	joined *reach
	gaps   []gap
	known  [3]bool // the goals to which the ways are known
	fields [3]field
	need   [3]uint8 // cards wanted to each of them
}

// look brings the survey up to date, the ways to the goals left out.
func (v *survey) look(m *maze) {
	if v.joined != nil {
		return
	}
	r, cells := m.joined(sight)
	v.joined, v.gaps = r, make([]gap, 0, mostGaps)
	var met reach
	for _, c := range cells {
		for _, side := range around {
			n := c.beside(side)
			if m.at(c).open(side) && m.at(n) == emptyTile && sight.has(n) && !met.has(n) && len(v.gaps) < mostGaps {
				met.add(n)
				v.gaps = append(v.gaps, gap{cell: n, socket: m.seenSocket(n, r)})
			}
		}
	}
}

// seenSocket is what a gap asks of a card; at the edge of the sight it takes none.
func (m *maze) seenSocket(c Cell, r *reach) socket {
	for _, side := range around {
		if !sight.has(c.beside(side)) {
			return socket{}
		}
	}
	return m.socket(c, r)
}

// lookTo adds the ways to one goal face down.
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
		for j, side := range around {
			n := o.cell.beside(side)
			o.beyond[j][g] = far
			if !v.joined.has(n) && m.at(n).admits(side.back()) {
				o.beyond[j][g] = min(far, f[spot(n)])
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

// after is how many cards would be wanted to a goal, once a card with these
// open sides fills the gap; a card that is not joined leads nowhere.
func (o *gap) after(g int, sides Sides, joined bool) uint8 {
	wanted := o.rest[g]
	if joined {
		for j, side := range around {
			if sides&side != 0 {
				wanted = min(wanted, o.beyond[j][g])
			}
		}
	}
	return wanted
}
