package saboteur

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
