package saboteur

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

var nowhere = func() (f field) {
	for i := range f {
		f[i] = far
	}
	return f
}()

// measure fills a field outwards from a goal, to a little beyond the start.
func (c *chart) measure(goal spot, f *field) {
	*f = nowhere
	f[goal] = 0
	var one, two [chartSize]spot
	now, next := append(one[:0], goal), two[:0]
	for d, last := uint8(0), uint8(far); len(now) > 0 && d < last; d++ {
		for k := 0; k < len(now); k++ {
			at := now[k]
			open := north | east | south | west
			if c[at]&through != 0 {
				open = c[at].sides()
			}
			for j, side := range around {
				n := at.beside(j)
				if open&side == 0 || f[n] != far {
					continue
				}
				if g := c[n]; g == 0 || g&sealed != 0 {
					f[n] = d + 1
					next = append(next, n)
				} else if g.passes(side.back()) {
					f[n] = d
					now = append(now, n)
				}
			}
		}
		if last == far && f[startSpot] != far {
			last = d + 4
		}
		now, next = next, now[:0]
	}
}
