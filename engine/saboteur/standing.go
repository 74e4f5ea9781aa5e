package saboteur

import "strings"

// Standing is what a plan that holds until dropped plays for the seat now, ""
// for nothing: "auto repair" mends the seat's own tool, "pass until repaired"
// discards while a tool is broken and it cannot mend it, "pass all" always.
func (s *State) Standing(seat, plan string) string {
	i := s.seat(seat)
	if i < 0 || i != s.turn || s.phase != digging {
		return ""
	}
	broken := s.players[i].broken != 0
	switch plan {
	case "auto repair":
		if broken {
			return s.ownRepair(seat)
		}
	case "pass until repaired":
		if broken {
			return s.Idle(seat)
		}
	case "pass all":
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
