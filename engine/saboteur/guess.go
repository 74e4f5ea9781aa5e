package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// Guess draws a position that agrees with everything a seat knows: its own role, cards, discards
// and gold, the goals it looked at, and what everybody saw. It draws the roles by how suspicious
// each seat's actions are.
func (s *State) Guess(seat string, stream *engine.Stream) engine.State {
	i := s.seat(seat)
	g := &guess{State: s.clone(), me: i, luck: luck(stream.Uint64())}
	g.drawRoles()
	g.drawGoals()
	g.drawCards()
	g.hideGold()
	return g.State
}

// luck is SplitMix64, a fast random generator for draws that no other program has to repeat.
type luck uint64

func (l *luck) next() uint64 {
	*l += 0x9e3779b97f4a7c15
	z := uint64(*l)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1, distributed evenly enough.
func (l *luck) below(n int) int { return int(l.next() >> 33 % uint64(n)) }

func (l *luck) mix(cards []Card) {
	for i := len(cards) - 1; i > 0; i-- {
		j := l.below(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// guess is a position in which what the seat does not know is being redrawn.
type guess struct {
	*State
	me   int
	luck luck
}

// drawGoals shuffles the goals that are face down and that the seat has not seen.
func (g *guess) drawGoals() {
	var open []Card
	for at, c := range g.goals {
		if !g.knowsGoal(at) {
			open = append(open, c)
		}
	}
	slices.Sort(open) // so that nothing depends on where they really lie
	g.luck.mix(open)
	for at := range goalCells {
		if !g.knowsGoal(at) {
			g.goals[at], open = open[0], open[1:]
		}
	}
}

func (g *guess) knowsGoal(at int) bool {
	return g.players[g.me].seen[at] || g.maze.at(goalCells[at]) != hiddenTile
}

// drawCards deals the cards that the seat never saw to the other hands and to the deck. The rest of
// them are the cards discarded face down.
func (g *guess) drawCards() {
	unseen := g.unseen()
	g.luck.mix(unseen)
	for j := range g.players {
		p := &g.players[j]
		if j == g.me {
			continue
		}
		n := len(p.hand)
		p.hand, unseen = unseen[:n:n], unseen[n:]
		p.thrown, p.shed = nil, none
	}
	n := len(g.deck)
	g.deck = unseen[:n:n]
}

// unseen returns all cards that were not face up in this round and never in the seat's hand.
func (g *guess) unseen() []Card {
	me := &g.players[g.me]
	seen := slices.Concat(me.hand, me.thrown)
	for j := range g.players {
		for _, d := range g.players[j].actions {
			seen = append(seen, d.card)
		}
	}
	cards := fullDeck()
	for _, c := range seen {
		if at := slices.Index(cards, c); at >= 0 {
			cards = slices.Delete(cards, at, at+1)
		}
	}
	return cards
}

// hideGold replaces the gold of other seats by the smallest values. The seat knows how many cards
// they have but not the values, and nothing in a round depends on these.
func (g *guess) hideGold() {
	supply := goldCards
	own := &g.players[g.me]
	for _, v := range append(slices.Clip(own.kept), own.picks...) {
		supply, _ = withdraw(supply, v)
	}
	hide := func(gold *[]int) {
		if n := len(*gold); n > 0 {
			*gold = slices.Repeat([]int{1}, n)
			supply[1] = max(0, supply[1]-n)
		}
	}
	for j := range g.players {
		if j != g.me {
			hide(&g.players[j].kept)
			hide(&g.players[j].picks)
		}
	}
	if g.phase == sharing && g.turn != g.me {
		hide(&g.left)
	}
	g.supply = supply
}

// drawRoles draws the others' roles: as many saboteurs as the cards allow, and likelier the more
// suspicious a seat is. The spare card, if there is one, counts as a seat that did nothing. After a
// round the roles are open.
func (g *guess) drawRoles() {
	if g.phase != digging {
		return
	}
	saboteurs := sharesFor(len(g.players)).saboteurs
	if g.players[g.me].role == saboteur {
		saboteurs--
	}
	var others []int // the other seats, then the spare card if there is one
	for j := range g.players {
		if j != g.me {
			others = append(others, j)
		}
	}
	if !g.rules.noSpare {
		others = append(others, nobody)
	}
	guilty := g.pickGuilty(others, saboteurs, &g.luck)
	for k, j := range others {
		is := miner
		if guilty[k] {
			is = saboteur
		}
		if j == nobody {
			g.spare = is
		} else {
			g.players[j].role = is
		}
	}
}

// pickGuilty draws exactly n seats of a list. Each set of n has a probability in proportion to the
// product of its members' odds.
func (s *State) pickGuilty(list []int, n int, l *luck) (guilty [10]bool) {
	// ways[k][m] is the total weight of all choices of m seats from the first k.
	var ways [11][5]uint64
	ways[0][0] = 1
	for k, j := range list {
		blame := 0
		if j != nobody {
			blame = s.players[j].blame
		}
		weight := max(1, odds(blame)>>5)
		ways[k+1] = ways[k]
		for m := 1; m <= n; m++ {
			ways[k+1][m] += ways[k][m-1] * weight
		}
	}
	for k := len(list); k > 0 && n > 0; k-- {
		if l.next()%ways[k][n] >= ways[k-1][n] {
			guilty[k-1] = true
			n--
		}
	}
	return guilty
}

// Try plays a command and then plays all seats carefully to the end of the round. A saboteur wants
// the gold to stay hidden. A miner wants it found, best by itself or by somebody soon after whom it
// picks.
func (s *State) Try(seat, command string, _ *engine.Stream) float64 {
	i := s.seat(seat)
	a, ok := s.read(i, command)
	if !ok || s.phase != digging || i != s.turn {
		return 0
	}
	n := course{State: s.clone(), trial: true}
	v := new(survey)
	n.carry(i, a)
	for n.phase == digging {
		if a.family == pathFamily || a.family == fallFamily {
			v = new(survey)
		}
		a = n.choose(v)
		n.carry(n.turn, a)
	}
	return n.payoff(i)
}

// payoff returns how well a round has ended for a seat, from 0 to 1.
func (s *State) payoff(i int) float64 {
	found, bad := s.winner == "miners", s.players[i].role == saboteur
	switch {
	case bad && !found:
		return 1
	case bad || !found:
		return 0
	}
	miners, before := s.inPlay(miner), 0
	for j := s.firstPicker(s.last); j != i && before < miners; j = s.nextMiner(j) {
		before++
	}
	return 0.9 + 0.1*float64(miners-before)/float64(miners)
}
