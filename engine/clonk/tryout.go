package clonk

import (
	"cmp"
	"math"
	"slices"

	"pitpost.example/engine"
)

// What is worth a thought at most: gifts, and cards to part with.
const (
	giftsThought = 6
	heldThought  = 3
)

// Worth lists what a seat could do, the careful choice first; of gifts those that
// hurt most, and of the cards to shore and to drop those of least use.
func (s *State) Worth(seat string) []string {
	i := s.seat(seat)
	if i < 0 || !s.asked(i) {
		return nil
	}
	sense := s.careful(i)
	list := []string{s.command(sense)}
	var gifts []act
	held := s.leastFirst(i)
	for _, a := range s.acts(i) {
		switch {
		case a == sense:
		case a.verb == giveVerb:
			gifts = append(gifts, a)
		case (a.verb == shoreVerb || a.verb == dropVerb) && slices.Index(held, a.place) >= heldThought:
		default:
			list = append(list, s.command(a))
		}
	}
	purses := make([]purse, len(s.players))
	for j := range purses {
		purses[j] = s.purseOf(i, j)
	}
	slices.SortStableFunc(gifts, func(a, b act) int {
		return cmp.Compare(purses[a.target].worth(s.card(i, a)), purses[b.target].worth(s.card(i, b)))
	})
	for _, a := range gifts[:min(len(gifts), giftsThought)] {
		list = append(list, s.command(a))
	}
	return list
}

// leastFirst are the places of a hand, the card of least use first.
func (s *State) leastFirst(i int) []int {
	u, hand := s.purseOf(i, i), s.players[i].hand
	places := make([]int, len(hand))
	for at := range places {
		places[at] = at
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(u.worth(hand[a]), u.worth(hand[b])) })
	return places
}

// Try plays the command and then all seats on with plain sense to the end. Half
// of what it comes to is the match won, half how far ahead the seat is.
func (s *State) Try(seat, command string, _ *engine.Stream) float64 {
	i := s.seat(seat)
	all := s.conceivable(i)
	at := slices.IndexFunc(all, func(a act) bool { return s.command(a) == command })
	if at < 0 {
		return 0
	}
	n := course{State: s.clone(), mute: true}
	n.carry(i, all[at])
	for n.phase != matchOver {
		j := n.turn
		if n.phase == opening {
			j = n.seat(n.ToMove()[0])
		}
		n.carry(j, n.careful(j))
	}
	return n.promise(i)
}

// ahead is by how many coins the seat that leads has about seven chances in ten.
const ahead = 10

func (s *State) promise(i int) float64 {
	won := 0.0
	if w := s.result.Winners; slices.Contains(w, s.name(i)) {
		won = 1 / float64(len(w))
	}
	best := math.MinInt
	for j := range s.players {
		if j != i {
			best = max(best, s.result.Scores[s.name(j)])
		}
	}
	lead := float64(s.result.Scores[s.name(i)] - best)
	return won/2 + 0.5/(1+math.Exp(-lead/ahead))
}
