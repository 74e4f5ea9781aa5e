// Package saboteur is Frederic Moyersoen's game for 3 to 10 players, as four
// rulebooks print it. Where they differ the difference is an edition, a row of
// data below; the rules themselves stand here once.
package saboteur

import (
	"embed"
	"io/fs"

	"pitpost.example/engine"
)

// Game is the rule book.
type Game struct{}

//go:embed locale/*.toml locale/glossary/*.toml
var locale embed.FS

// Name is the word a player types.
func (Game) Name() string { return "saboteur" }

// Seats gives the least and the greatest number of players.
func (Game) Seats() (least, most int) { return 3, 10 }

// Turns is about fifty a round, however many play: more seats have fewer cards each, and dig as long
// (34 to 54 from three seats to ten: pitpost simulate --play careful --options rounds=1 --players N).
func (Game) Turns(s engine.Setup, _ int) (turns int, shorter string) {
	rounds := rulesOf(s).rounds
	if rounds > 1 {
		shorter = "rounds=1"
	}
	return 50 * rounds, shorter
}

// Blank is the table before the first deal.
func (Game) Blank(s engine.Setup) engine.State {
	return newState(s)
}

// Strings holds the catalogues of the game's words.
func (Game) Strings() fs.FS {
	words, _ := fs.Sub(locale, "locale") // the folder stands in the program
	return words
}

// editions are the rulebooks and where they differ.
var editions = engine.Editions{
	Game: "saboteur",
	Options: []engine.Option{
		{Name: "turns", Values: []string{"clockwise", "counter"}},
		{Name: "joined", Values: []string{"no", "yes"}},
		{Name: "gold", Values: []string{"players", "miners"}},
		{Name: "ends", Values: []string{"hands", "passes"}},
		{Name: "starter", Values: []string{"turn", "path"}},
		{Name: "picks", Values: []string{"highest", "ask"}},
		{Name: "rounds", Values: []string{"1", "2", "3"}},
	},
	Books: []engine.Book{
		{Name: "pt", Values: []string{"clockwise", "yes", "miners", "hands", "path", "highest", "3"}},
		{Name: "mercurio", Values: []string{"clockwise", "no", "players", "hands", "turn", "highest", "3"}},
		{Name: "es", Values: []string{"clockwise", "no", "players", "passes", "turn", "highest", "3"}},
		{Name: "it", Values: []string{"counter", "no", "players", "hands", "turn", "highest", "3"}},
	},
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
func (Game) Editions() []string { return editions.Names() }

// Options checks an edition and the options set beside it, and keeps those
// that differ from the edition.
func (Game) Options(name string, set map[string]string) (map[string]string, *engine.Refusal) {
	return editions.Check(name, set)
}

func rulesOf(s engine.Setup) rules {
	return rules{
		counter:   editions.Value(s, "turns") == "counter",
		joined:    editions.Value(s, "joined") == "yes",
		perMiner:  editions.Value(s, "gold") == "miners",
		passesEnd: editions.Value(s, "ends") == "passes",
		afterPath: editions.Value(s, "starter") == "path",
		ask:       editions.Value(s, "picks") == "ask",
		rounds:    int(editions.Value(s, "rounds")[0] - '0'),
	}
}

// shares is one column of the table of players: how many of the dwarf cards, one more than there are
// players, are saboteurs, and how many cards everybody holds.
type shares struct{ saboteurs, hand int }

// sharesFor gives the column for 3 to 10 players; any other number, which no
// match can have, the nearest.
func sharesFor(players int) shares {
	return [...]shares{{1, 6}, {1, 6}, {2, 6}, {2, 5}, {3, 5}, {3, 4}, {3, 4}, {4, 4}}[min(max(players, 3), 10)-3]
}
