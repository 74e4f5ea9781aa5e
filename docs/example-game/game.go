// Package peak is a small game for two to five players that shows how to add a game to Pitpost.
// CONTRIBUTING.md goes through it file by file.
//
// The rules: the cards are 1 to 60, each once, and every player holds four. On your turn you lay a
// card that is higher than the last one on the path, which is a step and gives a point, or you rest
// and put a card away face down. Either way you then draw a card. The hike ends when everybody has
// rested in a row. Whoever laid the last card stands on the peak and gets three points more. Then
// the cards are dealt again. Whoever has the most points after the last hike wins.
package peak

import (
	"embed"
	"io/fs"
	"strconv"

	"pitpost.example/engine"
)

// Game holds the rules. All matches share one value, so it has no fields that change.
type Game struct{}

// Numbers from the rules.
const (
	cards    = 60
	handful  = 4
	stepPays = 1
	peakPays = 3
)

//go:embed locale/*.toml locale/sections/*.txt locale/questions/*.txt
var locale embed.FS

// editions says how the rulebooks of a game differ. This game has a single book and one option that
// hosts may set: "new peak hikes=1 with …". engine.Editions checks them.
var editions = engine.Editions{
	Game:    "peak",
	Options: []engine.Option{{Name: "hikes", Values: []string{"1", "2", "3"}}},
	Books:   []engine.Book{{Name: "base", Values: []string{"2"}}},
}

// Name returns the word that players type. All keys and events of the game begin with it.
func (Game) Name() string { return "peak" }

// Seats returns the smallest and the largest number of players.
func (Game) Seats() (least, most int) { return 2, 5 }

// Editions lists the rulebooks, the default first.
func (Game) Editions() []string { return editions.Names() }

// Options checks the options that a host sets.
func (Game) Options(edition string, rules int, set map[string]string) (map[string]string, *engine.Refusal) {
	return editions.Check(edition, rules, set)
}

// hikes returns the number of hikes in a match.
func hikes(s engine.Setup) int {
	n, _ := strconv.Atoi(editions.Value(s, "hikes"))
	return n
}

// Turns makes the game engine.Lasting: invitations then say how long a match takes and which option
// makes it shorter. In a hike everybody has about seven turns.
func (Game) Turns(s engine.Setup, seats int) (turns int, shorter string) {
	if hikes(s) > 1 {
		shorter = "hikes=1"
	}
	return 7 * seats * hikes(s), shorter
}

// Blank returns the position before the first deal. Everything after it comes from applying facts.
func (Game) Blank(s engine.Setup) engine.State {
	return &State{setup: s, players: make([]player, len(s.Seats)), turn: nobody, last: nobody}
}

// Strings returns the texts of the game, one file for each language.
func (Game) Strings() fs.FS {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return words
}
