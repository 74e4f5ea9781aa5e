package clonk

// chain searches for the best way to dig on: which cards, in which order, from the hand and from
// what is visible of the shafts.
type chain struct {
	purse
	hand  []Card
	used  uint32      // cards of the hand that are already laid, by place
	taken [shafts]int // number of cards taken from each shaft
	best  act         // the first step of the best way; rest if nothing is better
	top   Card
	laid  int // number of cards in the gallery
}

// digging returns the chain of seat i at the present position.
func (s *State) digging(i int) chain {
	p := &s.players[i]
	return chain{purse: s.purseOf(i, i), hand: p.hand, top: p.before(), laid: len(p.gallery)}
}

// value returns what the best way adds to what is there already, and sets best to its first step.
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

// lay takes one step, and returns what it and the best way from there add.
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

// keep returns what a card in hand is worth for later turns.
func (n *chain) keep(c Card) float64 {
	if n.last {
		return 0
	}
	return handWorth + n.worth(c)/4
}

// seen returns the card on a shaft after those taken, or none if it lies face down.
func (n *chain) seen(k int) Card {
	pile := n.shafts[k]
	at := len(pile) - 1 - n.taken[k]
	if at < 0 || n.taken[k] > 0 && !pile[at].up {
		return none
	}
	return pile[at].card
}

// turned returns the expected value of a card that would be turned up.
func (n *chain) turned(k int) float64 {
	if n.laid+1 < spaces && n.seen(k) == none {
		return faceDown
	}
	return 0
}

// rubble returns what a rest now adds.
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
				v += handWorth
			}
		}
	}
	return v
}

// Weights of common sense, in coins, found by playing matches against each other.
const (
	mostEye   = 0.5 // an eye, to a seat that may end with the most eyes
	otherEye  = 0.2 // an eye to other seats
	nearMost  = 6   // a seat with up to so many eyes fewer than another may end with the most
	handWorth = 1.2 // a card in hand, whatever it shows
	bombWorth = 1.3 // a Kablooey: its coin and its use
	faceDown  = 0.5 // a card that is going to be turned up
	laidMore  = 0.3 // a treasure that is laid, whatever it shows
)

// purse says what cards are worth to a seat: what its tiles would pay, and what an eye costs it.
type purse struct {
	*State
	has          count // what the seat has
	colour, kind int   // of its tiles; -1 if unknown
	eye          float64
	last         bool // this is the seat's last turn
}

// purseOf returns the purse of seat j as seat i knows it. Of another seat it knows only the open
// tile.
func (s *State) purseOf(i, j int) purse {
	p := &s.players[j]
	u := purse{State: s, has: s.tally(j), colour: p.colour, kind: p.kind, eye: otherEye, last: s.awake && (!s.rules.extra || s.round > s.wokeIn)}
	if i != j && s.shown(j) != colourTile {
		u.colour = -1
	}
	if i != j && s.shown(j) != kindTile {
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

// put counts a card as the seat's.
func (u *purse) put(c Card) { u.has.add(c, u.table, u.colour, u.kind) }

// worth returns what one more card is worth, in coins.
func (u *purse) worth(c Card) float64 {
	w := float64(u.table.coins[c]) - u.eye*float64(u.table.eyes[c])
	if c.colour() == u.colour {
		w += float64(tileCoins(u.has.ofColour+1) - tileCoins(u.has.ofColour))
	}
	if c.kind() == u.kind {
		w += float64(tileCoins(u.has.ofKind+1) - tileCoins(u.has.ofKind))
	}
	return w
}
