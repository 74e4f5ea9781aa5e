package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// The standing orders.
const (
	mendOrder = "auto repair"
	waitOrder = "pass until repaired"
	passOrder = "pass all"
)

// Orders lists the standing orders.
func (Game) Orders() []string { return []string{mendOrder, waitOrder, passOrder} }

// Standing returns what a standing order plays for the seat now, or "". "auto repair" mends the
// seat's own tool, "pass until repaired" discards a card while a tool is broken, and "pass all"
// always discards. The house tries them in that order.
func (s *State) Standing(seat, order string) string {
	i := s.seat(seat)
	if i != s.turn || s.phase != digging {
		return ""
	}
	mends := s.mends(i)
	switch {
	case order == mendOrder && len(mends) > 0:
		return slices.Min(mends)
	case order == waitOrder && s.players[i].broken != 0, order == passOrder:
		return s.Idle(seat)
	}
	return ""
}

// mends lists the commands by which a seat mends its own tools now.
func (s *State) mends(i int) []string {
	own := engine.FilterList(s.acts(i), func(a act) bool { return a.family == mendFamily && a.target == i })
	return engine.MapList(own, s.command)
}

// Dig lists the commands that mend the seat's own tools. If there are none, it lists those that lay
// a path card which is joined to the start and leads on, in the cells nearest to a goal face down.
// It is empty if the seat can do neither.
func (s *State) Dig(seat string) []string {
	i := s.seat(seat)
	if mends := s.mends(i); len(mends) > 0 {
		return mends
	}
	var lay []string
	nearest := unreachable + 1
	r := s.maze.reached()
	for _, a := range s.acts(i) {
		if a.family != pathFamily || a.card.face().dead || s.maze.socket(a.cell, r).hold&a.card.sides(a.turned) == 0 {
			continue
		}
		_, far := s.toGoal(a.cell)
		if far < nearest {
			nearest, lay = far, nil
		}
		if far == nearest {
			lay = append(lay, s.command(a))
		}
	}
	return lay
}

// unreachable is the number of steps to a goal if none lies face down.
const unreachable = 1 << 10

// toGoal returns the nearest goal face down and the number of steps from a cell to it.
func (s *State) toGoal(c Cell) (goal Cell, steps int) {
	steps = unreachable
	for _, g := range goalCells {
		if far := distance(c, g); s.maze.at(g) == hiddenTile && far < steps {
			goal, steps = g, far
		}
	}
	return goal, steps
}

// Idle returns the safe move: it discards a dead end if there is one, otherwise the card at the
// lowest place. Of gold it picks the highest.
func (s *State) Idle(seat string) string {
	i := s.seat(seat)
	if i != s.turn {
		return ""
	}
	if s.phase == sharing && len(s.left) > 0 {
		return s.command(act{family: pickGold, value: s.left[len(s.left)-1]})
	}
	hand := s.players[i].hand
	if s.phase != digging || len(hand) == 0 {
		return ""
	}
	place := max(0, slices.IndexFunc(hand, func(c Card) bool { return c.face().dead }))
	return s.command(act{place: place, card: hand[place]})
}
