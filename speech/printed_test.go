package speech_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
	"pitpost.example/speech/grammar"
)

// entries returns the texts of all catalogues in a language by key. The plural forms of a text are joined.
func entries(t *testing.T, lang string) map[string]string {
	t.Helper()
	all := map[string]string{}
	trees := append([]fs.FS{os.DirFS("../templates/locale")}, catalog.AllGames().Strings()...)
	for _, tree := range trees {
		err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
			if stem := strings.TrimSuffix(path.Base(name), ".toml"); err != nil || entry.IsDir() || path.Dir(name) == "glossary" || stem[strings.LastIndex(stem, ".")+1:] != lang {
				return err
			}
			var messages map[string]any
			if _, err := toml.DecodeFS(tree, name, &messages); err != nil {
				return err
			}
			for key, m := range messages {
				if forms, ok := m.(map[string]any); ok {
					for _, text := range forms {
						all[key] += text.(string) + "\n"
					}
				} else {
					all[key] = m.(string)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// filled replaces the arguments of a text in a quoted command by examples.
var filled = strings.NewReplacer("{{.match}}", "7", "{{.league}}", "winter", "{{.name}}", "Bo", "{{.who}}", "bo@example.org", "{{.first}}", "#7",
	"{{.word}}", "amber-lantern", "{{.count}}", "2", "{{.example}}", "3 C5", "{{.other}}", "4 C5", "{{.text}}", "x", "{{.game}}", "saboteur", "…", "bo@example.org")

// quoted returns what a text has in quotation marks.
func quoted(text string, marks *regexp.Regexp) (all []string) {
	for _, m := range marks.FindAllStringSubmatch(text, -1) {
		all = append(all, filled.Replace(strings.TrimSpace(m[1])))
	}
	return all
}

// marksOf returns a pattern for quoted words, built from the quotation marks that letters in a language use.
func marksOf(t *testing.T, texts map[string]string) *regexp.Regexp {
	t.Helper()
	before, after, ok := strings.Cut(texts["mail.quotes"], "{{.words}}")
	if !ok {
		t.Fatalf("mail.quotes is %q", texts["mail.quotes"])
	}
	return regexp.MustCompile(regexp.QuoteMeta(before) + "([^" + regexp.QuoteMeta(strings.TrimSpace(after)) + "]*)" + regexp.QuoteMeta(after))
}

// meant returns which command a quoted text is if a player with this language writes it, in a match of one of the
// games. It returns "" for none, and leaves out lines that are somebody's own words.
func meant(text, lang string, games []engine.Game) string {
	if yes, no := speech.ReadYesNo(text, lang); yes || no {
		return fmt.Sprint("yes or no: ", yes)
	}
	tongue := speech.Tongues()[engine.BaseLanguage(lang)]
	word := spelling.NormaliseLine(text)
	for _, g := range games {
		ear := speech.Ear{Lang: lang, Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: []engine.Game{g}, At: func(int64) speech.Place {
			return speech.Place{Game: g, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
		}}
		lines := ear.Lines(text, nil)
		if len(lines) == 0 {
			return ""
		}
		var said []string
		for _, line := range lines {
			switch r := speech.ReadCommand(line.Folded, g); {
			case line.Block:
				said = append(said, "say")
			case r.Kind == speech.HouseWord:
				said = append(said, strings.TrimSpace(r.Word+" "+rest(r)))
			case line.Heard || r.Kind == speech.GameLine:
				words := strings.Fields(line.Folded) // the order does not matter
				slices.Sort(words)
				said = append(said, strings.Join(words, " "))
			}
		}
		if len(said) > 0 {
			return strings.Join(said, " / ")
		}
		for _, w := range g.Words() {
			if spelling.NormaliseLine(grammar.SpellCommand(g, w, lang)) == word {
				return w
			}
		}
	}
	if e := tongue.Means(word); e != "" {
		return e
	}
	if lang == "en" && speech.Tongues()["de"].Shows(word) != word {
		return word
	}
	return ""
}

// rest returns what follows a command of the house, without what may differ between languages.
func rest(r speech.Reading) string {
	switch r.Word {
	case "say", "tell", "announce", "note", "zone":
		return ""
	case "away":
		from, until, no := dates.ReadAbsence(r.Rest, time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), time.UTC)
		return fmt.Sprint(from, until, no)
	case "my":
		return ""
	}
	words := strings.Fields(strings.ReplaceAll(" "+r.Rest+" ", " match saboteur ", " saboteur "))
	if r.Word == "league" && len(words) > 0 {
		if w := speech.FindLeagueWord(words[0]); w != "" {
			words[0] = w
		}
		if words[0] == "organiser" { // followed by "ADDRESS"
			words = words[:min(3, len(words))]
		}
	}
	for i, w := range words {
		if slices.Contains([]string{"monday", "saturday", "sunday"}, w) {
			words[i] = w[:3]
		}
	}
	return strings.Join(words, " ")
}

// notCommands has quoted words that look like a command and are none: commands of the program pitpost, the label of a
// button, and the row that ends a letter, which is English in all languages.
var notCommands = []string{"match show", "pitpost webhook", "pitpost verify", "play", "end"}

// A command that an English text quotes is quoted in all other languages too, in their own words, and is read as the
// same command.
func TestQuotedCommandsAreReadAsMeant(t *testing.T) {
	english := entries(t, "en")
	marks := marksOf(t, english)
	commands := 0
	for _, lang := range []string{"de", "fr", "nl", "es", "it", "pt", "pt-PT"} {
		tongue := speech.Tongues()[engine.BaseLanguage(lang)]
		texts := entries(t, engine.BaseLanguage(lang))
		own := marksOf(t, texts)
		if lang != engine.BaseLanguage(lang) {
			texts = entries(t, lang)
		}
		for key, text := range texts {
			games := append(slices.DeleteFunc(catalog.AllGames(), func(g engine.Game) bool { return !strings.HasPrefix(key, g.Name()+".") }), catalog.AllGames()...)
			var read []string
			for _, q := range quoted(text, own) {
				m := meant(q, engine.BaseLanguage(lang), games)
				read = append(read, m)
				for i, word := range strings.Fields(q) {
					word = strings.ToLower(strings.TrimRight(word, ":,"))
					if m == "" || i > 0 && m == strings.Fields(m)[0] { // somebody's own words
						break
					}
					if shown := tongue.Shows(word); spelling.NormaliseLine(shown) != spelling.NormaliseLine(word) && tongue.Means(spelling.NormaliseLine(word)) == "" && !slices.Contains(notCommands, q) {
						t.Errorf("%s: %s quotes %q, where %q is %q", lang, key, q, word, shown)
					}
				}
			}
			for _, q := range quoted(english[key], marks) {
				want := meant(q, "en", games)
				if want == "" || slices.Contains(notCommands, strings.ToLower(q)) {
					continue
				}
				commands++
				if !slices.Contains(read, want) {
					t.Errorf("%s: %s quotes %q in English, which is read as %q, and here %q, read as %q", lang, key, q, want, quoted(text, own), read)
				}
			}
		}
	}
	if commands < 2000 {
		t.Errorf("only %d commands were found", commands)
	}
}

var place = regexp.MustCompile(`{{[^}]*}}`)

// A text of ours that mentions a command is none itself, read in its language or in English. So a receipt that is
// sent back plays nothing.
func TestTextsAboutCommandsAreNone(t *testing.T) {
	told := 0
	for _, lang := range []string{"en", "de", "fr", "nl", "es", "it", "pt"} {
		for key, text := range entries(t, lang) {
			if !strings.Contains(text, "{{.command}}") || strings.HasPrefix(text, "{{.command}}") {
				continue
			}
			for game, plain := range map[string]string{"saboteur": "pass 2", "clonk": "dig h3"} {
				g := catalog.FindGame(game)
				row := place.ReplaceAllString(strings.ReplaceAll(text, "{{.command}}", grammar.SpellCommand(g, plain, lang)), "Ana")
				for _, row := range strings.Split(row, "\n") {
					for _, read := range []string{lang, "en"} {
						ear := speech.Ear{Lang: read, Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: []engine.Game{g}, At: func(int64) speech.Place {
							return speech.Place{Game: g, Seats: []string{"Ana", "Bo"}, Me: "Bo"}
						}}
						for _, line := range ear.Lines(row, nil) {
							told++
							if r := speech.ReadCommand(line.Folded, g); r.Kind == speech.HouseWord || r.Kind == speech.GameLine || line.Heard {
								t.Errorf("%s in %s, read in %s: %q is %q", key, lang, read, row, line.Folded)
							}
						}
					}
				}
			}
		}
	}
	if told < 200 {
		t.Errorf("only %d", told)
	}
}
