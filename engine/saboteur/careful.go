package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// Careful plays by common sense. A miner looks at a map early, mends its tools, lays cards that
// bring a path nearer to where the gold may be, removes dead ends, and breaks the tools of
// suspects. A saboteur stays inconspicuous while the paths are short, then blocks them and breaks
// the tools of the best diggers.
func (s *State) Careful(seat string, _ *engine.Stream) string {
	i := s.seat(seat)
	if s.phase != digging || i != s.turn {
		return s.Idle(seat)
	}
	return s.command(s.choose(new(survey)))
}

// Worth lists at most this many commands, with these limits for each family of cards and for
// discards.
const (
	mostWorth    = 10
	mostOfFamily = 4
	mostDiscards = 2
)

// Worth lists the commands that Careful prefers, the best first.
func (s *State) Worth(seat string) []string {
	i := s.seat(seat)
	if s.phase != digging || i != s.turn {
		return []string{s.Idle(seat)}
	}
	var ideas []idea
	s.think(new(survey), func(d idea) { ideas = append(ideas, d) })
	slices.SortStableFunc(ideas, func(a, b idea) int { return b.value - a.value })
	var commands []string
	var of [mapFamily + 1]int
	for _, d := range ideas {
		most := mostOfFamily
		if d.family == 0 {
			most = mostDiscards
		}
		if of[d.family]++; of[d.family] <= most && len(commands) < mostWorth {
			commands = append(commands, s.command(d.act))
		}
	}
	return commands
}

// idea is something that a seat could do and how much it likes that. 100 is the value of discarding
// a useless card.
type idea struct {
	act
	value int
}

// choose returns what the seat to move likes best.
func (s *State) choose(v *survey) act {
	best := idea{value: -1 << 30}
	s.think(v, func(d idea) {
		if d.value > best.value {
			best = d
		}
	})
	return best.act
}

// think rates everything sensible that the seat to move can do and passes it to take. Of equal
// cards it considers only the first.
func (s *State) think(v *survey, take func(idea)) {
	p := &s.players[s.turn]
	m := s.mind(v)
	var met [len(faces)]bool
	for place, card := range p.hand {
		if met[card] {
			continue
		}
		met[card] = true
		take(idea{act{place: place, card: card}, m.discard(card)})
		a := act{family: card.face().family, place: place, card: card}
		switch a.family {
		case pathFamily:
			if p.broken == 0 {
				m.digs(a, take)
			}
		case breakFamily:
			m.breaks(a, take)
		case mendFamily:
			m.mends(a, take)
		case fallFamily:
			m.falls(a, take)
		case mapFamily:
			m.looks(a, take)
		}
	}
}

// mind is how the seat to move sees the position.
type mind struct {
	*State
	*survey
	me     int
	bad    bool   // it is a saboteur
	gold   [3]int // how likely each goal is the gold, in sixths
	knows  bool   // it knows where the gold is
	wanted int    // cards that are still needed to reach the gold, in sixths
}

func (s *State) mind(v *survey) mind {
	v.look(&s.maze)
	m := mind{State: s, survey: v, me: s.turn, bad: s.players[s.turn].role == saboteur}
	m.gold, m.knows = s.belief(m.me)
	for g, p := range m.gold {
		if p > 0 {
			v.lookTo(&s.maze, g)
			m.wanted += p * int(v.need[g])
		}
	}
	return m
}

// belief returns where a seat expects the gold, in sixths for each goal, from the goals it has
// seen.
func (s *State) belief(i int) (hopes [3]int, knows bool) {
	open := 0
	for g, c := range goalCells {
		switch {
		case s.maze.at(c) != hiddenTile:
		case !s.players[i].seen[g]:
			hopes[g] = 1
			open++
		case s.goals[g] == gold:
			hopes = [3]int{}
			hopes[g] = 6
			return hopes, true
		}
	}
	for g := range hopes {
		hopes[g] *= 6 / max(1, open)
	}
	return hopes, open == 1
}
