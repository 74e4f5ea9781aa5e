package enginetest

import (
	"testing"
	"unicode/utf8"

	"pitpost.example/engine"
)

// languages are those in which letters are written.
var languages = []string{"en", "de", "fr", "nl", "es", "it", "pt"}

// spellsBack holds a game that is spoken to its word: what it prints of a command in a language is
// read as that command, in that language and in an English letter, and so is the command itself.
func spellsBack(t *testing.T, g engine.Game, all []table) {
	spoken, ok := g.(engine.Spoken)
	if !ok {
		return
	}
	hears := map[string]engine.Understood{}
	hear := func(at table, seat, text, lang string) engine.Understood {
		key := at.name + seat + lang + text
		heard, known := hears[key]
		if !known {
			heard = spoken.Hear(engine.Speech{Text: text, Lang: lang, Seats: at.setup.Seats, Me: seat})
			hears[key] = heard
		}
		return heard
	}
	visit(t, g, all, 37, func(at table, s step) {
		for _, command := range s.state.Legal(s.seat) {
			for _, lang := range languages {
				if shown := spoken.Spell(command, lang); utf8.RuneCountInString(shown) > 24 {
					t.Errorf("%s is printed as %q in %s: too long for a button", command, shown, lang)
				}
				for _, shown := range []string{spoken.Spell(command, lang), command} {
					for _, read := range []string{lang, "en"} {
						heard := hear(at, s.seat, shown, read)
						if heard.Kind != engine.SureMove || len(heard.Lines) != 1 {
							t.Errorf("%s is printed as %q in %s and heard as %q in %s", command, shown, lang, heard.Lines, read)
							continue
						}
						move, no := s.state.Parse(s.seat, heard.Lines[0], nil)
						if no != nil || move.Command != command {
							t.Errorf("%s is printed as %q in %s and read as %q in %s: %v", command, shown, lang, move.Command, read, no)
						}
					}
				}
			}
		}
	})
}
