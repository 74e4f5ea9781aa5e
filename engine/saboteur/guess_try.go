package saboteur

import "pitpost.example/engine"

// Try plays a command and then lets all seats play carefully to the end of the
// round. A saboteur wants the gold to stay hidden, a miner wants it found, and
// best by itself or soon after whom it picks.
func (s *State) Try(seat, command string, _ *engine.Stream) float64 {
	i := s.seat(seat)
	a, ok := s.read(i, command)
	if !ok || s.phase != digging || i != s.turn {
		return 0
	}
	t := s.draft()
	t.do(a)
	for !t.over {
		t.do(t.choose())
	}
	return t.payoff(i)
}

// payoff is how well a round ended for a seat, from 0 to 1.
func (t *sketch) payoff(i int) float64 {
	if t.players[i].role == saboteur {
		if t.finder == nobody {
			return 1
		}
		return 0
	}
	if t.finder == nobody {
		return 0
	}
	miners, before := 0, 0
	for n, j := 0, t.finder; n < t.count; n, j = n+1, (j+t.count-1)%t.count {
		if t.players[j].role != miner {
			continue
		}
		if j == i {
			before = miners
		}
		miners++
	}
	return 0.9 + 0.1*float64(miners-before)/float64(miners)
}
