package clonk

import (
	"cmp"
	"math"
	"slices"

	"pitpost.example/engine"
)

// Guess draws a position that agrees with everything a seat knows: it redraws all cards that the
// seat never saw, the place of the Awakening, and the tiles that others have not shown.
func (s *State) Guess(seat string, lot *engine.Stream) engine.State {
	i, g := s.seat(seat), s.clone()
	switch s.phase {
	case beforeDeal, matchOver:
		return g
	case choosing:
		g.guessTiles(i, lot)
		g.guessChoices(i, lot)
		return g
	}
	hidden := s.unseen(i)
	engine.ShuffleList(lot, hidden)
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
		g.deck = s.withAwakening(hidden, s.bottomLeft(), lot)
	}
	g.guessTiles(i, lot)
	return g
}

// unseen lists, in order, the treasures that a seat knows nothing about.
func (s *State) unseen(i int) []Card {
	var seen [treasures + 1]bool
	see := func(cards []Card) {
		for _, c := range cards {
			seen[c] = true
		}
	}
	for j := range s.players {
		see(s.players[j].cart)
		see(galleryCards(s.players[j].gallery))
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
	return slices.DeleteFunc(everyTreasure(), func(c Card) bool { return seen[c] })
}

// guessTiles draws the tiles that others have not shown. A tile is likelier if the cart has many
// cards that fit it, because its seat digs for these.
func (s *State) guessTiles(i int, lot *engine.Stream) {
	var colour, kind [6]bool // known to belong to a seat
	for j := range s.players {
		p := &s.players[j]
		colour[p.colour] = colour[p.colour] || j == i || s.shown(j) == colourTile
		kind[p.kind] = kind[p.kind] || j == i || s.shown(j) == kindTile
	}
	for j := range s.players {
		p := &s.players[j]
		if j == i {
			continue
		}
		if s.shown(j) != colourTile {
			p.colour = drawTile(&colour, p.cart, Card.colour, lot)
		}
		if s.shown(j) != kindTile {
			p.kind = drawTile(&kind, p.cart, Card.kind, lot)
		}
	}
}

// guessChoices draws which tile the others have chosen to show, while that is still secret.
func (s *State) guessChoices(i int, lot *engine.Stream) {
	for j := range s.players {
		if p := &s.players[j]; j != i && p.open != closed {
			p.open = colourTile + tile(lot.Intn(2))
		}
	}
}

// drawTile draws a tile that nobody has. Its weight is the square of one more than the number of
// cards in the cart that fit it.
func drawTile(taken *[6]bool, cart []Card, of func(Card) int, lot *engine.Stream) int {
	var weight [6]int
	all := 0
	for t := range weight {
		if taken[t] {
			continue
		}
		n := 1 + engine.CountWhere(cart, func(c Card) bool { return of(c) == t })
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

// Worth lists at most this many gifts, and this many cards to shore or drop.
const (
	giftsThought = 6
	handThought  = 3
)

// Worth lists what a seat could do, the careful choice first. It has only the gifts that hurt most,
// and only the least useful cards to shore and to drop.
func (s *State) Worth(seat string) []string {
	i := s.seat(seat)
	if !s.asked(i) {
		return nil
	}
	sense := s.careful(i)
	list := []string{s.command(sense)}
	var gifts []act
	least := s.leastFirst(i)
	for _, a := range s.acts(i) {
		switch {
		case a == sense:
		case a.verb == giveVerb:
			gifts = append(gifts, a)
		case (a.verb == shoreVerb || a.verb == dropVerb) && slices.Index(least, a.place) >= handThought:
		default:
			list = append(list, s.command(a))
		}
	}
	purses := engine.MapListAt(s.players, func(j int, _ player) purse { return s.purseOf(i, j) })
	slices.SortStableFunc(gifts, func(a, b act) int {
		return cmp.Compare(purses[a.target].worth(s.card(i, a)), purses[b.target].worth(s.card(i, b)))
	})
	return append(list, engine.MapList(gifts[:min(len(gifts), giftsThought)], s.command)...)
}

// leastFirst returns the places of a hand, the least useful card first.
func (s *State) leastFirst(i int) []int {
	u, hand := s.purseOf(i, i), s.players[i].hand
	places := engine.MapListAt(hand, func(at int, _ Card) int { return at })
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(u.worth(hand[a]), u.worth(hand[b])) })
	return places
}

// Try plays a command and then plays all seats carefully to the end. Half of the result is for
// winning the match, half for how far ahead the seat is.
func (s *State) Try(seat, command string, lot *engine.Stream) float64 {
	i := s.seat(seat)
	a, ok := s.legalAct(i, command)
	if !ok {
		return 0
	}
	n := course{State: s.clone(), deals: func() Dealt { return s.guessDeal(lot) }}
	n.carry(i, a)
	for n.phase != matchOver {
		j := n.seat(n.ToMove()[0])
		n.carry(j, n.careful(j))
	}
	return n.promise(i)
}

// guessDeal deals as the house may deal.
func (s *State) guessDeal(lot *engine.Stream) Dealt {
	e := s.dealFrom(lot)
	first := s.seat(s.setup.First)
	if first < 0 {
		first = lot.Intn(len(s.players))
	}
	e.Starter = s.name(first)
	return e
}

// ahead is a lead, in coins, that counts as about seven chances in ten.
const ahead = 10

func (s *State) promise(i int) float64 {
	won := 0.0
	if w := s.result.Winners; slices.Contains(w, s.name(i)) {
		won = 1 / float64(len(w))
	}
	best := math.MinInt
	for j := range s.players {
		if j != i {
			best = max(best, s.result.Scores[s.name(j)])
		}
	}
	lead := float64(s.result.Scores[s.name(i)] - best)
	return won/2 + 0.5/(1+math.Exp(-lead/ahead))
}
