package saboteur

import "math/bits"

// digs weighs a path card in every gap that takes it.
func (m *mind) digs(place int, card Card, take func(idea)) {
	gaps := m.survey.open()
	joined := !card.face().dead
	for _, turned := range [2]bool{false, true} {
		if turned && !card.turns() {
			return
		}
		sides := card.sides(turned)
		for k := range gaps {
			o := &gaps[k]
			if !o.socket.takes(sides) {
				continue
			}
			a := act{family: pathFamily, place: place, cell: o.at.cell(), turned: turned}
			if m.bad {
				take(idea{a, m.spoils(o, sides, joined)})
			} else {
				take(idea{a, m.brings(o, sides, joined)})
			}
		}
	}
}

// brings is what it is worth to a miner to fill a gap.
func (m *mind) brings(o *gap, sides Sides, joined bool) int {
	if !joined {
		return -100
	}
	wanted, finds := m.wanted(o, sides, joined)
	won := m.need - wanted
	switch {
	case finds > 0: // and if it is stone, that is known
		return 400 + finds*60 + won*10
	case won <= 0:
		return 40 + won*20 + m.ways(o, sides, wanted)
	}
	return 300 + won*25 + m.ways(o, sides, wanted)
}

// wanted is how many cards, in sixths, would be wanted with a gap filled; finds
// is how likely, in sixths, the gold is reached at once.
func (m *mind) wanted(o *gap, sides Sides, joined bool) (sixths, finds int) {
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

// ways favours cards with several exits towards the gold.
func (m *mind) ways(o *gap, sides Sides, wanted int) int {
	n := 0
	for j, side := range around {
		if sides&side == 0 {
			continue
		}
		sixths := 0
		for g, p := range m.gold {
			sixths += p * int(o.beyond[j][g])
		}
		if sixths <= wanted+8 {
			n += 8
		}
	}
	return n
}

// near is where the paths are close enough to the gold for a saboteur to stop
// lying low, in sixths of cards.
const near = 5 * 6

// spoils is what it is worth to a saboteur to fill a gap.
func (m *mind) spoils(o *gap, sides Sides, joined bool) int {
	wanted, finds := m.wanted(o, sides, joined)
	harm := wanted - m.need
	switch {
	case finds > 0:
		return -300 * finds
	case harm < 0 && m.need > near:
		return 60
	case harm <= 0:
		return harm*10 + 20
	case joined:
		return 280 + min(harm, 24)*20
	case m.need > near:
		return 60
	}
	return 240 + min(harm, 24)*20
}

// discard is what it is worth to throw a card away unseen.
func (m *mind) discard(card Card) int {
	if m.bad {
		return 100 - m.keepsForHarm(card)
	}
	return 100 - m.keepsForGold(card)
}

// keepsForGold is what a card in the hand is worth to a miner.
func (m *mind) keepsForGold(card Card) int {
	f := card.face()
	switch f.family {
	case pathFamily:
		if f.dead {
			return 0
		}
		return [5]int{0, 0, 60, 75, 85}[bits.OnesCount8(uint8(f.open))]
	case breakFamily:
		return 40
	case mendFamily:
		if card.twoTools() {
			return 60
		}
		return 50
	case fallFamily:
		return 65
	}
	if m.knows {
		return 10
	}
	return 80
}

// keepsForHarm is what a card in the hand is worth to a saboteur.
func (m *mind) keepsForHarm(card Card) int {
	f := card.face()
	switch f.family {
	case pathFamily:
		if f.dead {
			return 90
		}
		return [5]int{0, 0, 40, 15, 5}[bits.OnesCount8(uint8(f.open))]
	case breakFamily, fallFamily:
		return 95
	case mendFamily:
		if f.tools&m.players[m.me].broken != 0 {
			return 60
		}
		return 20
	}
	if m.knows {
		return 10
	}
	return 50
}

// breaks weighs a broken tool before every seat but one's own.
func (m *mind) breaks(place int, card Card, take func(idea)) {
	tool := card.face().tools
	for j := range m.count {
		p := &m.players[j]
		if j == m.me || p.broken&tool != 0 {
			continue
		}
		foe := m.suspicion(m.me, j)
		value := 0
		if m.bad {
			foe = 100 - foe
			value = 3*foe - p.blame
		} else if foe >= 55 {
			value = 100 + 3*foe
		}
		if p.broken != 0 {
			value -= 120
		}
		take(idea{act{family: breakFamily, place: place, target: j, tool: tool}, value})
	}
}

// mends weighs a repair of one's own tools and of those of friends.
func (m *mind) mends(place int, card Card, take func(idea)) {
	for j := range m.count {
		p := &m.players[j]
		tools := p.broken & card.face().tools
		for _, tool := range allTools {
			if tools&tool == 0 {
				continue
			}
			value := m.mending(j)
			if card.twoTools() {
				value -= 10
			}
			if p.broken == tool {
				value += 40 // it digs again
			}
			take(idea{act{family: mendFamily, place: place, target: j, tool: tool, named: card.twoTools()}, value})
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

// looks weighs a map of the goal that is likeliest gold and nearest.
func (m *mind) looks(place int, take func(idea)) {
	for g, c := range goalCells {
		if m.chart[goalSpots[g]]&sealed == 0 {
			continue
		}
		value := 0
		if !m.knows && m.gold[g] > 0 {
			value = 520 - int(m.survey.need[g])
			if m.bad {
				value = 230
			}
		}
		take(idea{act{family: mapFamily, place: place, cell: c}, value})
	}
}

// falls weighs a rockfall on every card of the chart.
func (m *mind) falls(place int, take func(idea)) {
	for i, g := range m.chart {
		at := spot(i)
		if g&taken == 0 || g&15 == 0 || at == startSpot || at.goal() != nobody {
			continue
		}
		value := 0
		switch {
		case m.bad && g&reached != 0:
			value = m.cuts(at)
		case !m.bad && g&through == 0:
			value = m.clears(at)
		}
		if value > 0 {
			take(idea{act{family: fallFamily, place: place, cell: at.cell()}, value})
		}
	}
}

// clears is what it is worth to a miner to take a dead end away.
func (m *mind) clears(at spot) int {
	beside, wanted := false, m.survey.need
	for j, side := range around {
		n := at.beside(j)
		ground := m.chart[n]
		if ground&reached != 0 {
			beside = beside || ground.sides()&side.back() != 0
			continue
		}
		if ground == 0 || ground&sealed != 0 || ground.passes(side.back()) {
			for g := range wanted {
				wanted[g] = min(wanted[g], 1+m.survey.fields[g][n])
			}
		}
	}
	sixths := 0
	for g, p := range m.gold {
		sixths += p * int(wanted[g])
	}
	if !beside || sixths >= m.need {
		return 0
	}
	return 150 + 25*(m.need-sixths)
}

// cuts is what it is worth to a saboteur to take a card out of a path: most
// where several cards meet, for another must fit them all.
func (m *mind) cuts(at spot) int {
	if m.need > near {
		return 50
	}
	meets, away := 0, far
	for j, side := range around {
		n := m.chart[at.beside(j)]
		if n&reached != 0 && n.sides()&side.back() != 0 && m.chart[at].sides()&side != 0 {
			meets++
		}
	}
	for g, p := range m.gold {
		if p > 0 {
			away = min(away, distance(at.cell(), goalCells[g]))
		}
	}
	return 260 + 30*meets - 12*away
}
