package enginetest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
)

// languages are the languages in which letters are written.
var languages = []string{"en", "de", "fr", "nl", "es", "it", "pt"}

// spokenFewest is the number of positions in which commands are read back, if the tables have as
// many.
const spokenFewest = 1000

// spellsBack checks a Spoken game: what it prints for a command in a language is read as that
// command, with or without accents, by a reader of that language and of English, and so is the
// command itself.
func spellsBack(t T, g engine.Game, all []table) {
	said := grammar.Of(g)
	if said == nil {
		return
	}
	sizes := smallMiddlingFull(g) // a line's meaning depends on the names at the table, not on their number
	all = slices.DeleteFunc(slices.Clone(all), func(at table) bool { return !slices.Contains(sizes, len(at.setup.Seats)) })
	total, positions := 0, 0
	visit(t, g, all, 1, func(table, step) { total++ })
	type line struct{ seats, seat, lang, text string }
	hears := map[line]engine.Understood{}
	visit(t, g, all, max(1, total/spokenFewest), func(at table, s step) {
		positions++
		seats := strings.Join(at.setup.Seats, ",")
		moves := map[string]string{} // from the line that was heard to the command that Parse reads
		for _, command := range s.state.Legal(s.seat) {
			for _, lang := range languages {
				shown := said.Spell(command, lang)
				errorIf(t, utf8.RuneCountInString(shown) > 24, "%s is printed as %q in %s: too long for a button", command, shown, lang)
				for _, text := range []string{shown, engine.StripAccents(shown), command} {
					for _, read := range []string{lang, "en"} {
						key := line{seats, s.seat, read, text}
						heard, known := hears[key]
						if !known {
							heard = said.Hear(engine.Speech{Text: text, Lang: read, Seats: at.setup.Seats, Me: s.seat})
							hears[key] = heard
						}
						failIf(t, heard.Kind != engine.SureMove || len(heard.Lines) != 1,
							"%s is printed as %q in %s and heard as %q in %s", command, text, lang, heard.Lines, read)
						plain := heard.Lines[0]
						if moves[plain] == "" {
							move, no := s.state.Parse(s.seat, plain, nil)
							failIf(t, no != nil, "%s is printed as %q in %s and read as %q in %s: %v", command, text, lang, plain, read, no)
							moves[plain] = move.Command
						}
						errorIf(t, moves[plain] != command, "%s is printed as %q in %s and read as %q in %s", command, text, lang, moves[plain], read)
					}
				}
			}
		}
	})
	errorIf(t, positions < min(spokenFewest, total) || total == 0, "commands were read back at %d positions of %d", positions, total)
	t.Logf("commands were read back at %d positions of %d", positions, total)
}

// wordNames has first names that are words in some language.
var wordNames = []string{"Rosa", "Rose", "Blanca", "Bianca", "Art", "Mark", "Will", "Di", "Jo", "Otto", "Leo", "Mina", "Red", "Seven"}

// keepsNames checks a Spoken game: somebody at the table may have any name that Means does not
// report as a word, and commands that name them are still understood.
func keepsNames(t T, g engine.Game, all []table) {
	said := grammar.Of(g)
	if said == nil {
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
			for _, name := range wordNames {
				if name == s.seat {
					continue
				}
				words[at] = name
				line := strings.Join(words, " ")
				for _, lang := range languages {
					if said.Means(name, lang, "en") {
						continue
					}
					heard := said.Hear(engine.Speech{Text: said.Spell(line, lang), Lang: lang, Seats: []string{s.seat, name}, Me: s.seat})
					if heard.Kind != engine.SureMove || len(heard.Lines) != 1 || !slices.Contains(strings.Fields(heard.Lines[0]), strings.ToLower(name)) {
						t.Errorf("with %s at the table, %q is heard as %q in %s", name, said.Spell(line, lang), heard.Lines, lang)
					}
				}
			}
		}
	})
	errorIf(t, len(done) == 0, "no command names anybody")
}
