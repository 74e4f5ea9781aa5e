package saboteur

import (
	"testing"

	"pitpost.example/engine"
)

// All numbers in an answer are those that the answered letter printed.
func TestPlacesArePrintedOnes(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	s.Apply(engine.Fact{Event: Dealt{Round: 1, Starter: "Ana"}})
	printed := []string{"path-ew", "map", "path-nesw", "path-ew", "rockfall"}
	// Since then the map was played and two cards were drawn.
	s.players[0].hand = cardsOf([]string{"path-ew", "path-nesw", "path-ew", "rockfall", "dead-n", "map"})
	s.maze.put(Cell{0, 4}, tileOf(pathNS, false))
	for line, want := range map[string]string{
		"1 b3":    "1 B3",
		"3 b3":    "2 B3",
		"4 b3":    "1 B3", // either of two equal cards will do: the first
		"2 i1":    "6 I1", // the map that was drawn does as well as the one that was played
		"pass 5":  "pass 4",
		"pass 6":  "pass 5",
		"7 i3":    "6 I3",
		"5 a4":    "4 A4",
		"map i1":  "6 I1",
		"pass 8":  "",
		"pass 99": "",
	} {
		m, refusal := s.Parse("Ana", line, printed)
		if m.Command != want || (refusal == nil) != (want != "") {
			t.Errorf("%q reads as %q, %v instead of %q", line, m.Command, refusal, want)
		}
	}
	s.players[0].hand = cardsOf([]string{"path-ew"})
	if _, refusal := s.Parse("Ana", "3 b3", printed); refusal == nil || refusal.Key != "saboteur.card-gone" {
		t.Errorf("a card that is gone: %v", refusal)
	}
}

// A name is recognised with and without its accents, and by its beginning if only one name begins
// so.
func TestNames(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: []string{"José", "Jo", "Åsa-Lü"}})
	s.Apply(engine.Fact{Event: Dealt{Round: 1, Starter: "José"}})
	s.players[0].hand = []Card{brokenCart}
	for line, want := range map[string]string{
		"1 jose":   "1 José",
		"1 José":   "1 José",
		"1 jos":    "1 José",
		"1 jo":     "1 Jo",
		"1 j":      "",
		"1 asa":    "1 Åsa-Lü",
		"1 asa-lu": "1 Åsa-Lü",
		"cart as":  "1 Åsa-Lü",
		"1 bo":     "",
	} {
		m, refusal := s.Parse("José", line, nil)
		if m.Command != want || (refusal == nil) != (want != "") {
			t.Errorf("%q reads as %q, %v instead of %q", line, m.Command, refusal, want)
		}
	}
}

func TestOptions(t *testing.T) {
	differ, refusal := Game{}.Options("pt", engine.NewestRules, map[string]string{"joined": "yes", "rounds": "1", "picks": "ask"})
	if refusal != nil || len(differ) != 2 || differ["rounds"] != "1" || differ["picks"] != "ask" {
		t.Errorf("options that differ: %v, %v", differ, refusal)
	}
	for _, set := range []map[string]string{{"rounds": "4"}, {"turns": ""}, {"colour": "red"}} {
		if _, refusal := (Game{}).Options("it", engine.NewestRules, set); refusal == nil {
			t.Errorf("%v is let pass", set)
		}
	}
}

// The host names the first starter, or it is drawn, always the same one for a seed.
func TestFirstStarter(t *testing.T) {
	starts := map[string]bool{}
	for seed := range byte(30) {
		d := engine.Dice{Seed: [32]byte{seed}}
		s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
		starts[s.Start(d)[0].Event.(Dealt).Starter] = true
		named := newState(engine.Setup{Edition: "pt", Seats: names[:3], First: "Cy"})
		if got := named.Start(d)[0].Event.(Dealt).Starter; got != "Cy" {
			t.Errorf("%s starts instead of Cy", got)
		}
	}
	if len(starts) != 3 {
		t.Errorf("only %v ever start", starts)
	}
}

func TestDig(t *testing.T) {
	s := newState(engine.Setup{Edition: "mercurio", Seats: names[:3]})
	s.Apply(engine.Fact{Event: Dealt{Round: 1, Starter: "Ana"}})
	s.maze.put(Cell{1, 3}, tileOf(pathEW, false))
	s.maze.put(Cell{5, 3}, tileOf(pathEW, false)) // not joined to the start
	s.players[0].hand = []Card{deadEW, pathEW, repairCart}
	if got := s.Dig("Ana"); len(got) != 1 || got[0] != "2 C3" {
		t.Errorf("digs %q", got)
	}
	s.players[0].broken = cart
	if got := s.Dig("Ana"); len(got) != 1 || got[0] != "3 Ana" {
		t.Errorf("mends %q", got)
	}
	if got := s.Idle("Ana"); got != "pass 1" {
		t.Errorf("the safe move is %q", got)
	}
}

// While the gold is shared out, a line names a piece of it and nothing else.
func TestPickNamesGoldAlone(t *testing.T) {
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	for line, want := range map[string]bool{
		"2": true, "pick 2": true, "take 2": true,
		"pick": false, "2 b3": false, "2 " + names[1]: false, "pass 2": false, "cart 2": false, "pick 2 qqq": false,
	} {
		w, refusal := s.readWish(line)
		if refusal != nil || w.picksGold() != want {
			t.Errorf("%q picks gold: %v, %v", line, !want, refusal)
		}
	}
}
