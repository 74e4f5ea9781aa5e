package saboteur

import "testing"

// shortest are the distances of a field, found by trying every step again until nothing gets nearer.
func shortest(c *chart, goal spot) (f [chartSize]int) {
	for i := range f {
		f[i] = far
	}
	f[goal] = 0
	for changed := true; changed; {
		changed = false
		for i, d := range f {
			at := spot(i)
			if d == far || c[at]&taken != 0 && c[at]&(through|sealed) == 0 {
				continue
			}
			for j, side := range around {
				n := at.beside(j)
				if c[at]&through != 0 && c[at].sides()&side == 0 {
					continue
				}
				cost := far
				switch {
				case c[n] == 0 || c[n]&sealed != 0:
					cost = d + 1
				case c[n].passes(side.back()):
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

// A field holds the shortest ways, on mazes as nobody would lay them too, as far as a little beyond
// the start.
func TestFieldsHoldTheShortestWays(t *testing.T) {
	lot := luck(7)
	var room [2]queue
	reached := 0
	for range 300 {
		c := bareChart
		c[startSpot] = taken | through | 15
		for _, g := range goalSpots {
			c[g] = taken | sealed
		}
		for range lot.below(90) {
			if at := spot(lot.below(chartSize)); c[at] == 0 {
				if c[at] = taken | ground(1+lot.below(15)); lot.below(4) > 0 {
					c[at] |= through
				}
			}
		}
		for _, goal := range goalSpots {
			var f field
			c.measure(goal, &f, &room)
			want := shortest(&c, goal)
			for i, d := range f {
				cut := d >= far && f[startSpot] < far && want[i] > int(f[startSpot])+3
				if int(min(d, far)) != want[i] && !cut {
					t.Fatalf("from %v to %v: %d, not %d", goal.cell(), spot(i).cell(), d, want[i])
				}
			}
			if f[startSpot] < far {
				reached++
			}
		}
	}
	if reached < 300 {
		t.Errorf("the start is reached %d times", reached)
	}
}
