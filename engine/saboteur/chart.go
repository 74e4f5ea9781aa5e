package saboteur

// Bots look at that part of the table where digging can make sense: two columns and rows
// beyond start and goals. Around it lies a rim.
const (
	nearLeft, nearRight = -2, 11
	nearTop, nearBottom = -2, 8
	nearWidth           = nearRight - nearLeft + 3 // with the rim
	nearSize            = nearWidth * (nearBottom - nearTop + 3)
)

// near is the place of a cell in that part, row by row from the corner of the rim.
func (c Cell) near() int {
	return (int(c.Row)-nearTop+1)*nearWidth + int(c.Col) - nearLeft + 1
}

// isNear says whether a cell is that far and farther within the rim.
func (c Cell) isNear(margin int8) bool {
	return c.Col >= nearLeft+margin && c.Col <= nearRight-margin && c.Row >= nearTop+margin && c.Row <= nearBottom-margin
}

// rimmed is the rim alone.
var rimmed = func() (m maze) {
	for row := int8(nearTop - 1); row <= nearBottom+1; row++ {
		for col := int8(nearLeft - 1); col <= nearRight+1; col++ {
			if c := (Cell{col, row}); !c.isNear(0) {
				m.tiles[c.index()] = rimTile
			}
		}
	}
	return m
}()

// field tells for each cell how many cards are wanted to lead a path from there to one
// goal: an empty cell counts itself, a card only what comes after it. A path may lead on
// through another goal, but nobody knows which way: it counts.
type field [nearSize]uint8

// far is where no path leads.
const far = 40

var nowhere = func() (f field) {
	for i := range f {
		f[i] = far
	}
	return f
}()

// passes says whether a path leads on through a card from this side of it.
func (t tile) passes(s Sides) bool { return t.open(s) && !t.deadEnd() }

// measure fills a field outwards from a goal, to a little beyond the start.
func (m *maze) measure(goal Cell, f *field) {
	*f = nowhere
	f[goal.near()] = 0
	var one, two [nearSize]Cell
	now, next := append(one[:0], goal), two[:0]
	for d, last := uint8(0), uint8(far); len(now) > 0 && d < last; d++ {
		for k := 0; k < len(now); k++ {
			open := north | east | south | west
			if t := m.at(now[k]); t.faceUp() {
				open = t.sides()
			}
			for _, side := range around {
				n := now[k].beside(side)
				if open&side == 0 || f[n.near()] != far {
					continue
				}
				if t := m.at(n); !t.faceUp() {
					f[n.near()] = d + 1
					next = append(next, n)
				} else if t.passes(side.back()) {
					f[n.near()] = d
					now = append(now, n)
				}
			}
		}
		if last == far && f[startCell.near()] != far {
			last = d + 4
		}
		now, next = next, now[:0]
	}
}

// gap is an empty cell beside a card that is joined to the start: where a path can go on.
type gap struct {
	at     Cell
	socket socket
	// beyond says for each side and goal how many cards are still wanted once a
	// path leaves the gap there, rest how many if the gap is closed for good.
	beyond [4][3]uint8
	rest   [3]uint8
}

// mostGaps are as many as a bot looks at.
const mostGaps = 24

// survey is what is to be seen of the ways to the goals.
type survey struct {
	reach  *reach
	fields [3]field
	known  [3]bool  // the goals to which the ways are known
	need   [3]uint8 // cards wanted to each of them
	gaps   []gap
}

// look surveys the gaps beside what is joined to the start.
func (t *sketch) look() {
	r := t.ground.reached()
	cells := t.ground.vacant(r.order, r)
	t.survey.reach = r
	for _, c := range cells[:min(len(cells), mostGaps)] {
		o := gap{at: c}
		if c.isNear(1) { // beside the rim nobody knows what fits
			o.socket = t.ground.socket(c, r)
		}
		t.survey.gaps = append(t.survey.gaps, o)
	}
}

// lookTo adds the ways to one goal face down.
func (t *sketch) lookTo(g int) {
	v := &t.survey
	if v.known[g] {
		return
	}
	v.known[g] = true
	f := &v.fields[g]
	t.ground.measure(goalCells[g], f)
	v.need[g] = f[startCell.near()]
	for i := range v.gaps {
		o := &v.gaps[i]
		for j, side := range around {
			n := o.at.beside(side)
			o.beyond[j][g] = far
			if ground := t.ground.at(n); !ground.faceUp() || !v.reach.has(n) && ground.passes(side.back()) {
				o.beyond[j][g] = f[n.near()]
			}
		}
	}
	v.alternatives(g)
}

// alternatives finds for each gap the best of the others.
func (v *survey) alternatives(g int) {
	best, second, at := uint8(far), uint8(far), 0
	gaps := v.gaps
	for i := range gaps {
		switch d := v.fields[g][gaps[i].at.near()]; {
		case d < best:
			best, second, at = d, best, i
		case d < second:
			second = d
		}
	}
	for i := range gaps {
		gaps[i].rest[g] = best
	}
	if len(gaps) > 0 {
		gaps[at].rest[g] = second
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
