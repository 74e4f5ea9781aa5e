package engine

import (
	"cmp"
	"maps"
	"slices"
)

// Editions describes how the rulebooks of a game differ: the options, and the value of each option
// in each book, the default book first.
type Editions struct {
	// Game is the name of the game. Its catalogue has the refusals <game>.no-edition, .no-option
	// and .no-value.
	Game    string
	Options []Option
	Books   []Book
}

// Option is one point in which rulebooks differ.
type Option struct {
	Name   string
	Values []string
}

// Book is an edition: its name, and its values in the order of the options. Values has the rows of
// rules 1; Later has what became different.
type Book struct {
	Name string
	// Lang is the language whose players have this book at home, "" if they have another.
	Lang   string
	Values []string
	Later  []Later
}

// Later is a value that an edition has from some number of rules on.
type Later struct {
	Rules         int
	Option, Value string
}

// The numbers of rules. A match keeps the number that it was opened with for ever: rows of editions,
// and what Setup.HasRules asks for, are read by it.
const (
	FirstRules  = 1
	NewestRules = 2
)

// HasRules reports whether a match is played by rules n or by later ones.
func (s Setup) HasRules(n int) bool { return max(s.Rules, FirstRules) >= n }

// Names lists the names of the editions.
func (e Editions) Names() []string {
	return MapList(e.Books, func(b Book) string { return b.Name })
}

// In returns the edition in a language, "" if there is none.
func (e Editions) In(lang string) string {
	at := slices.IndexFunc(e.Books, func(b Book) bool { return b.Lang != "" && b.Lang == lang })
	if at < 0 {
		return ""
	}
	return e.Books[at].Name
}

// Published is a Game whose editions are books in several languages.
type Published interface {
	// EditionIn returns the edition in a language, "" if there is none.
	EditionIn(lang string) string
}

// EditionFor returns the edition for a host who names none: the one in the host's language (such as
// "pt-PT"), else the English one, else the first.
func EditionFor(g Game, lang string) string {
	if p, ok := g.(Published); ok {
		return cmp.Or(p.EditionIn(BaseLanguage(lang)), p.EditionIn("en"), g.Editions()[0])
	}
	return g.Editions()[0]
}

// EditionTitle names an edition of a game as its book.
func EditionTitle(game, edition string) Phrase { return Say(game + ".book-" + edition) }

// Check checks an edition and the options that were set with it, and returns the options that
// differ from the edition by the given rules. It does what Game.Options promises.
func (e Editions) Check(edition string, rules int, set map[string]string) (map[string]string, *Refusal) {
	at := slices.Index(e.Names(), edition)
	if at < 0 {
		return nil, Refuse(e.Game+".no-edition", "edition", edition, "choices", e.Names())
	}
	differ := map[string]string{}
	given := slices.Sorted(maps.Keys(set))
	if unknown := slices.DeleteFunc(slices.Clone(given), func(name string) bool { return e.option(name) >= 0 }); len(unknown) > 0 {
		names := MapList(e.Options, func(o Option) string { return o.Name })
		return nil, Refuse(e.Game+".no-option", "option", unknown, "choices", names)
	}
	for _, name := range given {
		i := e.option(name)
		if !slices.Contains(e.Options[i].Values, set[name]) {
			return nil, Refuse(e.Game+".no-value", "option", name, "value", set[name], "choices", e.Options[i].Values)
		}
		if set[name] != e.Value(Setup{Edition: edition, Rules: rules}, name) {
			differ[name] = set[name]
		}
	}
	return differ, nil
}

// Value returns the value of an option in a match. A value or an edition that Check would refuse is
// ignored: then the edition or the default edition decides.
func (e Editions) Value(s Setup, name string) string {
	i := e.option(name)
	if v, ok := s.Options[name]; ok && slices.Contains(e.Options[i].Values, v) {
		return v
	}
	book := e.Books[max(0, slices.Index(e.Names(), s.Edition))]
	value := book.Values[i]
	for _, l := range book.Later {
		if l.Option == name && s.HasRules(l.Rules) {
			value = l.Value
		}
	}
	return value
}

func (e Editions) option(name string) int {
	return slices.IndexFunc(e.Options, func(o Option) bool { return o.Name == name })
}
