package saboteur

// mostBlame limits how far a seat's public actions count for or against it. Each step of blame
// makes it a quarter likelier that the seat is a saboteur.
const mostBlame = 16

// even is the weight of a seat with neither blame nor praise.
const even = 1 << 10

// judge returns by how much an action of a seat changes its blame. It looks only at what is obvious
// at a glance.
func (s *State) judge(i int, d action) int {
	switch d.family() {
	case pathFamily:
		return s.judgePath(d)
	case breakFamily:
		if s.players[d.target].blame >= 3 {
			return -3
		}
		return 5
	case mendFamily:
		if d.target != i {
			return min(2, s.players[d.target].blame/2-2)
		}
	case fallFamily:
		if d.tile.deadEnd() {
			return -6
		}
		return 8
	case 0:
		return 1
	}
	return 0
}

// judgePath counts it for a seat if its card brings the paths nearer to a goal, and against it if
// the card leads back or is a dead end.
func (s *State) judgePath(d action) int {
	if d.tile.deadEnd() {
		return 12
	}
	nearest := distance(startCell, goalCells[0])
	for _, side := range d.tile.sides().each() {
		for _, g := range goalCells {
			nearest = min(nearest, distance(d.cell.beside(side), g))
		}
	}
	switch won := s.front - nearest; {
	case won > 0:
		s.front = nearest
		return -3
	case won < -2:
		return 3
	}
	return 0
}

// odds returns the weight of blame: how likely it makes a saboteur, compared with even.
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

// suspicion returns how likely, in per cent, it is to seat i that seat j is a saboteur.
func (s *State) suspicion(i, j int) int {
	saboteurs := sharesFor(len(s.players)).saboteurs
	if s.players[i].role == saboteur {
		saboteurs--
	}
	guilty := odds(s.players[j].blame) * uint64(saboteurs)
	others := len(s.players) - 1 + s.spares() // dwarf cards that the seat does not know
	honest := uint64(even * (others - saboteurs))
	return int(100 * guilty / (guilty + honest))
}
