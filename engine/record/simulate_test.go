package record

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
)

var update = flag.Bool("update", false, "write the golden records anew")

// bots returns the same bot for each of the players.
func bots(players int, name string) []string {
	return slices.Repeat([]string{name}, players)
}

func simulated(t testing.TB, s Simulation) []byte {
	t.Helper()
	if s.Game == nil {
		s.Game = catalog.FindGame("saboteur")
	}
	if s.Edition == "" {
		s.Edition = s.Game.Editions()[0]
	}
	var out bytes.Buffer
	if err := SimulateMatches(&out, s, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSimulatedMatchesVerify(t *testing.T) {
	options := map[string][]map[string]string{ // as well as none
		"saboteur": {{"rounds": "1"}, {"picks": "ask"}, {"turns": "counter", "joined": "no", "ends": "passes", "starter": "turn", "gold": "players"}},
		"clonk":    {{"last": "extra"}, {"awakening": "mixed", "gift": "any"}},
	}
	for _, game := range catalog.AllGames() {
		least, most := game.Seats()
		names := bot.ListBots(game)
		for _, edition := range game.Editions() {
			for i, set := range append([]map[string]string{nil}, options[game.Name()]...) {
				if testing.Short() && i != len(edition)%2 {
					continue
				}
				set, refusal := game.Options(edition, 0, set)
				if refusal != nil {
					t.Fatal(refusal)
				}
				players := least + (i*2+len(edition))%(most-least+1)
				t.Run(fmt.Sprintf("%s/%s/%d", game.Name(), edition, i), func(t *testing.T) {
					text := simulated(t, Simulation{Game: game, Edition: edition, Options: set, Matches: 3,
						Seed: "verify", Legal: i%2 == 0, Bots: bots(players, names[i%len(names)]), Playouts: 8})
					var tally Tally
					if err := VerifyFile("sim", bytes.NewReader(text), &tally); err != nil {
						t.Fatal(err)
					}
					events := bytes.Count(text, []byte(`{"n":`))
					if tally.Matches != 3 || tally.Events != events || tally.Running != nil || tally.Unchecked != nil {
						t.Errorf("tally %+v of %d events", tally, events)
					}
				})
			}
		}
	}
}

func TestTenPlayers(t *testing.T) {
	text := simulated(t, Simulation{Matches: 2, Seed: "ten", Bots: bots(10, "random")})
	if err := VerifyFile("sim", bytes.NewReader(text), &Tally{}); err != nil {
		t.Fatal(err)
	}
}

// The bytes must equal the golden file on any machine, with any number of processors.
func TestSameSeedSameBytes(t *testing.T) {
	s := Simulation{Edition: "it", Options: map[string]string{"rounds": "1"}, Matches: 2, Seed: "7", Legal: true, Bots: bots(3, "dig")}
	got := simulated(t, s)
	golden := filepath.Join("testdata", "sim-7.jsonl")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("not the golden record: if the rules or the shuffles changed on purpose, run with -update")
	}
	s.Matches, s.Seed = 40, "other"
	all := simulated(t, s)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !bytes.Equal(all, simulated(t, s)) {
		t.Error("one processor makes other bytes than several")
	}
	s.Seed = "another"
	if bytes.Equal(all, simulated(t, s)) {
		t.Error("another seed makes the same bytes")
	}
}

func TestFewerMatchesAreABeginning(t *testing.T) {
	few := simulated(t, Simulation{Matches: 2, Seed: "a", Bots: bots(4, "random")})
	many := simulated(t, Simulation{Matches: 3, Seed: "a", Bots: bots(4, "random")})
	if !bytes.HasPrefix(many, few) {
		t.Error("the first matches depend on how many follow")
	}
}

func TestDigReachesGold(t *testing.T) {
	for _, play := range []string{"dig", "random"} {
		text := simulated(t, Simulation{Matches: 20, Seed: "gold", Bots: bots(5, play)})
		won := bytes.Count(text, []byte(`"winners":"miners"`))
		if (play == "dig") != (won > 10) {
			t.Errorf("%s: miners won %d of 60 rounds", play, won)
		}
	}
}

func TestSimulationRefuses(t *testing.T) {
	game := catalog.FindGame("saboteur")
	for _, s := range []Simulation{
		{Game: game, Bots: bots(2, "random")},
		{Game: game, Bots: bots(11, "random")},
		{Game: game, Bots: bots(3, "clever")},
	} {
		if err := s.Check(); err == nil {
			t.Errorf("%v is let through", s.Bots)
		}
	}
}

func TestScore(t *testing.T) {
	s := NewScore([]string{"dig", "random", "random"})
	bots := []string{"dig", "random", "random"}
	won, lost := Part{"dig", "miner"}, Part{"random", "saboteur"}
	s.Add(Outcome{Bots: bots, Result: engine.Result{Scores: map[string]int{"Ana": 4, "Bo": 4}, Winners: []string{"Ana", "Bo"}}, Rounds: []Round{{won: true, lost: false}}})
	s.Add(Outcome{Bots: bots, Result: engine.Result{Scores: map[string]int{"Ana": 2, "Cy": 1}, Winners: []string{"Ana"}}, Rounds: []Round{{won: true}}})
	var out strings.Builder
	if err := s.Print(&out); err != nil {
		t.Fatal(err)
	}
	want := `Ana  dig      score 3.00 ± 1.96, won 75.0 % ± 60.0 % of 2
Bo   random   score 2.00 ± 3.92, won 25.0 % ± 60.0 % of 2
Cy   random   score 0.50 ± 0.98, won 0.0 % ± 0.0 % of 2
dig      in 1 of 3 seats: score 3.00 ± 1.96, won 75.0 % (19.8 to 97.3) of 2 games (33.3 % would be its share)
random   in 2 of 3 seats: score 1.25 ± 1.47, won 25.0 % (2.7 to 80.2) of 2 games (66.7 % would be its share)
dig leads random by 1.75 ± 0.49 a game
dig      as miner: won 100.0 % (34.2 to 100.0) of 2 rounds
random   as saboteur: won 0.0 % (0.0 to 79.3) of 1 rounds
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// Each bot takes each seat in turn, and a seat that is against the others can have a bot of its own.
func TestRotationAndGuiltyBot(t *testing.T) {
	game := catalog.FindGame("saboteur")
	s := Simulation{Game: game, Edition: "pt", Matches: 6, Seed: "turn", Bots: []string{"dig", "random", "random"}, Rotate: true, Guilty: "random"}
	at := map[int]int{}
	score := NewScore(s.Bots)
	err := SimulateMatches(io.Discard, s, func(o Outcome) {
		at[slices.Index(o.Bots, "dig")]++
		for _, r := range o.Rounds {
			if _, ok := r[Part{"dig", "saboteur"}]; ok {
				t.Error("a saboteur was not played by the bot for saboteurs")
			}
		}
		score.Add(o)
	})
	if err != nil {
		t.Fatal(err)
	}
	if at[0] != 2 || at[1] != 2 || at[2] != 2 {
		t.Errorf("the bot sat on seats %v", at)
	}
	var out strings.Builder
	if err := score.Print(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "Ana") || !strings.Contains(out.String(), "random   as saboteur") {
		t.Errorf("the score of a rotation is\n%s", out.String())
	}
	s.Game, s.Edition, s.Bots = catalog.FindGame("clonk"), "de", []string{"random", "random"}
	if s.Check() == nil {
		t.Error("a game without saboteurs has a bot for them")
	}
}
