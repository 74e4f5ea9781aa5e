package speech_test

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
)

// The line that a letter prints for a section of a rule book, and every other word for it, asks for that
// section in the language of the letter, with and without accents.
func TestSectionsOfTheRulesCanBeAskedFor(t *testing.T) {
	for _, g := range catalog.AllGames() {
		for lang, sections := range g.SectionWords() {
			ear := speech.Ear{Lang: lang, Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: []engine.Game{g}, At: func(int64) speech.Place {
				return speech.Place{Game: g, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
			}}
			for id, words := range sections {
				printed := speech.SpellCommand("rules "+engine.PrintSectionWord(g, id, lang), lang, g)
				for _, word := range slices.Concat([]string{printed}, words) {
					shown := speech.SpellCommand("rules", lang, g) + " " + word
					if word == printed {
						shown = printed
					} else if len(strings.Fields(word)) > 2 {
						continue // words for a question, not for a line
					}
					for _, text := range []string{shown, engine.StripAccents(shown)} {
						lines := ear.Lines(text, nil)
						if len(lines) != 1 {
							t.Errorf("%s: %q is read as %d lines", lang, text, len(lines))
							continue
						}
						r := speech.ReadCommand(lines[0].Folded, g)
						_, own, _ := strings.Cut(lines[0].Raw, " ") // the house looks at the writer's own words too
						if got := engine.FindSection(g, own, lang); r.Word != "rules" || r.Rest == "" || got != id {
							t.Errorf("%s: %q is read as %s %q, section %q, not %s of %s", lang, text, r.Word, r.Rest, got, id, g.Name())
						}
					}
				}
			}
		}
	}
}
