package clonk

import (
	"slices"

	"pitpost.example/engine"
)

// Guess draws a whole position that agrees with what a seat knows: every card it
// never saw, the Awakening and the tiles that others keep closed lie anew.
func (s *State) Guess(seat string, lot *engine.Stream) engine.State {
	i, g := s.seat(seat), s.clone()
	if s.phase == beforeDeal || s.phase == matchOver {
		return g
	}
	hidden := s.unseen(i)
	engine.Mix(lot, hidden)
	take := func(n int) []Card {
		taken := hidden[:n:n]
		hidden = hidden[n:]
		return taken
	}
	for j := range g.players {
		if j != i {
			g.players[j].hand = take(len(s.players[j].hand))
			g.players[j].dropped = take(len(s.players[j].dropped))
		}
	}
	for k, pile := range s.shafts {
		g.shafts[k] = slices.Clone(pile)
		for at := range pile {
			if !pile[at].up {
				g.shafts[k][at].card = take(1)[0]
			}
		}
	}
	g.deck = hidden
	if !s.awake {
		g.deck = slices.Insert(slices.Clone(hidden), s.guessAwakening(len(hidden), lot), awakening)
	}
	g.guessTiles(i, lot)
	return g
}

// unseen lists the treasures that a seat knows nothing of, in their order.
func (s *State) unseen(i int) []Card {
	var seen [treasures + 1]bool
	see := func(cards []Card) {
		for _, c := range cards {
			seen[c] = true
		}
	}
	for j := range s.players {
		see(s.players[j].cart)
		for _, g := range s.players[j].gallery {
			seen[g.card] = true
		}
	}
	if i >= 0 {
		see(s.players[i].hand)
		see(s.players[i].dropped)
	}
	see(s.blasted)
	for _, pile := range s.shafts {
		for _, l := range pile {
			seen[l.card] = seen[l.card] || l.up
		}
	}
	var hidden []Card
	for c := Card(1); c <= treasures; c++ {
		if !seen[c] {
			hidden = append(hidden, c)
		}
	}
	return hidden
}

// guessAwakening is how many of the cards that are left lie above it.
func (s *State) guessAwakening(left int, lot *engine.Stream) int {
	seats := len(s.players)
	all := treasures - shafts*len(shaftUp) - seats*dealtHand
	at := max(0, left-all/seats)
	if s.rules.mixed {
		at += lot.Intn(left - at + 1)
	}
	return at
}

// guessTiles draws what others keep closed: rather a tile of which much lies in
// the cart, for they dig for it.
func (s *State) guessTiles(i int, lot *engine.Stream) {
	var colour, kind [6]bool // known to be somebody's
	for j := range s.players {
		p := &s.players[j]
		colour[p.colour] = colour[p.colour] || j == i || p.open == colourTile
		kind[p.kind] = kind[p.kind] || j == i || p.open == kindTile
	}
	for j := range s.players {
		p := &s.players[j]
		if j == i {
			continue
		}
		if p.open != colourTile {
			p.colour = drawTile(&colour, p.cart, Card.colour, lot)
		}
		if p.open != kindTile {
			p.kind = drawTile(&kind, p.cart, Card.kind, lot)
		}
	}
}

// drawTile draws one that nobody has, as many times likelier as cards of the
// cart bear it.
func drawTile(taken *[6]bool, cart []Card, of func(Card) int, lot *engine.Stream) int {
	var weight [6]int
	all := 0
	for t := range weight {
		if taken[t] {
			continue
		}
		n := 1
		for _, c := range cart {
			if of(c) == t {
				n++
			}
		}
		weight[t] = n * n
		all += weight[t]
	}
	at := lot.Intn(all)
	for t, w := range weight {
		if at < w {
			taken[t] = true
			return t
		}
		at -= w
	}
	return 0
}
