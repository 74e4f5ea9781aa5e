// Package clonk is Michael Xuereb's game of pushing one's luck in a mine, for 2
// to 4 players, as one rulebook prints it in five languages. Where the languages
// differ the difference is an edition, a row of data below.
package clonk

import (
	"embed"
	"fmt"
	"io/fs"

	"pitpost.example/engine"
)

// Game is the rule book. Its zero value deals from the house's own card table.
type Game struct {
	// shelf has an operator's card tables: the first is what new matches are dealt from, nil
	// for the house's own; the others are what older ones were.
	shelf *[]*Table
}

//go:embed locale/*.toml locale/glossary/*.toml
var locale embed.FS

// With is the game with a card table for new matches: an operator's, or nil for
// the house's own. Tables given before stay known, so that matches dealt from
// them go on.
func (g Game) With(t *Table) Game {
	shelf := append([]*Table{t}, g.tables()...)
	return Game{&shelf}
}

func (g Game) tables() []*Table {
	if g.shelf == nil {
		return nil
	}
	return *g.shelf
}

// Cards names the table new matches are dealt from: the hex SHA-256 of its
// file, "" for the house's own.
func (g Game) Cards() string {
	if all := g.tables(); len(all) > 0 && all[0] != nil {
		return all[0].hash
	}
	return ""
}

// HasCards says whether a match dealt from the table of that name can be played
// here, and if not what to do about it.
func (g Game) HasCards(name string) error {
	if g.table(name) == nil {
		return fmt.Errorf("the match was dealt from a card table (SHA-256 %s) that is not here: name its file with --clonk-cards", name)
	}
	return nil
}

func (g Game) table(name string) *Table {
	if name == "" {
		return ownTable()
	}
	for _, t := range g.tables() {
		if t != nil && t.hash == name {
			return t
		}
	}
	return nil
}

// Name is the word a player types.
func (Game) Name() string { return "clonk" }

// Seats gives the least and the greatest number of players.
func (Game) Seats() (least, most int) { return 2, 4 }

// Turns is how soon the Awakening is met: each turn draws a card or two, and
// what lies above it is much the same for any number of players.
func (Game) Turns(s engine.Setup, seats int) (turns int, shorter string) {
	if rulesOf(s).extra {
		return 20 + seats, ""
	}
	return 20, ""
}

// Blank is the table before the deal. A card table that is not known (HasCards
// says so beforehand) is played as the house's own.
func (g Game) Blank(s engine.Setup) engine.State {
	t := g.table(s.Cards)
	if t == nil {
		t = ownTable()
	}
	return newState(s, t)
}

// Strings holds the catalogues of the game's words.
func (Game) Strings() fs.FS {
	words, _ := fs.Sub(locale, "locale") // the folder stands in the program
	return words
}

// editions are the rulebook in its languages, where they differ.
var editions = engine.Editions{
	Game: "clonk",
	Options: []engine.Option{
		{Name: "awakening", Values: []string{"top", "mixed"}},
		{Name: "last", Values: []string{"round", "extra"}},
		{Name: "gift", Values: []string{"own", "any"}},
	},
	Books: []engine.Book{
		{Name: "de", Values: []string{"top", "round", "own"}},
		{Name: "en", Values: []string{"top", "round", "own"}},
		{Name: "nl", Values: []string{"top", "round", "own"}},
		{Name: "fr", Values: []string{"top", "extra", "own"}},
		{Name: "es", Values: []string{"mixed", "round", "any"}},
	},
}

// rules are an edition with the options set beside it, ready to be asked.
type rules struct {
	mixed   bool // the Awakening lies anywhere in the bottom pile
	extra   bool // after the last round everyone plays once more
	anyGift bool // a gift matches the right-most card, whoever laid it
}

// Editions lists the languages, the default first.
func (Game) Editions() []string { return editions.Names() }

// Options checks an edition and the options set beside it, and keeps those
// that differ from the edition.
func (Game) Options(name string, set map[string]string) (map[string]string, *engine.Refusal) {
	return editions.Check(name, set)
}

func rulesOf(s engine.Setup) rules {
	return rules{
		mixed:   editions.Value(s, "awakening") == "mixed",
		extra:   editions.Value(s, "last") == "extra",
		anyGift: editions.Value(s, "gift") == "any",
	}
}
