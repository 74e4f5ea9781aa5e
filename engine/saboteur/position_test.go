package saboteur

import (
	"flag"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
)

var update = flag.Bool("update", false, "write the answers in testdata anew")

// TestPositions plays the files in testdata, which besides what enginetest.PlayPositions reads may have these lines:
//
//	board            the maze
//	careful Ana      what a careful bot would play for her
//	did Ana Bo       what she did, as Bo reads it
func TestPositions(t *testing.T) {
	enginetest.PlayPositions(t, enginetest.ReadCatalogue(t, Game{}.Strings(), "en.toml"), *update, func(t *testing.T) enginetest.Position { return &script{t: t} })
}

// script is a table at which the draws come out as a file says.
type script struct {
	t     *testing.T
	state *State
	setup engine.Setup
	draw  []int // the gold that is drawn at the next win
}

func (s *script) State() engine.State { return s.state }
func (s *script) Seats() []string     { return s.setup.Seats }
func (s *script) Placed()             {}

// Dice returns dice that draw the gold that the file names.
func (s *script) Dice() engine.Dice {
	d := engine.Dice{Seed: [32]byte{1}}
	if len(s.draw) > 0 {
		next := s.state.deal(d, s.state.round+1)
		d.Logged = &engine.LoggedDraws{Facts: []engine.Fact{{Event: Ended{Gold: s.draw}}, {Event: next}}}
	}
	return d
}

// Shown leaves out of a deal what nobody may see in a file.
func (s *script) Shown(event engine.Event) engine.Event {
	if e, ok := event.(Dealt); ok {
		return Dealt{Round: e.Round, Starter: e.Starter}
	}
	return event
}

func (s *script) Answer(words []string) ([]string, bool) {
	switch words[0] {
	case "board":
		return s.state.drawing(), true
	case "careful":
		return []string{s.state.Careful(words[1], nil)}, true
	case "did":
		keys := enginetest.ReadCatalogue(s.t, Game{}.Strings(), "en.toml")
		var all []string
		for _, p := range s.state.View(words[2]).Seats[s.state.seat(words[1])].Did {
			text, err := enginetest.PrintPhrase(keys, p)
			if err != nil {
				s.t.Fatal(err)
			}
			all = append(all, text)
		}
		return []string{strings.Join(all, ", ")}, true
	}
	return nil, false
}

// Place carries out a line that sets up the table.
func (s *script) Place(line string) {
	f := strings.Fields(line)
	switch f[0] {
	case "edition":
		s.setup = engine.Setup{Edition: f[1], Options: map[string]string{}}
		for _, o := range f[2:] {
			k, v, _ := strings.Cut(o, "=")
			s.setup.Options[k] = v
		}
	case "rules": // their number; 1 without this line
		s.setup.Rules = atoi(s.t, f[1])
	case "seats": // each with its role
		for _, seat := range f[1:] {
			name, _, _ := strings.Cut(seat, "=")
			s.setup.Seats = append(s.setup.Seats, name)
		}
		s.begin(f[1:])
	case "round":
		s.state.round = atoi(s.t, f[1])
	case "goals":
		for i, c := range f[1:] {
			s.state.goals[i] = s.card(c)
		}
	case "hand":
		s.state.players[s.state.seat(f[1])].hand = s.cards(f[2:])
	case "deck":
		s.state.deck = s.cards(f[1:])
	case "lay":
		c, ok := cellOf(f[1])
		if !ok {
			s.t.Fatalf("no cell %s", f[1])
		}
		s.state.maze.put(c, tileOf(s.card(f[2]), len(f) == 4))
	case "broken":
		for _, tool := range f[2:] {
			s.state.players[s.state.seat(f[1])].broken |= toolOf(tool)
		}
	case "turn":
		s.state.turn = s.state.seat(f[1])
	case "gold":
		for _, v := range f[1:] {
			s.draw = append(s.draw, atoi(s.t, v))
		}
	case "supply": // gold cards of value one, two and three
		s.state.supply = [4]int{0, atoi(s.t, f[1]), atoi(s.t, f[2]), atoi(s.t, f[3])}
	default:
		s.t.Fatalf("no such line: %s", line)
	}
}

func (s *script) begin(seats []string) {
	e := Dealt{Round: 1, Starter: s.setup.Seats[0], Spare: "miner", Roles: map[string]string{}}
	if newState(s.setup).spares() == 0 {
		e.Spare = ""
	}
	for _, seat := range seats {
		name, role, _ := strings.Cut(seat, "=")
		if role == "" {
			role = "miner"
		}
		e.Roles[name] = role
	}
	e.Goals = map[string]string{"I1": "stone-ne", "I3": "gold", "I5": "stone-nw"}
	s.state = newState(s.setup)
	s.state.Apply(engine.Fact{Event: e})
}

func (s *script) card(code string) Card {
	c := cardOf(code)
	if c == none {
		s.t.Fatalf("no card %s", code)
	}
	return c
}

func (s *script) cards(codes []string) []Card {
	list := make([]Card, len(codes))
	for i, c := range codes {
		list[i] = s.card(c)
	}
	return list
}

func atoi(t *testing.T, word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
