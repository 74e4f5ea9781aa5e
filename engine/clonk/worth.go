package clonk

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
	alike, sort  int // treasures of the colour and of the kind
	colour, kind int // of its tiles, -1 where unknown
	eye          float64
	last         bool // this is the seat's last turn
}

// purseOf opens the purse of seat j as seat i knows it: of others only the tile
// they laid open.
func (s *State) purseOf(i, j int) purse {
	p := &s.players[j]
	u := purse{State: s, colour: p.colour, kind: p.kind, eye: otherEye, last: s.awake && (!s.rules.extra || s.round > s.wokeIn)}
	if i != j && p.open != colourTile {
		u.colour = -1
	}
	if i != j && p.open != kindTile {
		u.kind = -1
	}
	most := 0
	for k := range s.players {
		if k != j {
			most = max(most, s.eyesOf(k))
		}
	}
	if s.eyesOf(j)+nearMost >= most {
		u.eye = mostEye
	}
	u.count(p)
	return u
}

func (u *purse) count(p *player) {
	for _, c := range p.cart {
		u.put(c)
	}
	for _, g := range p.gallery {
		u.put(g.card)
	}
}

// put counts a card towards the tiles.
func (u *purse) put(c Card) {
	if c.colour() == u.colour {
		u.alike++
	}
	if c.kind() == u.kind {
		u.sort++
	}
}

// worth is what one more card brings, in coins.
func (u *purse) worth(c Card) float64 {
	w := float64(u.table.coins[c]) - u.eye*float64(u.table.eyes[c])
	if c.colour() == u.colour {
		w += float64(tileCoins(u.alike+1) - tileCoins(u.alike))
	}
	if c.kind() == u.kind {
		w += float64(tileCoins(u.sort+1) - tileCoins(u.sort))
	}
	return w
}

// eyesOf counts the eyes before a seat.
func (s *State) eyesOf(j int) int {
	p := &s.players[j]
	n := snoreEyes * p.snores
	for _, c := range p.cart {
		n += s.table.eyes[c]
	}
	for _, g := range p.gallery {
		n += s.table.eyes[g.card]
	}
	return n
}
