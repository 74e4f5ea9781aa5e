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

// Standing is what a standing order plays for the seat now, "" for nothing:
// "auto repair" mends the seat's own tool, "pass until repaired" discards while
// a tool is broken and it cannot mend it, "pass all" always.
func (s *State) Standing(seat, order string) string {
	i := s.seat(seat)
	if i < 0 || i != s.turn || s.phase != digging {
		return ""
	}
	broken := s.players[i].broken != 0
	switch order {
	case mendOrder:
		if broken {
			return s.ownRepair(i)
		}
	case waitOrder:
		if broken {
			return s.Idle(seat)
		}
	case passOrder:
		return s.Idle(seat)
	}
	return ""
}

// ownRepair is the first legal command that mends a tool of the seat itself.
func (s *State) ownRepair(i int) string {
	mends := slices.DeleteFunc(s.acts(i), func(a act) bool { return a.family != mendFamily || a.target != i })
	return append(engine.Sorted(mends, s.command), "")[0]
}
