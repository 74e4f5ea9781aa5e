package saboteur

import (
	"strconv"

	"pitpost.example/engine"
)

// Spots are the cells of the maze and the cards in hand.
func (s *State) Spots(seat string) (board, hand []engine.Spot) {
	i := s.seat(seat)
	if i < 0 || s.phase != digging {
		return nil, nil
	}
	p := s.sheet(i)
	for row := p.extent.top; row <= p.bottom; row++ {
		for col := p.extent.left; col <= p.right; col++ {
			c := Cell{int8(col), int8(row)}
			x, y := p.at(c)
			board = append(board, engine.Spot{Name: c.String(), X: x, Y: y, Width: cardWidth, Height: cardHeight})
		}
	}
	for place := range s.players[i].hand {
		hand = append(hand, engine.Spot{Name: strconv.Itoa(place + 1), X: stripFirst + place*stripStep, Y: stripTop, Width: cardWidth, Height: cardHeight})
	}
	return board, hand
}

// Aim of a card for a player or thrown away is no place of the maze.
func (s *State) Aim(seat, command string) engine.Aim {
	i := s.seat(seat)
	if i < 0 {
		return engine.Aim{}
	}
	a, ok := s.read(i, command)
	if !ok || a.family == pickGold {
		return engine.Aim{}
	}
	aim := engine.Aim{Card: strconv.Itoa(a.place + 1), Turned: a.turned}
	switch a.family {
	case pathFamily, fallFamily, mapFamily:
		aim.Place = a.cell.String()
	}
	return aim
}
