// Package saboteur is Frederic Moyersoen's game for 3 to 10 players, as four
// rulebooks print it. Where they differ the difference is an edition, a row of
// data in edition.go; the rules themselves stand here once.
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
