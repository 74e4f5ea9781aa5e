package peak

import (
	"slices"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// act is what a seat can do: lay or put away the card at a place of its hand, from 0.
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

// command is an act as letters spell it, places counted from 1: "lay 2". It is the canonical form: one
// act has one command.
func (a act) command() string { return a.verb.String() + " " + strconv.Itoa(a.place+1) }

// acts are all that a seat could do now.
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

// ToMove is whose choice is awaited: one seat, or none when the match is over.
func (s *State) ToMove() []string {
	if s.turn == nobody {
		return nil
	}
	return []string{s.setup.Seats[s.turn]}
}

// Legal lists the commands of a seat, sorted; none out of turn.
func (s *State) Legal(seat string) []string { return engine.Sorted(s.acts(s.seat(seat)), act.command) }

// Start deals the first hike. Who begins is drawn by lot, unless the host named somebody.
func (s *State) Start(d engine.Dice) []engine.Fact {
	first := s.setup.First
	if first == "" {
		first = s.setup.Seats[d.For("start").Intn(len(s.setup.Seats))]
	}
	return []engine.Fact{s.deal(1, first, d)}
}

// deal shuffles with dice of a purpose of its own: had all hikes the same, they would be dealt alike.
func (s *State) deal(hike int, first string, d engine.Dice) engine.Fact {
	deck := make([]string, cards)
	for i := range deck {
		deck[i] = code(i + 1)
	}
	engine.Mix(d.For("hike "+strconv.Itoa(hike)), deck)
	hands := map[string][]string{}
	for _, name := range s.setup.Seats {
		hands[name], deck = deck[:handful:handful], deck[handful:]
	}
	return engine.Fact{Event: Dealt{Hike: hike, First: first, Hands: hands, Deck: deck}}
}

// Play carries out a canonical command, and all that follows from it. The first fact is the choice.
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

// end closes the hike, and deals the next one or ends the match. Facts of several rules stand one after
// the other; each is worked out on the position that those before it led to.
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
	winners := kit.Best(s.setup.Seats, func(a, b string) bool { return ended.Points[a] > ended.Points[b] })
	return []engine.Fact{closed, {Event: MatchEnded{Scores: ended.Points, Winners: winners}}}
}

// Chosen says which facts are choices: of the house's deeds none.
func (s *State) Chosen(f engine.Fact) bool {
	switch f.Event.(type) {
	case Climbed, Rested:
		return true
	}
	return false
}

// Concede ends the hike with nobody on the peak.
func (s *State) Concede(d engine.Dice) []engine.Fact { return s.end(nobody, d) }

// Idle is the move that harms least, for a seat whose time is out: put the lowest card away.
func (s *State) Idle(seat string) string {
	i := s.seat(seat)
	if i == nobody || i != s.turn {
		return ""
	}
	hand := s.players[i].hand
	lowest := slices.MinFunc(hand, func(a, b string) int { return height(a) - height(b) })
	return act{rest, slices.Index(hand, lowest)}.command()
}

// Careful makes the state Sensible, and with it the bot "careful" that sits in for people: it lays the
// lowest card that goes, and rests where the next step would be a great one. It sees its own hand only.
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
