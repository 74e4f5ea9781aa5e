package clonk

import (
	"flag"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
)

var update = flag.Bool("update", false, "write the answers in testdata anew")

// TestPositions plays the files in testdata.
func TestPositions(t *testing.T) {
	enginetest.PlayPositions(t, enginetest.ReadCatalogue(t, Game{}.Strings(), "en.toml"), *update, func(t *testing.T) enginetest.Position { return &script{t: t} })
}

// script is a table that a file sets up.
type script struct {
	t     *testing.T
	setup engine.Setup
	state *State
}

func (s *script) State() engine.State                   { return s.state }
func (s *script) Seats() []string                       { return s.setup.Seats }
func (s *script) Dice() engine.Dice                     { return engine.Dice{} }
func (s *script) Shown(event engine.Event) engine.Event { return event }
func (s *script) Answer([]string) ([]string, bool)      { return nil, false }
func (s *script) Placed()                               { s.state.blasts = s.state.players[s.state.turn].kablooeys }

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
