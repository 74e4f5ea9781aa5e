// Package saboteur is Frederic Moyersoen's game for 3 to 10 players, by four rulebooks. Where these
// differ, the difference is data in editions below; the code has every rule once.
package saboteur

import (
	"embed"
	"io/fs"

	"pitpost.example/engine"
)

// Game implements engine.Game.
type Game struct{}

//go:embed locale/*.toml locale/glossary/*.toml locale/sections/*.txt locale/questions/*.txt
var locale embed.FS

// Name returns the word that a player types.
func (Game) Name() string { return "saboteur" }

// Seats returns the smallest and the largest number of players.
func (Game) Seats() (least, most int) { return 3, 10 }

// Turns estimates about fifty turns a round for any number of players: with more seats everybody
// has fewer cards, but the tunnel is as long. Measured: 34 to 54 from three to ten seats (pitpost
// simulate --play careful --options rounds=1 --players N).
func (Game) Turns(s engine.Setup, _ int) (turns int, shorter string) {
	rounds := rulesOf(s).rounds
	if rounds > 1 {
		shorter = "rounds=1"
	}
	return 50 * rounds, shorter
}

// Blank returns the table before the first deal.
func (Game) Blank(s engine.Setup) engine.State {
	return newState(s)
}

// Strings returns the catalogues with the texts of the game.
func (Game) Strings() fs.FS {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return words
}

// editions has the rulebooks and their differences.
var editions = engine.Editions{
	Game: "saboteur",
	Options: []engine.Option{
		{Name: "turns", Values: []string{"clockwise", "counter"}},
		{Name: "joined", Values: []string{"no", "yes"}},
		{Name: "gold", Values: []string{"players", "miners"}},
		{Name: "ends", Values: []string{"hands", "stuck", "passes"}},
		{Name: "starter", Values: []string{"turn", "path", "left"}},
		{Name: "picks", Values: []string{"highest", "ask"}},
		{Name: "rounds", Values: []string{"1", "2", "3"}},
		{Name: "saboteurs", Values: []string{"drawn", "most"}},
	},
	Books: []engine.Book{
		{Name: "pt", Lang: "pt", Values: []string{"clockwise", "yes", "miners", "hands", "path", "highest", "3", "drawn"}},
		{Name: "mercurio", Lang: "es", Values: []string{"clockwise", "no", "players", "hands", "turn", "highest", "3", "drawn"}},
		{Name: "es", Values: []string{"clockwise", "no", "players", "passes", "turn", "highest", "3", "drawn"},
			Later: []engine.Later{{Rules: 2, Option: "ends", Value: "stuck"}}},
		{Name: "it", Lang: "it", Values: []string{"counter", "no", "players", "hands", "turn", "highest", "3", "drawn"},
			Later: []engine.Later{{Rules: 2, Option: "starter", Value: "left"}}},
	},
}

// rules are the values of all options in a match.
type rules struct {
	counter   bool // turns go counter-clockwise
	joined    bool // a card must touch one that is joined to the start
	perMiner  bool // one gold card for each miner, not for each player
	passesEnd bool // a round ends when everybody has passed in a row
	stuckEnd  bool // a round ends when everybody has passed in a row and had to
	afterPath bool // the next round starts with the seat after the one that laid the last path card
	leftOf    bool // it starts with the seat clockwise of the one that took the last turn
	ask       bool // everybody who picks gold is asked
	rounds    int
	noSpare   bool // all saboteurs of the table sit in: no dwarf card is left over
	yields    bool // a round that is given up is won by nobody, and it cannot be while gold is picked
}

// Editions lists the rulebooks, the default first.
func (Game) Editions() []string { return editions.Names() }

// EditionIn returns the rulebook in a language, "" if there is none.
func (Game) EditionIn(lang string) string { return editions.In(lang) }

// Options checks an edition and the options set with it, and returns those that differ from the
// edition.
func (Game) Options(name string, rules int, set map[string]string) (map[string]string, *engine.Refusal) {
	return editions.Check(name, rules, set)
}

func rulesOf(s engine.Setup) rules {
	return rules{
		counter:   editions.Value(s, "turns") == "counter",
		joined:    editions.Value(s, "joined") == "yes",
		perMiner:  editions.Value(s, "gold") == "miners",
		passesEnd: editions.Value(s, "ends") == "passes",
		stuckEnd:  editions.Value(s, "ends") == "stuck",
		afterPath: editions.Value(s, "starter") == "path",
		leftOf:    editions.Value(s, "starter") == "left",
		ask:       editions.Value(s, "picks") == "ask",
		rounds:    int(editions.Value(s, "rounds")[0] - '0'),
		noSpare:   editions.Value(s, "saboteurs") == "most",
		yields:    s.HasRules(2),
	}
}

// shares is one column of the rules' table by number of players: how many saboteurs are among the
// dwarf cards, of which there is one more than there are players unless the option saboteurs=most
// deals none to spare, and how many cards everybody holds.
type shares struct{ saboteurs, hand int }

// sharesFor returns the column for 3 to 10 players. A match cannot have another number; for one it
// returns the nearest column.
func sharesFor(players int) shares {
	return [...]shares{{1, 6}, {1, 6}, {2, 6}, {2, 5}, {3, 5}, {3, 4}, {3, 4}, {4, 4}}[min(max(players, 3), 10)-3]
}
