package saboteur

import "strconv"

// mostRounds is how many rounds a match can have.
const mostRounds = 3

// Adjusts says that a match can be played for more rounds or fewer, but never for fewer than have
// begun.
func (s *State) Adjusts() map[string][]string {
	if s.phase == matchOver {
		return nil
	}
	var rounds []string
	for n := max(s.round, 1); n <= mostRounds; n++ {
		rounds = append(rounds, strconv.Itoa(n))
	}
	return map[string][]string{"rounds": rounds}
}

// RoundsLeft returns how many rounds are still to be dealt.
func (s *State) RoundsLeft() int {
	if s.phase == matchOver {
		return 0
	}
	return max(0, s.rules.rounds-s.round)
}
