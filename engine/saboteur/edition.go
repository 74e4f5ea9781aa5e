package saboteur

import (
	"slices"
	"strings"

	"pitpost/engine"
)

// option is one point on which the rulebooks differ.
type option struct {
	name   string
	values []string
}

var options = []option{
	{"turns", []string{"clockwise", "counter"}},
	{"joined", []string{"no", "yes"}},
	{"gold", []string{"players", "miners"}},
	{"ends", []string{"hands", "passes"}},
	{"starter", []string{"turn", "path"}},
	{"picks", []string{"highest", "ask"}},
	{"rounds", []string{"1", "2", "3"}},
}

// edition is a rulebook: its name and its value for every option, in the
// order of options.
type edition struct {
	name   string
	values [7]string
}

var editions = []edition{
	{"pt", [7]string{"clockwise", "yes", "miners", "hands", "path", "highest", "3"}},
	{"mercurio", [7]string{"clockwise", "no", "players", "hands", "turn", "highest", "3"}},
	{"es", [7]string{"clockwise", "no", "players", "passes", "turn", "highest", "3"}},
	{"it", [7]string{"counter", "no", "players", "hands", "turn", "highest", "3"}},
}

// rules are an edition with the options set beside it, ready to be asked.
type rules struct {
	counter   bool // play goes counter-clockwise
	joined    bool // a card holds on to one that is joined to the start
	perMiner  bool // one gold card per miner, not per player
	passesEnd bool // a row of passes ends the round
	afterPath bool // next starter: after who laid the last path card
	ask       bool // every picker of gold is asked
	rounds    int
}

// Editions lists the rulebooks, the default first.
func (Game) Editions() []string {
	names := make([]string, len(editions))
	for i, e := range editions {
		names[i] = e.name
	}
	return names
}

func editionOf(name string) *edition {
	for i := range editions {
		if editions[i].name == name {
			return &editions[i]
		}
	}
	return nil
}

// Options checks an edition and the options set beside it, and keeps those
// that differ from the edition.
func (g Game) Options(name string, set map[string]string) (map[string]string, *engine.Refusal) {
	e := editionOf(name)
	if e == nil {
		return nil, engine.Refuse("saboteur.no-edition", "edition", name, "choices", g.Editions())
	}
	differ := map[string]string{}
	for _, key := range sortedKeys(set) {
		i := slices.IndexFunc(options, func(o option) bool { return o.name == key })
		if i < 0 {
			names := make([]string, len(options))
			for j, o := range options {
				names[j] = o.name
			}
			return nil, engine.Refuse("saboteur.no-option", "option", key, "choices", names)
		}
		if !slices.Contains(options[i].values, set[key]) {
			return nil, engine.Refuse("saboteur.no-value",
				"option", key, "value", set[key], "choices", options[i].values)
		}
		if set[key] != e.values[i] {
			differ[key] = set[key]
		}
	}
	return differ, nil
}

// rulesOf resolves a setup that Options has let pass; what it does not know is
// played as in the default edition.
func rulesOf(s engine.Setup) rules {
	e := editionOf(s.Edition)
	if e == nil {
		e = &editions[0]
	}
	value := func(i int) string {
		if v, ok := s.Options[options[i].name]; ok && slices.Contains(options[i].values, v) {
			return v
		}
		return e.values[i]
	}
	return rules{
		counter:   value(0) == "counter",
		joined:    value(1) == "yes",
		perMiner:  value(2) == "miners",
		passesEnd: value(3) == "passes",
		afterPath: value(4) == "path",
		ask:       value(5) == "ask",
		rounds:    int(value(6)[0] - '0'),
	}
}

// deal is one column of the table of players: dwarf cards and cards in hand.
type deal struct{ saboteurs, miners, hand int }

// dealFor gives the column for 3 to 10 players; any other number, which no
// match can have, the nearest.
func dealFor(players int) deal {
	return [...]deal{
		{1, 3, 6}, {1, 4, 6}, {2, 4, 6}, {2, 5, 5}, {3, 5, 5}, {3, 6, 4}, {3, 7, 4}, {4, 7, 4},
	}[min(max(players, 3), 10)-3]
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, strings.Compare)
	return keys
}
