package enginetest

import (
	"slices"
	"strings"
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

// named are first names that are words in some language.
var named = []string{"Rosa", "Rose", "Blanca", "Bianca", "Art", "Mark", "Will", "Di", "Jo", "Otto", "Leo", "Mina", "Red", "Seven"}

// keepsNames holds a game that is worded to its word: who is at the table may be called by any word that
// it names no meaning of in a language, and every command is heard there as before.
func keepsNames(t *testing.T, g engine.Game, all []table) {
	spoken, ok := g.(engine.Spoken)
	worded, is := g.(engine.Worded)
	if !ok || !is {
		return
	}
	done := map[string]bool{}
	visit(t, g, all, 37, func(at table, s step) {
		other := at.setup.Seats[0]
		if other == s.seat {
			other = at.setup.Seats[1]
		}
		for _, command := range s.state.Legal(s.seat) {
			words := strings.Split(command, " ")
			at := slices.Index(words, other)
			if at < 0 || done[command] {
				continue
			}
			done[command] = true
			for _, name := range named {
				if name == s.seat {
					continue
				}
				words[at] = name
				line := strings.Join(words, " ")
				for _, lang := range languages {
					if worded.Means(name, lang, "en") {
						continue
					}
					heard := spoken.Hear(engine.Speech{Text: spoken.Spell(line, lang), Lang: lang, Seats: []string{s.seat, name}, Me: s.seat})
					if heard.Kind != engine.SureMove || len(heard.Lines) != 1 || !slices.Contains(strings.Fields(heard.Lines[0]), strings.ToLower(name)) {
						t.Errorf("with %s at the table, %q is heard as %q in %s", name, spoken.Spell(line, lang), heard.Lines, lang)
					}
				}
			}
		}
	})
	if len(done) == 0 {
		t.Error("no command names anybody")
	}
}
