package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// goldCards is the supply at the start of a match: how many of each value.
var goldCards = [4]int{1: 16, 2: 8, 3: 4}

// ways lists how a saboteur's sum is made of gold cards, the first way first.
var ways = [5][][]int{
	2: {{2}, {1, 1}},
	3: {{3}, {2, 1}, {1, 1, 1}},
	4: {{3, 1}, {2, 2}, {2, 1, 1}, {1, 1, 1, 1}},
}

// share is what each saboteur is paid, by how many are in play.
func share(saboteurs int) int { return [5]int{1: 4, 2: 3, 3: 3, 4: 2}[min(saboteurs, 4)] }

// withdraw takes a sum out of the supply in the first way it holds; where none
// can be made the supply stays as it is and ok is false.
func withdraw(supply [4]int, sum int) (rest [4]int, ok bool) {
	if sum < 0 || sum >= len(ways) {
		return supply, false
	}
	for _, way := range ways[sum] {
		rest = supply
		for _, v := range way {
			rest[v]--
		}
		if rest[1] >= 0 && rest[2] >= 0 && rest[3] >= 0 {
			return rest, true
		}
	}
	return supply, false
}

// paySaboteurs gives every saboteur in play the same sum, in seat order.
func (s *State) paySaboteurs() Paid {
	paid := Paid{Nuggets: map[string]Nuggets{}}
	n := s.inPlay(saboteur)
	supply := s.supply
	for i := range s.players {
		if s.players[i].role != saboteur {
			continue
		}
		paid.Nuggets[s.name(i)] = Nuggets{Sum: share(n)}
		rest, ok := withdraw(supply, share(n))
		if !ok {
			paid.Short = append(paid.Short, s.name(i))
		}
		supply = rest
	}
	return paid
}

// payMiners lets the house pick what is left for everyone, always the highest,
// from the next picker on.
func (s *State) payMiners() Paid {
	paid := Paid{Nuggets: map[string]Nuggets{}}
	for i := range s.players {
		if s.players[i].picks != nil {
			paid.Nuggets[s.name(i)] = Nuggets{Picks: slices.Clone(s.players[i].picks)}
		}
	}
	i := s.turn
	for _, value := range slices.Backward(s.left) {
		n := paid.Nuggets[s.name(i)]
		n.Picks = append(n.Picks, value)
		paid.Nuggets[s.name(i)] = n
		i = s.nextMiner(i)
	}
	return paid
}

// goldDrawn is how many gold cards are drawn when the miners win.
func (s *State) goldDrawn() int {
	if s.rules.perMiner {
		return s.inPlay(miner)
	}
	return min(len(s.players), 9)
}

func (s *State) inPlay(r role) int {
	return engine.Count(s.players, func(p player) bool { return p.role == r })
}
