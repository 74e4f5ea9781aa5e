package saboteur

// Blame is what a seat's deeds say against it, for all to see: steps by each of
// which it grows a quarter likelier that the seat is a saboteur.
const mostBlame = 16

// even is the odds of a seat without blame or praise.
const even = 1 << 10

func (t *sketch) accuse(i, steps int) {
	p := &t.players[i]
	p.blame = max(-mostBlame, min(mostBlame, p.blame+steps))
}

// judgeAll weighs the deeds of the round in the order in which they were done.
func (t *sketch) judgeAll(s *State) {
	t.front = distance(startCell, goalCells[1]) - 1
	for k := 0; ; k++ {
		any := false
		for n, i := 0, s.starter; n < len(s.players); n, i = n+1, s.after(i) {
			if deeds := s.players[i].deeds; k < len(deeds) {
				any = true
				t.judge(i, deeds[k])
			}
		}
		if !any {
			return
		}
	}
}

// judge weighs one deed, about which it asks no more than a glance tells.
func (t *sketch) judge(i int, d deed) {
	switch d.family {
	case pathFamily:
		t.judgePath(i, d)
	case breakFamily:
		if t.players[d.target].blame >= 3 {
			t.accuse(i, -3)
		} else {
			t.accuse(i, 5)
		}
	case mendFamily:
		if d.target != i {
			t.accuse(i, min(2, t.players[d.target].blame/2-2))
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
func (t *sketch) judgePath(i int, d deed) {
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
	saboteurs := dealFor(t.count).saboteurs
	if t.players[i].role == saboteur {
		saboteurs--
	}
	guilty := odds(t.players[j].blame) * uint64(saboteurs)
	honest := uint64(even * (t.count - saboteurs))
	return int(100 * guilty / (guilty + honest))
}
