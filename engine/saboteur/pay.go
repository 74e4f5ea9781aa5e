package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// goldCards is the number of gold cards of each value at the start of a match.
var goldCards = [4]int{1: 16, 2: 8, 3: 4}

// ways lists how each sum for a saboteur can be paid in gold cards, the preferred way first.
var ways = [5][][]int{
	2: {{2}, {1, 1}},
	3: {{3}, {2, 1}, {1, 1, 1}},
	4: {{3, 1}, {2, 2}, {2, 1, 1}, {1, 1, 1, 1}},
}

// share returns what each saboteur gets, by the number of saboteurs in play.
func share(saboteurs int) int { return [5]int{1: 4, 2: 3, 3: 3, 4: 2}[min(saboteurs, 4)] }

// withdraw takes a sum out of the supply in the first way that the supply allows. If there is none,
// ok is false and the supply stays as it is.
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

// paySaboteurs pays every saboteur in play the same sum, in seat order.
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

// payMiners distributes the gold that is left from the next picker on, always the highest card
// first.
func (s *State) payMiners() Paid {
	paid := Paid{Nuggets: map[string]Nuggets{}}
	for i := range s.players {
		if s.players[i].picks != nil {
			paid.Nuggets[s.name(i)] = Nuggets{Picks: slices.Clone(s.players[i].picks)}
		}
	}
	i := s.turn
	for _, value := range slices.Backward(s.left) {
		name := s.name(i)
		paid.Nuggets[name] = Nuggets{Picks: append(paid.Nuggets[name].Picks, value)}
		i = s.nextMiner(i)
	}
	return paid
}

// goldDrawn returns the number of gold cards drawn when the miners win.
func (s *State) goldDrawn() int {
	if s.rules.perMiner {
		return s.inPlay(miner)
	}
	return perPlayerDrawn(len(s.players))
}

// perPlayerDrawn returns the number of gold cards drawn for a number of players.
func perPlayerDrawn(players int) int { return min(players, 9) }

func (s *State) inPlay(r role) int {
	return engine.CountWhere(s.players, func(p player) bool { return p.role == r })
}
