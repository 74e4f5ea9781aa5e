// Package peak is a small game for two to five, written as a lesson in how a game is added to Pitpost.
// CONTRIBUTING.md goes through it file by file.
//
// The rules: the cards are 1 to 60, each once, and everybody holds four. On your turn you lay a card
// that is higher than the last one on the path, which is a step and a point, or you rest: a card goes
// away unseen. Either way you draw one. When everybody has rested in a row, the hike is over, and who
// laid the last card stands on the peak: three points more. Then the cards are dealt anew. Who has most
// points after the last hike has won.
package peak

import (
	"embed"
	"io/fs"
	"strconv"

	"pitpost.example/engine"
)

// Game is the rule book. One value serves all matches, so it has no fields that change.
type Game struct{}

// The numbers of the rules.
const (
	cards    = 60
	handful  = 4
	stepPays = 1
	peakPays = 3
)

//go:embed locale/*.toml
var locale embed.FS

// editions is how the rulebooks of a game differ. This one has a single book, and one option that hosts
// may set: "new peak hikes=1 with …". engine.Editions does all the checking.
var editions = engine.Editions{
	Game:    "peak",
	Options: []engine.Option{{Name: "hikes", Values: []string{"1", "2", "3"}}},
	Books:   []engine.Book{{Name: "base", Values: []string{"2"}}},
}

// Name is the word that players type, and the beginning of all keys and events of the game.
func (Game) Name() string { return "peak" }

// Seats gives the least and the greatest number of players.
func (Game) Seats() (least, most int) { return 2, 5 }

// Editions lists the rulebooks, the usual one first.
func (Game) Editions() []string { return editions.Names() }

// Options checks what a host has set.
func (Game) Options(edition string, set map[string]string) (map[string]string, *engine.Refusal) {
	return editions.Check(edition, set)
}

// hikes is how many are played in a match.
func hikes(s engine.Setup) int {
	n, _ := strconv.Atoi(editions.Value(s, "hikes"))
	return n
}

// Turns makes the game Lasting: invitations say how long a match takes, and which option makes it
// shorter. A hike takes some seven turns of everybody.
func (Game) Turns(s engine.Setup, seats int) (turns int, shorter string) {
	if hikes(s) > 1 {
		shorter = "hikes=1"
	}
	return 7 * seats * hikes(s), shorter
}

// Blank is the position before the first deal. Everything else comes about by applying facts.
func (Game) Blank(s engine.Setup) engine.State {
	return &State{setup: s, players: make([]player, len(s.Seats)), turn: nobody, last: nobody}
}

// Strings are the words of the game, a file a language.
func (Game) Strings() fs.FS {
	words, _ := fs.Sub(locale, "locale") // the folder stands in the program
	return words
}
