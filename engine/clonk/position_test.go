package clonk

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
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
//	Ana: dig s3    a canonical command, played
//	Ana? dig red   a line as a player writes it: what it means, not played
//	legal Ana      what she can do
//	view Ana       her view as a program gets it
//	told Ana       what she is told of the facts since the last answer
//	concede        the match ends as the table stands
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
				t.Errorf("answers differ (-update writes them); got\n%s", got)
			}
		})
	}
}

// script is a table that a file sets up.
type script struct {
	t     *testing.T
	words map[string]enginetest.Message
	setup engine.Setup
	state *State
	last  []engine.Fact
	old   *State // the state before the last facts
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
	s.state.blasts = s.state.players[s.state.turn].kablooeys
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
		return
	case "rules":
		s.setup.Rules = s.number(f[1])
		return
	case "seats": // the first one starts
		s.setup.Seats = f[1:]
		s.begin()
		return
	case "turn":
		s.state.turn = s.state.seat(f[1])
		return
	case "phase":
		s.state.phase = map[string]phase{"tiles": choosing, "open": opening, "cart": carting, "dig": digging, "shore": shoring}[f[1]]
		return
	case "deck":
		s.state.deck = s.cards(f[1:])
		return
	case "supply": // numbers of Snores and Kablooeys
		s.state.snores, s.state.kablooeys = s.number(f[1]), s.number(f[2])
		return
	case "shaft": // the bottom card first; ~ marks a card face down
		var pile []lying
		for _, c := range f[2:] {
			pile = append(pile, lying{card: s.card(strings.TrimPrefix(c, "~")), up: c[0] != '~'})
		}
		s.state.shafts[s.number(f[1])-1] = pile
		return
	}
	s.placeSeat(f, line)
}

// placeSeat sets up what one seat has.
func (s *script) placeSeat(f []string, line string) {
	p := &s.state.players[s.state.seat(f[1])]
	switch f[0] {
	case "hand":
		p.hand = s.cards(f[2:])
	case "cart": // the top one last
		p.cart = s.cards(f[2:])
	case "gallery": // a gift has its giver after =
		for _, c := range f[2:] {
			code, giver, gift := strings.Cut(c, "=")
			if !gift {
				giver = f[1]
			}
			p.gallery = append(p.gallery, slot{card: s.card(code), giver: s.state.seat(giver)})
		}
	case "tiles":
		p.colour, p.kind = slices.Index(colours[:], f[2]), slices.Index(kinds[:], f[3])
	case "snores":
		p.snores = s.number(f[2])
	case "kablooeys":
		p.kablooeys = s.number(f[2])
	default:
		s.t.Fatalf("no such line: %s", line)
	}
}

func (s *script) begin() {
	e := Dealt{Starter: s.setup.Seats[0], Tiles: map[string]Tiles{}}
	for i, name := range s.setup.Seats {
		e.Tiles[name] = Tiles{Colour: colours[5-i], Kind: kinds[5-i]}
	}
	s.state = newState(s.setup, ownTable())
	s.state.Apply(engine.Fact{Event: Tiled{Tiles: e.Tiles}}) // by the first rules the deal has them
	s.state.Apply(engine.Fact{Event: e})
	s.state.phase = digging
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

func (s *script) number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// do carries out a line of play and returns its answers.
func (s *script) do(line string) []string {
	f := strings.Fields(line)
	switch f[0] {
	case "concede":
		facts, refusal := s.state.Concede(engine.Dice{})
		if refusal != nil {
			return []string{"refused " + refusal.Key}
		}
		return s.apply(facts)
	case "legal":
		return []string{strings.Join(s.state.Legal(f[1]), ", ")}
	case "view":
		return []string{s.json(s.state.View(f[1]).Data)}
	case "told":
		return s.told(f[1])
	}
	if seat, command, ok := strings.Cut(line, ": "); ok {
		facts, refusal := s.state.Play(seat, command, engine.Dice{})
		if refusal != nil {
			return s.refused(refusal)
		}
		return s.apply(facts)
	}
	seat, words, ok := strings.Cut(line, "? ")
	if !ok {
		s.t.Fatalf("no such line: %s", line)
	}
	m, refusal := s.state.Parse(seat, engine.Normalise(words), nil)
	if refusal != nil {
		return s.refused(refusal)
	}
	return []string{"means " + m.Command + ", bound " + m.Bound}
}

func (s *script) apply(facts []engine.Fact) []string {
	s.last, s.old = facts, s.state.clone()
	var answers []string
	for _, f := range facts {
		s.state.Apply(f)
		seat := f.Seat
		if seat == "" {
			seat = "-"
		}
		answers = append(answers, f.Event.Kind()+" "+seat+" "+s.json(f.Event))
	}
	return answers
}

func (s *script) refused(r *engine.Refusal) []string {
	answers := []string{"refused: " + s.print(r.Phrase)}
	if len(r.Nearest) > 0 {
		answers = append(answers, "nearest: "+strings.Join(r.Nearest, ", "))
	}
	return answers
}

func (s *script) told(seat string) []string {
	var answers []string
	state := s.old.clone()
	for _, f := range s.last {
		if n := state.Tell(f, seat); n != nil {
			for _, line := range n.Lines {
				answers = append(answers, s.print(line))
			}
		}
		state.Apply(f)
	}
	return answers
}

func (s *script) print(p engine.Phrase) string {
	text, err := enginetest.Print(s.words, p)
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

func (s *script) json(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}
