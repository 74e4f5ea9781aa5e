package saboteur

// sketch is what a seat can make of a position in a hurry: the part of the table where digging
// can make sense, the ways from there, and what has been done.
type sketch struct {
	*State
	ground maze
	survey survey
	blame  [10]int // of each seat
	front  int     // how near the paths have come to a goal, for judging actions
}

// draft sketches the position in the middle of a round.
func (s *State) draft() *sketch {
	t := &sketch{State: s, ground: rimmed}
	for _, c := range s.maze.laid {
		if c.isNear(0) {
			t.ground.tiles[c.index()] = s.maze.at(c)
		}
	}
	t.judgeAll()
	t.look()
	return t
}

// Blame is what a seat's actions say against it, for all to see: steps by each of
// which it grows a quarter likelier that the seat is a saboteur.
const mostBlame = 16

// even is the odds of a seat without blame or praise.
const even = 1 << 10

func (t *sketch) accuse(i, steps int) {
	t.blame[i] = max(-mostBlame, min(mostBlame, t.blame[i]+steps))
}

// judgeAll weighs the actions of the round in the order in which they were done.
func (t *sketch) judgeAll() {
	t.front = distance(startCell, goalCells[1]) - 1
	for k := 0; ; k++ {
		any := false
		for n, i := 0, t.starter; n < len(t.players); n, i = n+1, t.after(i) {
			if actions := t.players[i].actions; k < len(actions) {
				any = true
				t.judge(i, actions[k])
			}
		}
		if !any {
			return
		}
	}
}

// judge weighs one action, about which it asks no more than a glance tells.
func (t *sketch) judge(i int, d action) {
	switch d.family {
	case pathFamily:
		t.judgePath(i, d)
	case breakFamily:
		if t.blame[d.target] >= 3 {
			t.accuse(i, -3)
		} else {
			t.accuse(i, 5)
		}
	case mendFamily:
		if d.target != i {
			t.accuse(i, min(2, t.blame[d.target]/2-2))
		}
	case fallFamily:
		if d.tile.deadEnd() {
			t.accuse(i, -6)
		} else {
			t.accuse(i, 8)
		}
	case 0:
		t.accuse(i, 1)
	}
}

// judgePath holds it for a seat if its card brings the paths nearer to a goal,
// and against it if the card leads back or is a dead end.
func (t *sketch) judgePath(i int, d action) {
	if d.tile.deadEnd() {
		t.accuse(i, 12)
		return
	}
	nearest := distance(startCell, goalCells[0])
	for _, side := range around {
		if d.tile.sides()&side == 0 {
			continue
		}
		for _, g := range goalCells {
			nearest = min(nearest, distance(d.cell.beside(side), g))
		}
	}
	switch won := t.front - nearest; {
	case won > 0:
		t.front = nearest
		t.accuse(i, -3)
	case won < -2:
		t.accuse(i, 3)
	}
}

// odds is how much likelier blame makes a saboteur.
func odds(blame int) uint64 {
	w := uint64(even)
	for ; blame > 0; blame-- {
		w += w / 4
	}
	for ; blame < 0; blame++ {
		w -= w / 5
	}
	return w
}

// suspicion is how likely, in hundredths, seat i must think seat j a saboteur.
func (t *sketch) suspicion(i, j int) int {
	saboteurs := dealFor(len(t.players)).saboteurs
	if t.players[i].role == saboteur {
		saboteurs--
	}
	guilty := odds(t.blame[j]) * uint64(saboteurs)
	honest := uint64(even * (len(t.players) - saboteurs))
	return int(100 * guilty / (guilty + honest))
}
