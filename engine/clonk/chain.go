package clonk

// chain looks for the best way to dig on: which cards, one after another, from
// the hand and from what can be seen of the shafts.
type chain struct {
	purse
	hand  []Card
	used  uint32      // cards of the hand that are laid, by place
	taken [shafts]int // cards lifted from each shaft
	best  act         // the first step of the best way; rest if that is best
	top   Card
	laid  int // in the gallery
}

// digging is a chain from where seat i stands.
func (s *State) digging(i int) chain {
	p := &s.players[i]
	return chain{purse: s.purseOf(i, i), hand: p.hand, top: p.before(), laid: len(p.gallery)}
}

// value is what the best way brings beside what lies already; best is its first
// step.
func (n *chain) value() float64 {
	n.best = act{verb: restVerb}
	value := n.rubble()
	if n.laid == spaces {
		return value
	}
	for at, c := range n.hand {
		if n.used&(1<<at) != 0 || !c.matches(n.top) {
			continue
		}
		kept := n.keep(c)
		n.used |= 1 << at
		v := n.lay(c) - kept
		n.used &^= 1 << at
		if v > value {
			value, n.best = v, act{verb: digVerb, hand: true, place: at}
		}
	}
	for k := range shafts {
		c := n.seen(k)
		if c == none || !c.matches(n.top) {
			continue
		}
		n.taken[k]++
		v := n.lay(c) + n.turned(k)
		n.taken[k]--
		if v > value {
			value, n.best = v, act{verb: digVerb, place: k}
		}
	}
	return value
}

// lay goes one step and gives what it and the best way from there bring.
func (n *chain) lay(c Card) float64 {
	purse, top, best := n.purse, n.top, n.best
	v := n.worth(c) + laidMore
	n.put(c)
	n.top = c
	n.laid++
	v += n.value()
	n.purse, n.top, n.best = purse, top, best
	n.laid--
	return v
}

// keep is what a card of the hand is worth for later turns.
func (n *chain) keep(c Card) float64 {
	if n.last {
		return 0
	}
	return heldWorth + n.worth(c)/4
}

// seen is the card on a shaft after what was lifted; none if it lies face down.
func (n *chain) seen(k int) Card {
	pile := n.shafts[k]
	at := len(pile) - 1 - n.taken[k]
	if at < 0 || n.taken[k] > 0 && !pile[at].up {
		return none
	}
	return pile[at].card
}

// turned is the hope in a card that would be turned up.
func (n *chain) turned(k int) float64 {
	if n.laid+1 < spaces && n.seen(k) == none {
		return faceDown
	}
	return 0
}

// rubble is what resting now brings.
func (n *chain) rubble() float64 {
	v := 0.0
	for space := n.laid; space < spaces; space++ {
		switch space {
		case 0:
			v -= n.eye * snoreEyes
		case 1:
			if n.kablooeys > 0 {
				v += bombWorth
			}
		default:
			if !n.last && len(n.deck) > 0 {
				v += heldWorth
			}
		}
	}
	return v
}

// Weights of plain sense, in coins, found by playing matches against each other.
const (
	mostEye   = 0.5 // an eye, to whom the most eyes threaten
	otherEye  = 0.2 // an eye to others
	nearMost  = 6   // eyes fewer than another's within which the threat is felt
	heldWorth = 1.2 // a card in hand, whatever it shows
	bombWorth = 1.3 // a Kablooey: its coin, and the use of it
	faceDown  = 0.5 // a card yet to be turned up
	laidMore  = 0.3 // a treasure laid, whatever it shows
)

// purse is what a card is worth to a seat: what its tiles would pay, and what an
// eye costs it.
type purse struct {
	*State
	has          count // what lies before the seat
	colour, kind int   // of its tiles, -1 where unknown
	eye          float64
	last         bool // this is the seat's last turn
}

// purseOf opens the purse of seat j as seat i knows it: of others only the tile
// they laid open.
func (s *State) purseOf(i, j int) purse {
	p := &s.players[j]
	u := purse{State: s, has: s.tally(j), colour: p.colour, kind: p.kind, eye: otherEye, last: s.awake && (!s.rules.extra || s.round > s.wokeIn)}
	if i != j && p.open != colourTile {
		u.colour = -1
	}
	if i != j && p.open != kindTile {
		u.kind = -1
	}
	most := 0
	for k := range s.players {
		if k != j {
			most = max(most, s.tally(k).eyes)
		}
	}
	if u.has.eyes+nearMost >= most {
		u.eye = mostEye
	}
	return u
}

// put counts a card towards the tiles.
func (u *purse) put(c Card) {
	if c.colour() == u.colour {
		u.has.alike++
	}
	if c.kind() == u.kind {
		u.has.sort++
	}
}

// worth is what one more card brings, in coins.
func (u *purse) worth(c Card) float64 {
	w := float64(u.table.coins[c]) - u.eye*float64(u.table.eyes[c])
	if c.colour() == u.colour {
		w += float64(tileCoins(u.has.alike+1) - tileCoins(u.has.alike))
	}
	if c.kind() == u.kind {
		w += float64(tileCoins(u.has.sort+1) - tileCoins(u.has.sort))
	}
	return w
}
