package clonk

import (
	"slices"
	"testing"

	"pitpost.example/engine"
)

// reading returns a table in the middle of Ana's digging.
func reading() *State {
	s := carts([3]int{1, 0, 1}, [3]int{1, 0, 1}, [3]int{1, 0, 1})
	s.phase = digging
	s.players[0].cart = cardsOf([]string{"white-crown-1"})
	s.players[1].cart = cardsOf([]string{"red-crown-1"})
	s.players[0].hand = cardsOf([]string{"white-necklace-1", "red-statue-1", "white-sword-1", "white-sword-2"})
	s.shafts[2] = []lying{{card: cardOf("white-hammer-1"), up: true}}
	return s
}

func TestReading(t *testing.T) {
	for line, want := range map[string]string{
		"dig s3":                       "dig s3",
		"dig shaft 3":                  "dig s3",
		"Dig the white hammer, please": "dig s3",
		"dig white necklace":           "dig h1",
		"dig white neck":               "dig h1",
		"give red statue to Bo":        "give Bo h2",
		"give bo h2":                   "give Bo h2",
		"give bo hand 2":               "give Bo h2",
		"rest":                         "rest",
		"done":                         "rest",
		"dig white sword":              "", // the hand has two of them
		"dig white":                    "",
		"dig whte necklace":            "", // a typing mistake
		"dig 3":                        "",
		"dig h9":                       "",
		"dig s9":                       "",
		"dig s1":                       "",
		"open kind":                    "",
		"shore h1 s1":                  "",
		"give Bo Cy h2":                "",
		"":                             "",
	} {
		m, refusal := reading().Parse("Ana", line, nil)
		if m.Command != want || (refusal == nil) != (want != "") {
			t.Errorf("%q reads as %q, %v instead of %q", line, m.Command, refusal, want)
		}
	}
}

func TestReadingAsks(t *testing.T) {
	for line, want := range map[string][]string{
		"dig white sword":   {"dig h3", "dig h4"},
		"dig whte necklace": {"dig h1"},
	} {
		_, refusal := reading().Parse("Ana", line, nil)
		if refusal == nil || len(refusal.Nearest) < len(want) || !slices.Equal(refusal.Nearest[:len(want)], want) {
			t.Errorf("%q is answered %+v", line, refusal)
		}
	}
}

// Of two verbs, cards or tiles in one line neither is guessed. Two words that look at one card from two sides agree.
func TestWordsContradict(t *testing.T) {
	for line, want := range map[string]bool{
		"dig shore": true, "open colour kind": true, "dig white-sword-1 white-sword-2": true,
		"dig white sword": false, "dig dig h1": false, "open colour colour": false, "dig white-sword-1": false,
	} {
		_, refusal := reading().readWish(line)
		if got := refusal != nil && refusal.Key == "clonk.two-deeds"; got != want {
			t.Errorf("%q asks for two things: %v, %v", line, got, refusal)
		}
	}
}

func TestReadingShore(t *testing.T) {
	for line, want := range map[string]string{
		"shore 2 on 3": "shore h2 s3", "shore h2 s3": "shore h2 s3", "2 3": "shore h2 s3",
		"shore red statue on 4": "shore h2 s4", "done": "shore h1 s1", "shore 2 6": "", "rest": "",
	} {
		s := reading()
		s.phase = shoring
		if m, _ := s.Parse("Ana", line, nil); m.Command != want {
			t.Errorf("%q reads as %q instead of %q", line, m.Command, want)
		}
	}
}

// Two treasures of one colour and kind are told apart by their coins and eyes, as the letter prints them.
func TestReadingWorth(t *testing.T) {
	table := *ownTable()
	for _, c := range []struct {
		card        string
		coins, eyes int
	}{{"white-sword-1", 2, 1}, {"white-sword-2", 1, 1}} {
		table.coins[cardOf(c.card)], table.eyes[cardOf(c.card)] = c.coins, c.eyes
	}
	for line, want := range map[string]string{
		"dig white sword 2/1": "dig h3", "dig white sword 1/": "dig h4", "dig sword 2/": "dig h3", "dig white sword /1": "", "dig white sword 3/": "",
	} {
		s := reading()
		s.table = &table
		if m, refusal := s.Parse("Ana", line, nil); m.Command != want || (refusal == nil) != (want != "") {
			t.Errorf("%q reads as %q, %v instead of %q", line, m.Command, refusal, want)
		}
	}
}

// A tile may be named by what is on it.
func TestReadingTiles(t *testing.T) {
	for line, want := range map[string]string{"open red": "open colour", "open crown": "open kind", "open green": "", "open red crown": ""} {
		s := reading()
		s.phase = opening
		s.players[0].open, s.players[0].cart = closed, nil
		s.players[0].colour, s.players[0].kind = slices.Index(colours[:], "red"), slices.Index(kinds[:], "crown")
		m, refusal := s.Parse("Ana", line, nil)
		if m.Command != want || (refusal == nil) != (want != "") {
			t.Errorf("%q reads as %q, %v instead of %q", line, m.Command, refusal, want)
		}
	}
}

// Places are those that the letter printed. Cards drawn since then have the numbers after those.
func TestPlacesArePrintedOnes(t *testing.T) {
	printed := []string{"white-necklace-1", "white-goblet-1", "red-statue-1", "white-sword-1"}
	for line, want := range map[string]string{
		"dig h1": "dig h1", "dig h4": "dig h3", "dig h5": "dig h4", "dig h2": "", "dig h6": "",
		"give bo h3": "give Bo h2",
	} {
		if m, _ := reading().Parse("Ana", line, printed); m.Command != want {
			t.Errorf("%q reads as %q instead of %q", line, m.Command, want)
		}
	}
}

func TestSkippedTile(t *testing.T) {
	s := reading()
	s.phase = opening
	for line, want := range map[string]string{"cart 1": "open colour", "open kind": "", "rest": ""} {
		if got := s.Skipped("Ana", line); got != want {
			t.Errorf("%q passes over %q instead of %q", line, got, want)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"clonk.dug", `{"card":"red-hat-1","from":1}`}, {"clonk.dug", `{"card":"red-hammer-1","from":6}`},
		{"clonk.blasted", `{"card":"red-hammer-1","shaft":0}`}, {"clonk.opened", `{"tile":"both"}`},
		{"clonk.woke", `{"x":1}`}, {"clonk.sung", `{}`}, {"clonk.shored", `{`},
	} {
		if e, err := (Game{}).Decode(c[0], 1, []byte(c[1])); err == nil {
			t.Errorf("%s %s reads as %v", c[0], c[1], e)
		}
	}
	if _, err := (Game{}).Decode("clonk.woke", 2, []byte(`{}`)); err == nil {
		t.Error("a newer version is read")
	}
}

// FuzzParse tries any line at a table in the middle of a turn.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"dig s3", "give a h2", "shore 2 on 3", "done", "white sword", "blast 3", "dig h0", "s99 -"} {
		f.Add(line, byte(digging))
	}
	f.Fuzz(func(t *testing.T, line string, in byte) {
		s := reading()
		s.phase = opening + phase(in)%(matchOver-opening)
		m, refusal := s.Parse("Ana", line, nil)
		if refusal == nil && !slices.Contains(s.Legal("Ana"), m.Command) {
			t.Errorf("%q reads as %q, which is not legal", line, m.Command)
		}
		if refusal == nil {
			return
		}
		for _, n := range refusal.Nearest {
			if _, again := s.Parse("Ana", engine.NormaliseText(n), nil); again != nil {
				t.Errorf("%q: %q is offered and refused: %s", line, n, again.Key)
			}
		}
	})
}
