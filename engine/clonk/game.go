// Package clonk is Michael Xuereb's push-your-luck game in a mine for 2 to 4 players, by the
// rulebook in five languages. Where the languages differ, the difference is data in editions below.
package clonk

import (
	"cmp"
	"embed"
	"io/fs"

	"pitpost.example/engine"
)

// Game implements engine.Game. Its zero value deals from the game's own card table.
type Game struct {
	// own is the table for new matches, nil for the one that comes with the game. before has the tables that older
	// matches need; it is a chain of pointers, so that games can be compared.
	own    *Table
	before *Game
}

//go:embed locale/*.toml locale/glossary/*.toml locale/sections/*.txt locale/questions/*.txt
var locale embed.FS

// With returns the game with a card table for new matches: an operator's, or nil for the game's
// own. Tables that were given before stay known, so that matches dealt from them go on.
func (g Game) With(t *Table) Game { return Game{own: t, before: &g} }

// Cards names the table for new matches: the hex SHA-256 of its file, or "" for the game's own.
func (g Game) Cards() string {
	return cmp.Or(g.own, ownTable()).hash
}

// HasCards returns nil if a match dealt from the table with that name can be played here, and
// otherwise an error that says what to do.
func (g Game) HasCards(name string) error {
	return engine.ErrorIf(g.table(name) == nil, "the match was dealt from a card table (SHA-256 %s) that is not here: name its file with --clonk-cards", name)
}

func (g Game) table(name string) *Table {
	if name == "" {
		return ownTable()
	}
	for known := &g; known != nil; known = known.before {
		if known.own != nil && known.own.hash == name {
			return known.own
		}
	}
	return nil
}

// Name returns the word that a player types.
func (Game) Name() string { return "clonk" }

// Seats returns the smallest and the largest number of players.
func (Game) Seats() (least, most int) { return 2, 4 }

// Turns estimates when the Awakening is drawn. Each turn draws a card or two, and about the same
// number of cards lies above it for any number of players.
func (Game) Turns(s engine.Setup, seats int) (turns int, shorter string) {
	if rulesOf(s).extra {
		return 20 + seats, ""
	}
	return 20, ""
}

// Blank returns the table before the deal. With an unknown card table, which HasCards reports
// beforehand, it uses the game's own.
func (g Game) Blank(s engine.Setup) engine.State {
	return newState(s, cmp.Or(g.table(s.Cards), ownTable()))
}

// Strings returns the catalogues with the texts of the game.
func (Game) Strings() fs.FS {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return words
}

// editions has the languages of the rulebook and their differences.
var editions = engine.Editions{
	Game: "clonk",
	Options: []engine.Option{
		{Name: "awakening", Values: []string{"top", "mixed"}},
		{Name: "last", Values: []string{"round", "extra"}},
		{Name: "gift", Values: []string{"own", "any"}},
		{Name: "loss", Values: []string{"treasure", "all"}},
	},
	Books: []engine.Book{
		{Name: "de", Lang: "de", Values: []string{"top", "round", "own", "all"}, Later: onTreasure},
		{Name: "en", Lang: "en", Values: []string{"top", "round", "own", "all"}, Later: onTreasure},
		{Name: "nl", Lang: "nl", Values: []string{"top", "round", "own", "all"}, Later: onTreasure},
		{Name: "fr", Lang: "fr", Values: []string{"top", "extra", "own", "all"}, Later: onTreasure},
		{Name: "es", Lang: "es", Values: []string{"mixed", "round", "any", "all"}},
	},
}

// onTreasure is what these books say and the first rules did not: only eyes on treasures cost coins.
var onTreasure = []engine.Later{{Rules: 2, Option: "loss", Value: "treasure"}}

// rules are the values of all options in a match.
type rules struct {
	mixed   bool // the Awakening is anywhere in the bottom pile
	extra   bool // everybody plays once more after the last round
	anyGift bool // a gift must match the right-most card, whoever laid it
	allEyes bool // the loss and the tie-break count the eyes of Snores too
	// Not by the first rules: tiles are chosen before the cards are dealt, and a match that all give up
	// has no winner.
	tilesFirst, noWinner bool
}

// Editions lists the languages, the default first.
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
		mixed:   editions.Value(s, "awakening") == "mixed",
		extra:   editions.Value(s, "last") == "extra",
		anyGift: editions.Value(s, "gift") == "any",
		allEyes: editions.Value(s, "loss") == "all",

		tilesFirst: s.HasRules(2), noWinner: s.HasRules(2),
	}
}
