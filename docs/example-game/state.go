package peak

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// State is a position. Only this package looks inside; the house asks it by the methods of engine.State.
type State struct {
	setup   engine.Setup
	hike    int // 0 before the first deal
	turns   int // made in the match, by all seats together
	turn    int // whose it is, nobody when nothing is asked
	last    int // who laid the last card on the path
	rests   int // in a row
	path    []string
	deck    []string // next first; only Play looks at it
	away    int      // cards put away unseen in this hike
	players []player
	result  *engine.Result
}

// player is what stands before a seat. Points and steps are for all to see, the hand is not.
type player struct {
	hand   []string
	points int
	steps  int // in this hike
}

const nobody = -1

// A card is called by its height with a "p" in front, "p7", so that it is no number: numbers name
// places in the hand.
func code(height int) string { return "p" + strconv.Itoa(height) }

// height is that of a card, 0 for what is none.
func height(code string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(code, "p"))
	if err != nil || n < 1 || n > cards || code != "p"+strconv.Itoa(n) {
		return 0
	}
	return n
}

// seat is the number of a seat, nobody for a name that is none.
func (s *State) seat(name string) int { return slices.Index(s.setup.Seats, name) }

func (s *State) top() int {
	if len(s.path) == 0 {
		return 0
	}
	return height(s.path[len(s.path)-1])
}

// Apply folds one fact. It runs no rules: whatever the rules decided stands in the fact.
func (s *State) Apply(f engine.Fact) {
	switch e := f.Event.(type) {
	case Dealt:
		s.hike, s.turn, s.last, s.rests, s.away = e.Hike, s.seat(e.First), nobody, 0, 0
		s.path, s.deck = nil, slices.Clone(e.Deck)
		for i, name := range s.setup.Seats {
			s.players[i].hand, s.players[i].steps = slices.Clone(e.Hands[name]), 0
		}
	case Climbed:
		i := s.takes(f.Seat, e.Card, e.Drew)
		if i == nobody {
			return
		}
		s.path, s.last, s.rests = append(slices.Clone(s.path), e.Card), i, 0
		s.players[i].points += stepPays
		s.players[i].steps++
	case Rested:
		if s.takes(f.Seat, e.Card, e.Drew) != nobody {
			s.rests++
			s.away++
		}
	case HikeEnded:
		s.turn = nobody
		for i, name := range s.setup.Seats {
			s.players[i].points = e.Points[name]
		}
	case MatchEnded:
		s.turn, s.result = nobody, &engine.Result{Scores: e.Scores, Winners: e.Winners}
	}
}

// takes lays a card of a seat down and draws another for it; then it is the next one's turn.
func (s *State) takes(name, card, drew string) int {
	i := s.seat(name)
	if i == nobody {
		return nobody
	}
	hand := slices.Clone(s.players[i].hand)
	if at := slices.Index(hand, card); at >= 0 {
		hand = slices.Delete(hand, at, at+1)
	}
	if drew != "" {
		hand = append(hand, drew)
		s.deck = s.deck[min(1, len(s.deck)):]
	}
	s.players[i].hand = hand
	s.turns++
	s.turn = s.after(i)
	return i
}

// after is the next seat with cards, nobody if there is none.
func (s *State) after(i int) int {
	for n := 1; n <= len(s.players); n++ {
		if next := (i + n) % len(s.players); len(s.players[next].hand) > 0 {
			return next
		}
	}
	return nobody
}

// copy is a position that can be played on while this one stays.
func (s *State) copy() *State {
	c := *s
	c.players = slices.Clone(s.players) // what Apply changes of them it makes anew
	return &c
}

// Result is the outcome once the match is over, nil before.
func (s *State) Result() *engine.Result { return s.result }

// Scores makes the state Scoring: the house can say who leads when somebody leaves.
func (s *State) Scores() map[string]int {
	points := map[string]int{}
	for i, name := range s.setup.Seats {
		points[name] = s.players[i].points
	}
	return points
}
