package clonk

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
)

var names = []string{"Ana", "Bo", "Cy", "Di"}

func TestTileCoins(t *testing.T) {
	for n, want := range []int{0, 1, 2, 4, 6, 9, 12, 16, 20} {
		if got := tileCoins(n); got != want {
			t.Errorf("%d cards pay %d instead of %d", n, got, want)
		}
	}
}

// The game's own card table is fair to every task tile.
func TestOwnTable(t *testing.T) {
	own, err := ReadTable(ownCards)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		var n, coins, eyes [2]int
		for c := Card(1); c <= treasures; c++ {
			for j, is := range []bool{c.colour() == i, c.kind() == i} {
				if is {
					n[j], coins[j], eyes[j] = n[j]+1, coins[j]+own.coins[c], eyes[j]+own.eyes[c]
				}
			}
		}
		if both := [2]int{18, 18}; n != both || coins != both || eyes != [2]int{15, 15} {
			t.Errorf("%s and %s: %v cards, %v coins, %v eyes", colours[i], kinds[i], n, coins, eyes)
		}
	}
}

func TestReadTableErrors(t *testing.T) {
	good := string(ownCards)
	for name, c := range map[string]struct{ old, now, want string }{
		"missing": {"red-hammer-2,1,1\n", "", "red-hammer-2 is missing"},
		"double":  {"red-hammer-2,1,1", "red-hammer-1,1,1", "stands on line"},
		"unknown": {"red-hammer-2,1,1", "red-hat-2,1,1", `no card "red-hat-2"`},
		"number":  {"red-hammer-2,1,1", "red-hammer-2,x,1", `"x" is no number`},
		"below":   {"red-hammer-2,1,1", "red-hammer-2,-1,1", `"-1" is no number`},
		"fields":  {"red-hammer-2,1,1", "red-hammer-2,1", "each line is a card"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%s: %q is not in the table", name, c.old)
		}
		_, err := ReadTable([]byte(strings.Replace(good, c.old, c.now, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// carts returns a table at which each seat has only a cart, with the given coins, eyes and number
// of treasures.
func carts(worth ...[3]int) *State {
	s := newState(engine.Setup{Edition: "de", Seats: names[:len(worth)]}, &Table{})
	next := Card(1)
	for i, w := range worth {
		s.players[i].colour, s.players[i].kind = 5, 5
		s.table.coins[next], s.table.eyes[next] = w[0], w[1]
		for range w[2] { // number of treasures
			s.players[i].cart = append(s.players[i].cart, next)
			next++
		}
	}
	return s
}

// The example of scoring in the rulebook: 19 + 6 + 6 - 8 = 23 against 14 + 6 + 4 = 24.
func TestScoringExample(t *testing.T) {
	s := carts([3]int{19, 15, 1}, [3]int{14, 14, 1})
	s.players[0].colour, s.players[0].kind = 0, 0
	s.players[1].colour, s.players[1].kind = 1, 1
	s.players[0].cart = cardsOf([]string{"red-crown-1", "red-crown-2", "red-crown-3", "red-sword-1", "blue-hammer-1", "blue-hammer-2", "blue-hammer-3", "pink-hammer-1"})
	s.players[1].cart = cardsOf([]string{"green-crown-1", "green-crown-2", "green-crown-3", "green-sword-1", "blue-necklace-1", "blue-necklace-2", "blue-necklace-3"})
	for i, w := range [][2]int{{19, 15}, {14, 14}} {
		top := s.players[i].cartTop()
		s.table.coins[top], s.table.eyes[top] = w[0], w[1]
	}
	e := s.score()
	if e.Scores["Ana"] != 23 || e.Scores["Bo"] != 24 || e.Losses["Ana"] != 8 || e.Losses["Bo"] != 0 || !slices.Equal(e.Winners, []string{"Bo"}) {
		t.Errorf("%+v", e)
	}
}

func TestTieBreaks(t *testing.T) {
	for name, c := range map[string]struct {
		worth [][3]int // coins, eyes and number of treasures
		want  string
	}{
		"score":           {[][3]int{{5, 0, 1}, {6, 0, 1}, {3, 1, 9}}, "Bo"},
		"fewer eyes":      {[][3]int{{5, 2, 9}, {5, 1, 1}, {0, 9, 1}}, "Bo"},
		"more treasures":  {[][3]int{{5, 1, 1}, {5, 1, 2}, {0, 9, 1}}, "Bo"},
		"shared":          {[][3]int{{5, 1, 2}, {0, 9, 1}, {5, 1, 2}}, "Ana Cy"},
		"the loss counts": {[][3]int{{8, 9, 1}, {4, 1, 1}}, "Bo"},
	} {
		if e := carts(c.worth...).score(); strings.Join(e.Winners, " ") != c.want {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// By rules 2 most books count eyes on treasures alone for the loss and for ties. Who has the most is
// counted with Snores in.
func TestLossOnTreasures(t *testing.T) {
	for _, c := range []struct {
		edition, loss string
		losses        [2]int
		winner        string
	}{
		{"de", "", [2]int{2, 0}, "Bo"},
		{"es", "", [2]int{5, 0}, "Bo"},
		{"fr", "all", [2]int{5, 0}, "Bo"},
		{"es", "treasure", [2]int{2, 0}, "Bo"},
	} {
		s := carts([3]int{7, 4, 2}, [3]int{6, 5, 1}) // Ana has more eyes by two Snores, on treasures fewer
		s.players[0].snores = 2
		s.setup.Edition, s.setup.Rules = c.edition, 2
		if c.loss != "" {
			s.setup.Options = map[string]string{"loss": c.loss}
		}
		s.rules = rulesOf(s.setup)
		e := s.score()
		if e.Losses["Ana"] != c.losses[0] || e.Losses["Bo"] != c.losses[1] || !slices.Equal(e.Winners, []string{c.winner}) || e.Eyes["Ana"] != 10 {
			t.Errorf("%s %s: %+v", c.edition, c.loss, e)
		}
	}
}

// Equal coins: by treasures alone Ana has fewer eyes, with Snores Bo.
func TestTieOnTreasures(t *testing.T) {
	for edition, want := range map[string]string{"nl": "Ana", "es": "Bo"} {
		s := carts([3]int{5, 1, 1}, [3]int{5, 2, 1}, [3]int{0, 9, 1})
		s.players[0].snores = 1
		s.setup.Edition, s.setup.Rules = edition, 2
		s.rules = rulesOf(s.setup)
		if e := s.score(); !slices.Equal(e.Winners, []string{want}) {
			t.Errorf("%s: %+v", edition, e)
		}
	}
}

// Everybody has exactly the same number of turns, however the Awakening is drawn.
func TestSameNumberOfTurns(t *testing.T) {
	for _, edition := range (Game{}).Editions() {
		for seed := range byte(30) {
			seats := names[:2+int(seed)%3]
			s := newState(engine.Setup{Edition: edition, Seats: seats}, ownTable())
			d := engine.Dice{Seed: [32]byte{seed, 7}}
			turns, woke, rested := map[string]int{}, 0, false
			fold := func(facts []engine.Fact) {
				for _, f := range facts {
					switch f.Event.(type) {
					case Rested:
						turns[f.Seat]++
					case Woke:
						woke = turns[f.Seat]
						if !rested {
							woke++
						}
					}
					_, rested = f.Event.(Rested)
					s.Apply(f)
				}
			}
			fold(s.Start(d))
			lot := d.For("play")
			for s.Result() == nil {
				seat := s.ToMove()[0]
				legal := s.Legal(seat)
				facts, refusal := s.Play(seat, legal[lot.Intn(len(legal))], engine.Dice{})
				if refusal != nil {
					t.Fatal(refusal.Key)
				}
				fold(facts)
			}
			want := woke
			if edition == "fr" {
				want++
			}
			for _, seat := range seats {
				if turns[seat] != want || woke == 0 {
					t.Errorf("%s %d: %s had %d turns instead of %d", edition, seed, seat, turns[seat], want)
				}
			}
		}
	}
}
