package kit

import (
	"io/fs"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// RuleBook is the table from which a game's rule book is filled for each match. T is what the rules
// of a match depend on: the values of its options, its edition, the number of its players.
type RuleBook[T any] struct {
	Game     string
	Chapters []Chapter[T]
}

// Chapter becomes a section of the book. Its title has the key <game>.section.<ID>.
type Chapter[T any] struct {
	ID    string
	Terms []string // terms of the game's glossary that it explains, without the game
	Rules []Rule[T]
}

// Rule is a row of the table: a text and when it holds.
type Rule[T any] struct {
	Key   string           // of the text: <game>.rule.<Key>
	When  func(T) bool     // reports whether a match plays by it; nil if every match does
	Args  func(T) []any    // fills the text, as pairs for engine.Say; nil if it needs nothing
	Marks engine.RuleMarks // where else it is printed
}

// Fill returns the book of a match. The last chapter, which tells what is special in the edition,
// also gets the rules of all others that are marked as Differing.
func (b RuleBook[T]) Fill(t T) engine.RuleBook {
	var book engine.RuleBook
	var differing []engine.Rule
	for i, c := range b.Chapters {
		s := engine.Section{ID: c.ID, Title: engine.Say(b.Game + ".section." + c.ID),
			Terms: engine.MapList(c.Terms, func(term string) string { return b.Game + "." + term })}
		for _, r := range c.Rules {
			if r.When != nil && !r.When(t) {
				continue
			}
			var args []any
			if r.Args != nil {
				args = r.Args(t)
			}
			rule := engine.Rule{Phrase: engine.Say(b.Game+".rule."+r.Key, args...), Marks: r.Marks}
			s.Rules = append(s.Rules, rule)
			if rule.Marks&engine.Differing != 0 {
				rule.Marks = engine.Differing
				differing = append(differing, rule)
			}
		}
		if i == len(b.Chapters)-1 {
			s.Rules = append(s.Rules, differing...)
		}
		book.Sections = append(book.Sections, s)
	}
	return book
}

// ReadSectionWords reads the words for the sections of a rule book: in each file, named by its language
// ("de.txt"), a row for each section, "gold: Gold, Lohn". What cannot be read has no words; the
// conformance tests find that.
func ReadSectionWords(files fs.FS) map[string]map[string][]string {
	all := map[string]map[string][]string{}
	names, _ := fs.Glob(files, "*.txt") // fails for a bad pattern alone
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		words := map[string][]string{}
		for id, list := range engine.TableRows(string(text)) {
			words[id] = engine.MapList(slices.Collect(strings.SplitSeq(list, ",")), strings.TrimSpace)
		}
		all[strings.TrimSuffix(name, ".txt")] = words
	}
	return all
}
