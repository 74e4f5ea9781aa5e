package saboteur

// digs rates a path card in every gap that takes it.
func (m *mind) digs(a act, take func(idea)) {
	joined := !a.card.face().dead
	for _, a.turned = range [2]bool{false, true} {
		if a.turned && !a.card.turns() {
			return
		}
		sides := a.card.sides(a.turned)
		for k := range m.gaps {
			o := &m.gaps[k]
			if !o.socket.takes(sides) {
				continue
			}
			a.cell = o.cell
			if m.bad {
				take(idea{a, m.spoils(o, sides, joined)})
			} else {
				take(idea{a, m.brings(o, sides, joined)})
			}
		}
	}
}

// brings returns what it is worth to a miner to fill a gap.
func (m *mind) brings(o *gap, sides Sides, joined bool) int {
	if !joined {
		return -100
	}
	wanted, finds := m.with(o, sides, joined)
	won := m.wanted - wanted
	switch {
	case finds > 0: // even stone is worth knowing
		return 400 + finds*60 + won*10
	case won <= 0:
		return 40 + won*20 + m.ways(o, sides, wanted)
	}
	return 300 + won*25 + m.ways(o, sides, wanted)
}

// with returns how many cards, in sixths, are needed after a gap is filled, and how likely, in
// sixths, that reaches the gold at once.
func (m *mind) with(o *gap, sides Sides, joined bool) (sixths, finds int) {
	for g, p := range m.gold {
		if p == 0 {
			continue
		}
		after := int(o.after(g, sides, joined))
		if after == 0 {
			finds += p
		}
		sixths += p * after
	}
	return sixths, finds
}

// ways adds value for exits that lead towards the gold.
func (m *mind) ways(o *gap, sides Sides, wanted int) int {
	n := 0
	for _, side := range sides.each() {
		sixths := 0
		for g, p := range m.gold {
			sixths += p * int(o.beyond[side][g])
		}
		if sixths <= wanted+8 {
			n += 8
		}
	}
	return n
}

// near is how close the paths must come to the gold, in sixths of cards, before a saboteur shows
// itself.
const near = 5 * 6

// spoils returns what it is worth to a saboteur to fill a gap.
func (m *mind) spoils(o *gap, sides Sides, joined bool) int {
	wanted, finds := m.with(o, sides, joined)
	harm := wanted - m.wanted
	switch {
	case finds > 0:
		return -300 * finds
	case harm < 0 && m.wanted > near:
		return 60
	case harm <= 0:
		return harm*10 + 20
	case joined:
		return 280 + min(harm, 24)*20
	case m.wanted > near:
		return 60
	}
	return 240 + min(harm, 24)*20
}

// keeping has the values of keeping cards in hand for one side.
type keeping struct {
	dead  int
	open  [5]int // by number of open sides
	other [placedFamily + 1]int
}

var (
	minersKeep    = keeping{dead: 0, open: [5]int{2: 60, 75, 85}, other: [placedFamily + 1]int{breakFamily: 40, mendFamily: 50, fallFamily: 65, mapFamily: 80}}
	saboteursKeep = keeping{dead: 90, open: [5]int{2: 40, 15, 5}, other: [placedFamily + 1]int{breakFamily: 95, mendFamily: 20, fallFamily: 95, mapFamily: 50}}
)

// discard returns what it is worth to discard a card.
func (m *mind) discard(card Card) int { return 100 - m.keeps(card) }

func (m *mind) keeps(card Card) int {
	// A better repair card is for a miner one that mends either of two tools, for a saboteur one that
	// mends its own tools.
	f, k, better := card.face(), &minersKeep, card.twoTools()
	if m.bad {
		k, better = &saboteursKeep, f.tools&m.players[m.me].broken != 0
	}
	switch {
	case f.dead:
		return k.dead
	case f.family == pathFamily:
		return k.open[len(f.open.each())]
	case f.family == mendFamily && better:
		return 60
	case f.family == mapFamily && m.knows:
		return 10
	}
	return k.other[f.family]
}

// breaks rates breaking a tool of each other seat.
func (m *mind) breaks(a act, take func(idea)) {
	a.tool = a.card.face().tools
	for j := range m.players {
		p := &m.players[j]
		if j == m.me || p.broken&a.tool != 0 {
			continue
		}
		foe := m.suspicion(m.me, j)
		value := 0
		if m.bad {
			value = 3*(100-foe) - p.blame
		} else if foe >= 55 {
			value = 100 + 3*foe
		}
		if p.broken != 0 {
			value -= 120
		}
		a.target = j
		take(idea{a, value})
	}
}

// mends rates mending one's own tools and those of others.
func (m *mind) mends(a act, take func(idea)) {
	for j := range m.players {
		p := &m.players[j]
		a.target = j
		for _, a.tool = range (p.broken & a.card.face().tools).each() {
			value := m.mending(j)
			if a.card.twoTools() {
				value -= 10
			}
			if p.broken == a.tool {
				value += 40 // then it can dig again
			}
			take(idea{a, value})
		}
	}
}

func (m *mind) mending(j int) int {
	switch {
	case j == m.me && m.bad:
		return 180
	case j == m.me:
		return 380
	case m.bad:
		return -50
	}
	return 260 - 5*m.suspicion(m.me, j)
}

// looks rates looking at each goal: best is the nearest that may be the gold.
func (m *mind) looks(a act, take func(idea)) {
	for g, c := range goalCells {
		if m.maze.at(c) != hiddenTile {
			continue
		}
		value := 0
		if !m.knows && m.gold[g] > 0 {
			value = 520 - int(m.need[g])
			if m.bad {
				value = 230
			}
		}
		a.cell = c
		take(idea{a, value})
	}
}

// falls rates a rockfall on every card in sight.
func (m *mind) falls(a act, take func(idea)) {
	for a.cell = range sight.cells {
		value := 0
		switch t := m.maze.at(a.cell); {
		case !t.card().isPath():
		case m.bad && m.joined.has(a.cell):
			value = m.cuts(a.cell)
		case !m.bad && t.deadEnd():
			value = m.clears(a.cell)
		}
		if value > 0 {
			take(idea{a, value})
		}
	}
}

// clears returns what it is worth to a miner to remove a dead end.
func (m *mind) clears(c Cell) int {
	wanted := m.need
	for _, side := range around {
		n := c.beside(side)
		for g, p := range m.gold {
			if p > 0 && !m.joined.has(n) && m.maze.at(n).admits(side.back()) {
				wanted[g] = min(wanted[g], 1+m.fields[g][spot(n)])
			}
		}
	}
	sixths := 0
	for g, p := range m.gold {
		sixths += p * int(wanted[g])
	}
	if m.maze.entries(c, m.joined) == 0 || sixths >= m.wanted {
		return 0
	}
	return 150 + 25*(m.wanted-sixths)
}

// cuts returns what it is worth to a saboteur to remove a card from a path. It is worth most where
// several cards meet, because a card that fits there is hard to find.
func (m *mind) cuts(c Cell) int {
	if m.wanted > near {
		return 50
	}
	meets, away := m.maze.entries(c, m.joined)&m.maze.at(c).sides(), far
	for g, p := range m.gold {
		if p > 0 {
			away = min(away, distance(c, goalCells[g]))
		}
	}
	return 260 + 30*len(meets.each()) - 12*away
}
