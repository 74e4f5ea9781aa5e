package clonk

import "pitpost.example/engine"

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
