package saboteur

import "strings"

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
			return s.ownRepair(seat)
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
func (s *State) ownRepair(seat string) string {
	i := s.seat(seat)
	for _, command := range s.Legal(seat) {
		place, rest, _ := strings.Cut(command, " ")
		target, _, _ := strings.Cut(rest, " ")
		if target != seat || place == "pass" {
			continue
		}
		if a, ok := s.read(i, command); ok && a.family == mendFamily {
			return command
		}
	}
	return ""
}
