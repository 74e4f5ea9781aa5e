package peak

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// State is a position. Only this package looks inside; the house uses the methods of engine.State.
type State struct {
	setup   engine.Setup
	hike    int // 0 before the first deal
	turns   int // made in the match, by all seats together
	turn    int // the seat to move, or nobody
	last    int // the seat that laid the last card on the path, or nobody
	rests   int // in a row
	path    []string
	deck    []string // the next card first; only Play looks at it
	away    int      // cards put away face down in this hike
	players []player
	result  *engine.Result
}

// player is what a seat has. Everybody sees points and steps; only the seat sees its hand.
type player struct {
	hand   []string
	points int
	steps  int // in this hike
}

const nobody = -1

// code returns the code of a card: its height with a "p" in front, "p7". It is not a plain number,
// because numbers in a line mean places in the hand.
func code(height int) string { return "p" + strconv.Itoa(height) }

// height returns the height of a card, or 0 if code is not one.
func height(code string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(code, "p"))
	if err != nil || n < 1 || n > cards || code != "p"+strconv.Itoa(n) {
		return 0
	}
	return n
}

// seat returns the number of a seat, or nobody for an unknown name.
func (s *State) seat(name string) int { return slices.Index(s.setup.Seats, name) }

func (s *State) top() int {
	if len(s.path) == 0 {
		return 0
	}
	return height(s.path[len(s.path)-1])
}

// Apply folds one fact. It runs no rules: the fact already says what they decided.
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

// takes removes a card from a hand and adds the drawn one; then it is the next seat's turn.
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

// after returns the next seat that has cards, or nobody.
func (s *State) after(i int) int {
	for n := 1; n <= len(s.players); n++ {
		if next := (i + n) % len(s.players); len(s.players[next].hand) > 0 {
			return next
		}
	}
	return nobody
}

// copy returns a position that can be played on while this one stays unchanged.
func (s *State) copy() *State {
	c := *s
	c.players = slices.Clone(s.players) // Apply replaces the slices in a player and never changes them
	return &c
}

// Result returns the result once the match is over, and nil before.
func (s *State) Result() *engine.Result { return s.result }

// Scores makes the state engine.Scoring: the house can then say who leads when somebody leaves.
func (s *State) Scores() map[string]int {
	points := map[string]int{}
	for i, name := range s.setup.Seats {
		points[name] = s.players[i].points
	}
	return points
}
