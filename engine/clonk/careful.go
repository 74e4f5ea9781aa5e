package clonk

import "pitpost.example/engine"

// Careful plays by common sense: it digs the best chain that it can see, blasts and gives if that
// opens a better one, gives others cards that harm them, and shores what is least useful to itself
// and to the next seat.
func (s *State) Careful(seat string, lot *engine.Stream) string {
	i := s.seat(seat)
	switch {
	case !s.asked(i):
		return ""
	case s.phase == choosing: // before the cards are dealt one tile is as good as the other
		return s.command(act{verb: openVerb, tile: colourTile + tile(lot.Intn(2))})
	}
	return s.command(s.careful(i))
}

func (s *State) careful(i int) act {
	switch {
	case s.tileAsked(i):
		return act{verb: openVerb, tile: s.barerTile(i)}
	case s.phase == opening || s.phase == carting:
		return s.carefulCart(i)
	case s.phase == shoring:
		return s.carefulShore(i)
	case s.phase == dropping:
		return act{verb: dropVerb, hand: true, place: s.leastFirst(i)[0]}
	}
	n := s.digging(i)
	if value := n.value(); n.best.verb == restVerb {
		return s.aside(i, value)
	}
	return n.best
}

// barerTile returns the tile that fewer cards in hand go with, so that the better one stays secret.
func (s *State) barerTile(i int) tile {
	u := s.purseOf(i, i)
	for _, c := range s.players[i].hand {
		u.put(c)
	}
	if u.has.ofColour > u.has.ofKind {
		return kindTile
	}
	return colourTile
}

// carefulCart begins with the card after which the first turn digs best.
func (s *State) carefulCart(i int) act {
	best, most := 0, -1e9
	for at, c := range s.players[i].hand {
		n := s.digging(i)
		n.used |= 1 << at
		n.top = c
		v := n.worth(c)
		n.put(c)
		if v += n.value(); v > most {
			best, most = at, v
		}
	}
	return act{verb: cartVerb, hand: true, place: best}
}

// aside returns a gift or a blast that is better than a rest, which is worth rest: for the chain that it opens, and
// for what a gift does to its receiver. If there is none it returns the rest.
func (s *State) aside(i int, rest float64) act {
	best, most := act{verb: restVerb}, rest+0.2
	consider := func(a act, v float64) {
		if v > most {
			best, most = a, v
		}
	}
	for k := range shafts {
		if s.blasts == 0 || s.top(k) == none || len(s.players[i].gallery) == spaces {
			continue
		}
		n := s.digging(i)
		n.taken[k]++
		consider(act{verb: blastVerb, place: k}, n.value()+n.turned(k)-bombWorth)
	}
	for t := range s.players {
		follows := s.giftFollows(t)
		if s.gave || t == i || follows == none || len(s.players[t].gallery) >= spaces {
			continue
		}
		u := s.purseOf(i, t)
		for at, c := range s.players[i].hand {
			if c.matches(follows) {
				n := s.digging(i)
				n.used |= 1 << at
				consider(act{verb: giveVerb, hand: true, place: at, target: t}, n.value()-n.keep(c)-u.worth(c)-laidMore)
			}
		}
		for k := range shafts {
			if c := s.top(k); c != none && c.matches(follows) {
				n := s.digging(i)
				n.taken[k]++
				consider(act{verb: giveVerb, place: k, target: t}, n.value()+n.turned(k)-u.worth(c)-laidMore)
			}
		}
	}
	return best
}

// carefulShore lays the least useful card onto the shaft that serves the next seat best.
func (s *State) carefulShore(i int) act {
	next := (i + 1) % len(s.players)
	u, top := s.purseOf(i, next), s.players[next].before()
	serves := func(c Card) float64 {
		if c == none || top == none || !c.matches(top) {
			return 0
		}
		return 1 + max(0, u.worth(c))
	}
	a, most := act{verb: shoreVerb, hand: true, place: s.leastFirst(i)[0]}, -1e9
	for k := range shafts {
		if v := serves(s.top(k)); v > most {
			a.shaft, most = k, v
		}
	}
	return a
}
