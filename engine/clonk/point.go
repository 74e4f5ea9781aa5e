package clonk

import "pitpost.example/engine"

// cartSpot is the name of the spot of the reader's own cart.
const cartSpot = "cart"

// Spots lists the shafts, each at its top card, or while a shaft has to be shored, above it; the
// place of the next card in each gallery, named by the seat; the reader's cart; and the tiles and
// cards in hand.
func (s *State) Spots(seat string) (board, hand []engine.Spot) {
	i := s.seat(seat)
	switch {
	case s.phase == choosing:
		return s.choosingSpots(i), nil
	case i < 0 || !s.dealt():
		return nil, nil
	}
	card := func(name string, x, y int) engine.Spot {
		return engine.Spot{Name: name, X: x, Y: y, Width: cardWidth, Height: cardHeight}
	}
	for k, pile := range s.shafts {
		n := len(pile)
		if s.phase != shoring {
			n = max(n-1, 0)
		}
		x, y := shaftAt(k, n)
		board = append(board, card("s"+number(k+1), x, y))
	}
	for n := range s.players {
		j := (i + n) % len(s.players)
		if free := len(s.players[j].gallery); free < spaces {
			board = append(board, card(s.name(j), margin+(free+1)*pitch, s.rowTop(n)+headline))
		}
	}
	board = append(board, card(cartSpot, margin, s.rowTop(0)+headline))
	for n, t := range []tile{colourTile, kindTile} {
		hand = append(hand, engine.Spot{Name: t.String(), X: margin, Y: handTop + 8 + n*(headline+10), Width: 2 * tileSide, Height: tileSide})
	}
	for n := range s.players[i].hand {
		hand = append(hand, card("h"+number(n+1), margin+handTiles+n*pitch, handTop))
	}
	return board, hand
}

// Aim gives no place for a tile that is shown and for a card that leaves the game.
func (s *State) Aim(seat, command string) engine.Aim {
	i := s.seat(seat)
	a, ok := s.legalAct(i, command)
	if !ok {
		return engine.Aim{}
	}
	aim := engine.Aim{Card: a.placeName()}
	switch a.verb {
	case openVerb:
		aim.Card = a.tile.String()
	case cartVerb:
		aim.Place = cartSpot
	case digVerb:
		aim.Place = s.name(i)
	case giveVerb:
		aim.Place = s.name(a.target)
	case shoreVerb:
		aim.Place = "s" + number(a.shaft+1)
	}
	return aim
}
