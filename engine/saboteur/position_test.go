package saboteur

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
)

var update = flag.Bool("update", false, "write the answers in testdata anew")

// TestPositions plays the files in testdata. Each sets up a table line by line, and after "--" says
// what seats do. The lines after ">" are the expected answers:
//
//	Ana: 1 B3      a canonical command, played
//	Ana? 3 b3 r    a line as a player writes it: what it means, not played
//	legal Ana      what she can do
//	view Ana       her view as a program gets it
//	told Ana       what she is told of the facts since the last answer
//	board          the maze
func TestPositions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no positions: %v", err)
	}
	words := enginetest.Catalogue(t, Game{}.Strings(), "en.toml")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := runPosition(t, words, string(data))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(data) {
				t.Errorf("answers differ (-update writes them):\n%s", firstDifference(string(data), got))
			}
		})
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(g), len(w))
}

// script is a table at which the draws come out as a file says.
type script struct {
	t     *testing.T
	words map[string]enginetest.Message
	state *State
	setup engine.Setup
	draw  []int // the gold that is drawn at the next win
	last  []engine.Fact
	old   *State // the state before the last facts
}

// dice returns dice that draw the gold that the file names.
func (s *script) dice() engine.Dice {
	d := engine.Dice{Seed: [32]byte{1}}
	if len(s.draw) > 0 {
		next := s.state.deal(d, s.state.round+1)
		d.Logged = &engine.LoggedDraws{Facts: []engine.Fact{{Event: Ended{Gold: s.draw}}, {Event: next}}}
	}
	return d
}

func runPosition(t *testing.T, words map[string]enginetest.Message, text string) string {
	head, play, ok := strings.Cut(text, "\n--\n")
	if !ok {
		t.Fatal("a position has a line -- between table and play")
	}
	s := &script{t: t, words: words}
	for _, line := range strings.Split(head, "\n") {
		s.place(line)
	}
	var out strings.Builder
	out.WriteString(head + "\n--\n")
	for _, line := range strings.Split(strings.TrimRight(play, "\n"), "\n") {
		if strings.HasPrefix(line, ">") {
			continue
		}
		out.WriteString(line + "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for _, answer := range s.do(line) {
			out.WriteString(strings.TrimRight("> "+answer, " ") + "\n")
		}
	}
	return out.String()
}

// place carries out a line that sets up the table.
func (s *script) place(line string) {
	f := strings.Fields(line)
	if len(f) == 0 || strings.HasPrefix(line, "#") {
		return
	}
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
