package peak

import (
	"slices"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// act is something that a seat can do: lay the card at a place in its hand, from 0, or put it away.
type act struct {
	verb  verb
	place int
}

type verb uint8

const (
	noVerb verb = iota
	lay
	rest
)

func (v verb) String() string { return [...]string{"", "lay", "rest"}[v] }

// command returns the act as letters print it, with places counted from 1: "lay 2". This is the
// canonical form: every act has exactly one command.
func (a act) command() string { return a.verb.String() + " " + strconv.Itoa(a.place+1) }

// acts lists all that a seat could do now.
func (s *State) acts(i int) (all []act) {
	if i == nobody || i != s.turn {
		return nil
	}
	for place, c := range s.players[i].hand {
		if height(c) > s.top() {
			all = append(all, act{lay, place})
		}
		all = append(all, act{rest, place})
	}
	return all
}

// ToMove returns the seat that has to choose, and none when the match is over.
func (s *State) ToMove() []string {
	if s.turn == nobody {
		return nil
	}
	return []string{s.setup.Seats[s.turn]}
}

// Legal lists the commands of a seat, sorted. Out of turn there are none.
func (s *State) Legal(seat string) []string {
	return engine.MapSorted(s.acts(s.seat(seat)), act.command)
}

// Start deals the first hike. The seat that begins is drawn, unless the host named one.
func (s *State) Start(d engine.Dice) []engine.Fact {
	first := s.setup.First
	if first == "" {
		first = s.setup.Seats[d.For("start").Intn(len(s.setup.Seats))]
	}
	return []engine.Fact{s.deal(1, first, d)}
}

// deal shuffles with dice whose purpose is this hike. With one purpose for all hikes, all would be
// dealt the same cards.
func (s *State) deal(hike int, first string, d engine.Dice) engine.Fact {
	deck := make([]string, cards)
	for i := range deck {
		deck[i] = code(i + 1)
	}
	engine.ShuffleList(d.For("hike "+strconv.Itoa(hike)), deck)
	hands := map[string][]string{}
	for _, name := range s.setup.Seats {
		hands[name], deck = deck[:handful:handful], deck[handful:]
	}
	return engine.Fact{Event: Dealt{Hike: hike, First: first, Hands: hands, Deck: deck}}
}

// Play carries out a canonical command and all that follows from it. The first fact is the choice.
func (s *State) Play(seat, command string, d engine.Dice) ([]engine.Fact, *engine.Refusal) {
	i := s.seat(seat)
	at := slices.IndexFunc(s.acts(i), func(a act) bool { return a.command() == command })
	if at < 0 {
		return nil, engine.Refuse("peak.illegal", "command", command)
	}
	a := s.acts(i)[at]
	card, drew := s.players[i].hand[a.place], ""
	if len(s.deck) > 0 {
		drew = s.deck[0]
	}
	choice := engine.Fact{Seat: seat, Event: Climbed{card, drew}}
	if a.verb == rest {
		choice.Event = Rested{card, drew}
	}
	next := s.copy()
	next.Apply(choice)
	if next.turn != nobody && next.rests < len(s.players) {
		return []engine.Fact{choice}, nil
	}
	return append([]engine.Fact{choice}, next.end(next.last, d)...), nil
}

// end closes the hike, and deals the next one or ends the match. Each rule adds its facts after
// those before it, and works on the position that they lead to.
func (s *State) end(peak int, d engine.Dice) []engine.Fact {
	ended := HikeEnded{Hike: s.hike, Points: s.Scores()}
	first := s.after(max(s.last, 0))
	if peak != nobody {
		ended.Peak = s.setup.Seats[peak]
		ended.Points[ended.Peak] += peakPays
		first = peak
	}
	closed := engine.Fact{Event: ended}
	if s.hike < hikes(s.setup) {
		return []engine.Fact{closed, s.deal(s.hike+1, s.setup.Seats[max(first, 0)], d)}
	}
	winners := kit.BestSeats(s.setup.Seats, func(a, b string) bool { return ended.Points[a] > ended.Points[b] })
	return []engine.Fact{closed, {Event: MatchEnded{Scores: ended.Points, Winners: winners}}}
}

// Chosen reports whether a fact is a choice. A deal and an end follow by themselves.
func (s *State) Chosen(f engine.Fact) bool {
	switch f.Event.(type) {
	case Climbed, Rested:
		return true
	}
	return false
}

// Concede ends the hike with nobody on the peak. It can be given up at any time, so nothing is refused.
func (s *State) Concede(d engine.Dice) ([]engine.Fact, *engine.Refusal) { return s.end(nobody, d), nil }

// Idle returns the least harmful move, for a seat whose time is out: it puts the lowest card away.
func (s *State) Idle(seat string) string {
	i := s.seat(seat)
	if i == nobody || i != s.turn {
		return ""
	}
	hand := s.players[i].hand
	lowest := slices.MinFunc(hand, func(a, b string) int { return height(a) - height(b) })
	return act{rest, slices.Index(hand, lowest)}.command()
}

// Careful makes the state engine.Sensible, and so makes the bot "careful" that plays for absent
// people. It lays the lowest card that is high enough, but rests if that would be too great a step.
// It looks only at its own hand and at the path.
func (s *State) Careful(seat string, _ *engine.Stream) string {
	hand := s.players[s.seat(seat)].hand
	best := -1
	for place, c := range hand {
		if height(c) > s.top() && (best < 0 || height(c) < height(hand[best])) {
			best = place
		}
	}
	if best < 0 || height(hand[best]) > s.top()+cards/3 {
		return s.Idle(seat)
	}
	return act{lay, best}.command()
}
