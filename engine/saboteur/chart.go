package saboteur

import "slices"

// spot is a cell of a chart, counted row by row from its top left corner.
type spot uint8

// A chart shows the part of the table where digging can make sense: three
// columns and rows beyond start and goals. Its rim is never dug.
const (
	chartWidth  = 16
	chartHeight = 13
	chartSize   = 256 // all that a spot can count, so that no index is ever out of range
	chartLeft   = -3
	chartTop    = -3
)

// ground is what a chart knows of a spot: the open sides of the card there, in
// the low bits, and these marks. Ground without any mark is empty.
type ground uint8

const (
	taken   ground = 16 << iota // a card lies there, or nothing ever can
	through                     // its open sides are joined
	sealed                      // a goal face down
	reached                     // joined to the start
)

func (g ground) sides() Sides        { return Sides(g & 15) }
func (g ground) passes(s Sides) bool { return g&through != 0 && Sides(g)&s != 0 }

type chart [chartSize]ground

// spotOf finds a cell on the chart; ok is false beyond it.
func spotOf(c Cell) (at spot, ok bool) {
	col, row := int(c.Col)-chartLeft, int(c.Row)-chartTop
	if col < 1 || row < 1 || col >= chartWidth-1 || row >= chartHeight-1 {
		return 0, false
	}
	return spot(row*chartWidth + col), true
}

func (at spot) cell() Cell {
	return Cell{int8(int(at)%chartWidth + chartLeft), int8(int(at)/chartWidth + chartTop)}
}

// strides lead from a spot to its neighbours, in the order of around.
var strides = [4]spot{256 - chartWidth, 1, chartWidth, 255}

func (at spot) beside(j int) spot { return at + strides[j&3] }

var (
	startSpot, _ = spotOf(startCell)
	goalSpots    = func() (list [3]spot) {
		for g, c := range goalCells {
			list[g], _ = spotOf(c)
		}
		return list
	}()
	bareChart = func() (c chart) {
		for i := range c {
			if _, inside := spotOf(spot(i).cell()); !inside {
				c[i] = taken
			}
		}
		return c
	}()
)

// groundOf is what a tile is on a chart.
func groundOf(t tile) ground {
	switch {
	case t == emptyTile:
		return 0
	case t == hiddenTile:
		return taken | sealed
	case t.deadEnd():
		return taken | ground(t.sides())
	}
	return taken | through | ground(t.sides())
}

// field tells for each spot how many cards are wanted to lead a path from there
// to one goal: an empty spot counts itself, a card only what comes after it. A
// path may lead on through another goal, but nobody knows which way: it counts.
type field [chartSize]uint8

// far is where no path leads.
const far = 40

// nowhere is a field in which nothing is reached yet; on the rim nothing ever is, and it is more
// than far, so that no path looks there.
var nowhere = func() (f field) {
	for i := range f {
		f[i] = far
		if bareChart[i] == taken {
			f[i] = far + 1
		}
	}
	return f
}()

// queue is a list of spots on their way into a field.
type queue struct {
	spots [chartSize]spot
	n     int
}

func (q *queue) add(at spot) {
	q.spots[q.n&(chartSize-1)] = at
	q.n++
}

// measure fills a field outwards from a goal, to a little beyond the start.
func (c *chart) measure(goal spot, f *field, room *[2]queue) {
	*f = nowhere
	f[goal] = 0
	now, next := &room[0], &room[1]
	now.n, next.n = 0, 0
	now.add(goal)
	for d, last := uint8(0), uint8(far); now.n > 0 && d < last; d++ {
		for k := 0; k < now.n; k++ {
			at := now.spots[k&(chartSize-1)]
			open := ground(north | east | south | west)
			if g := c[at]; g&through != 0 {
				open = g
			}
			for j, side := range around {
				n := at.beside(j)
				if f[n] != far || open&ground(side) == 0 {
					continue
				}
				switch g := c[n]; {
				case g == 0 || g&sealed != 0:
					f[n] = d + 1
					next.add(n)
				case g.passes(side.back()):
					f[n] = d
					now.add(n)
				}
			}
		}
		if last == far && f[startSpot] != far {
			last = d + 4
		}
		now, next = next, now
		next.n = 0
	}
}

// gap is an empty spot beside a card that is joined to the start: where a path
// can go on.
type gap struct {
	at     spot
	socket socket
	// beyond says for each side and goal how many cards are still wanted once a
	// path leaves the gap there, rest how many if the gap is closed for good.
	beyond [4][3]uint8
	rest   [3]uint8
}

// survey is what a chart tells of the ways to the goals. It holds until a card
// is laid or taken away.
type survey struct {
	fresh  bool
	fields [3]field
	known  [3]bool  // the goals to which the ways are known
	need   [3]uint8 // cards wanted to each of them
	gaps   [24]gap
	count  int
	room   [2]queue // to measure in
}

func (v *survey) open() []gap { return v.gaps[:v.count] }

// reach marks all that is joined to the start, collects the gaps beside it and
// says which goals face down a path has reached.
func (t *sketch) reach() (opened [3]bool) {
	for i := range t.chart {
		t.chart[i] &^= reached
	}
	v := &t.survey
	v.count = 0
	var met [chartSize]bool
	var buffer [chartSize]spot
	edge := append(buffer[:0], startSpot)
	t.chart[startSpot] |= reached
	for len(edge) > 0 {
		at := edge[len(edge)-1]
		edge = edge[:len(edge)-1]
		open := t.chart[at].sides()
		for j, side := range around {
			if open&side == 0 {
				continue
			}
			n := at.beside(j)
			switch g := t.chart[n]; {
			case g == 0 && !met[n] && v.count < len(v.gaps):
				met[n] = true
				v.gaps[v.count].at = n
				v.count++
			case g&sealed != 0:
				opened[n.goal()] = true
			case g&reached == 0 && g.passes(side.back()):
				t.chart[n] |= reached
				edge = append(edge, n)
			}
		}
	}
	return opened
}

func (at spot) goal() int {
	return slices.Index(goalSpots[:], at)
}

// look brings the survey up to date, the ways to the goals left out.
func (t *sketch) look() {
	v := &t.survey
	if v.fresh {
		return
	}
	v.fresh, v.known = true, [3]bool{}
	t.reach()
	gaps := v.open()
	for i := range gaps {
		gaps[i].socket = t.socket(gaps[i].at)
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
	t.chart.measure(goalSpots[g], f, &v.room)
	v.need[g] = f[startSpot]
	gaps := v.open()
	for i := range gaps {
		o := &gaps[i]
		for j, side := range around {
			n := o.at.beside(j)
			o.beyond[j][g] = far
			ground := t.chart[n]
			if ground == 0 || ground&sealed != 0 || ground&reached == 0 && ground.passes(side.back()) {
				o.beyond[j][g] = f[n]
			}
		}
	}
	v.alternatives(g)
}

// socket is what an empty spot asks of a card.
func (t *sketch) socket(at spot) (k socket) {
	for j, side := range around {
		ground := t.chart[at.beside(j)]
		switch {
		case ground == taken:
			return socket{} // beside the rim, beyond which the chart is blind
		case ground&sealed != 0 || ground == 0:
		case ground.sides()&side.back() == 0:
			k.closed |= side
		default:
			k.open |= side
			if ground&reached != 0 {
				k.hold |= side
			}
		}
	}
	return k
}

// alternatives finds for each gap the best of the others.
func (v *survey) alternatives(g int) {
	best, second, at := uint8(far), uint8(far), 0
	gaps := v.open()
	for i := range gaps {
		switch d := v.fields[g][gaps[i].at]; {
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
