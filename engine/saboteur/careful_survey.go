package saboteur

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
	for g, spot := range goalSpots {
		if spot == at {
			return g
		}
	}
	return nobody
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
	t.chart.measure(goalSpots[g], f)
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
