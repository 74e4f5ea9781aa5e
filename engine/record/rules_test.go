package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
)

// Every edition of every game is played and verified by all rules, with every number of players, and with each value
// of each option that no edition has by itself. With -short every ninth of these matches must do.
func TestAllRulesSimulateAndVerify(t *testing.T) {
	alone := map[string][]map[string]string{
		"saboteur": {nil, {"rounds": "1", "saboteurs": "most"}, {"rounds": "1", "ends": "stuck", "saboteurs": "most"},
			{"rounds": "2", "starter": "left", "picks": "ask"}, {"rounds": "1", "ends": "stuck", "joined": "no"}},
		"clonk": {nil},
	}
	for _, game := range catalog.AllGames() {
		least, most := game.Seats()
		names, run := bot.ListBots(game), 0
		sets := alone[game.Name()]
		if sets == nil {
			sets = []map[string]string{nil} // another game: as its editions are
		}
		for rules := engine.FirstRules; rules <= engine.NewestRules; rules++ {
			for _, edition := range game.Editions() {
				for players := least; players <= most; players++ {
					if run++; testing.Short() && run%9 != 1 {
						continue
					}
					set := sets[run%len(sets)]
					options, no := game.Options(edition, rules, set)
					if no != nil {
						t.Fatal(no)
					}
					text := simulated(t, Simulation{Game: game, Edition: edition, Rules: rules, Options: options, Matches: 1,
						Seed: fmt.Sprint("rules ", run), Bots: bots(players, names[run%len(names)]), Playouts: 4})
					var tally Tally
					if err := VerifyFile("sim", bytes.NewReader(text), &tally); err != nil || tally.Running != nil {
						t.Errorf("%s %s by rules %d with %d and %v: %v %+v", game.Name(), edition, rules, players, set, err, tally)
					}
					if has := bytes.Contains(text, []byte(`"rules":2,`)); has != (rules == 2) {
						t.Errorf("%s %s: rules %d in the header: %v", game.Name(), edition, rules, has)
					}
				}
			}
		}
	}
}

// A header leaves rules 1 out, and other numbers than those that there are say which there are.
func TestTheHeaderTellsTheRules(t *testing.T) {
	text := string(simulated(t, Simulation{Edition: "es", Rules: 2, Options: map[string]string{"rounds": "1"},
		Matches: 1, Seed: "header", Bots: bots(3, "careful")}))
	if err := VerifyFile("sim", strings.NewReader(text), &Tally{}); err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{"1", "3", "-1"} {
		err := VerifyFile("sim", strings.NewReader(strings.Replace(text, `"rules":2`, `"rules":`+number, 1)), &Tally{})
		if err == nil || !strings.Contains(err.Error(), "this program knows rules 1, which a header leaves out, to 2") {
			t.Errorf("rules %s: %v", number, err)
		}
	}
	for _, wrong := range []string{`"rules":"2"`, `"rules":2.5`, `"rules":null`, `"rules":0`} {
		if VerifyFile("sim", strings.NewReader(strings.Replace(text, `"rules":2`, wrong, 1)), &Tally{}) == nil {
			t.Errorf("%s passes", wrong)
		}
	}
	// What differs from an edition is told by the rules of the match.
	head := strings.Replace(text, `"options":{"rounds":"1"}`, `"options":{"ends":"stuck","rounds":"1"}`, 1)
	err := VerifyFile("sim", strings.NewReader(head), &Tally{})
	if err == nil || !strings.Contains(err.Error(), "do not differ") {
		t.Errorf("an option that the edition has by rules 2: %v", err)
	}
}

// A match is verified by its own rules and by no others: the end of a round in es, and who begins the next in it.
func TestRulesAreNotMistaken(t *testing.T) {
	for _, edition := range []string{"es", "it"} {
		differ := 0
		for k := range 6 {
			text := string(simulated(t, Simulation{Edition: edition, Rules: 2, Options: map[string]string{"rounds": "2"},
				Matches: 1, Seed: fmt.Sprint(k), Bots: bots(4, "careful")}))
			if VerifyFile("sim", strings.NewReader(strings.Replace(text, `"rules":2,`, "", 1)), &Tally{}) != nil {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("%s: six matches by rules 2 all verify by rules 1", edition)
		}
	}
}

// newLogBy returns a log like newLog by rules 2.
func newLogBy(t *testing.T, options map[string]string) *played {
	p := newLog(t)
	p.log.Setup = engine.Setup{Edition: "pt", Rules: 2, Options: options}
	p.match = engine.OpenMatch(p.log.Game, p.log.Setup, p.log.Seed)
	return p
}

// By rules 2 a round that was given up has no winner and pays nobody, and a match of such rounds alone has none either.
func TestGivenUpByRules2(t *testing.T) {
	p := newLogBy(t, map[string]string{"rounds": "2"})
	p.begin()
	p.moves(3)
	p.concede()
	p.moves(2)
	p.concede()
	text := p.text(Choice{Legal: true})
	if err := VerifyFile("log", strings.NewReader(text), &Tally{}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`{"round":1,"winners":"nobody"}`, `{"nuggets":{}}`, `"winners":[]}`} {
		if !strings.Contains(text, part) {
			t.Errorf("there is no %s", part)
		}
	}
	for from, to := range map[string]string{
		`"winners":"nobody"`: `"winners":"saboteurs"`, `"winners":[]`: `"winners":["Ana"]`,
		`{"nuggets":{}}`: `{"nuggets":{"Ana":4}}`, `"rules":2,`: "",
	} {
		if VerifyFile("log", strings.NewReader(strings.Replace(text, from, to, 1)), &Tally{}) == nil {
			t.Errorf("%s in place of %s passes", to, from)
		}
	}
}

// By rules 2 a round cannot be given up while gold is picked.
func TestGivenUpWhileGoldIsPickedByRules2(t *testing.T) {
	p := newLogBy(t, map[string]string{"rounds": "1", "picks": "ask"})
	for k := 0; !picking(p.match); k++ {
		if k == 200 {
			t.Fatal("gold is never found")
		}
		p.log.Facts, p.log.Seed = nil, sha256.Sum256([]byte{byte(k)})
		p.match = engine.OpenMatch(p.log.Game, p.log.Setup, p.log.Seed)
		p.begin()
		for p.match.Phase == engine.Running && !picking(p.match) {
			p.dig()
		}
	}
	if _, refusal := p.match.Concede("Ana"); refusal == nil || refusal.Key != "saboteur.concede-picking" {
		t.Errorf("giving up is not refused: %v", refusal)
	}
	p.events(engine.Conceded{By: "Ana"})
	err := VerifyFile("log", strings.NewReader(p.text(Choice{})), &Tally{})
	if err == nil || !strings.Contains(err.Error(), "cannot be given up now") {
		t.Errorf("it passes: %v", err)
	}
}

// picking reports whether somebody has gold to choose from.
func picking(m *engine.Match) bool {
	return m.Phase == engine.Running && m.State() != nil && strings.HasPrefix(m.State().Legal(m.ToMove()[0])[0], "pick")
}

// By rules 2 every rewind needs its reshuffle: only older records have none.
func TestARewindByRules2NeedsItsShuffle(t *testing.T) {
	p := newLogBy(t, nil)
	p.begin()
	to := p.match.Seq
	p.moves(3)
	p.events(engine.Rewound{To: to, By: "host"})
	p.moves(2)
	err := VerifyFile("log", strings.NewReader(p.text(Choice{})), &Tally{})
	if err == nil || !strings.Contains(err.Error(), "saboteur.reshuffled") {
		t.Errorf("%v", err)
	}
}
