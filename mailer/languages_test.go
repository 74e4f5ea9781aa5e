package mailer_test

import (
	"html"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/grammar"
)

// doubtful are letters that the house answers with an explanation or with the possible choices.
var doubtful = []string{"nudge", "plan", "check", "standings", "watch", "rating", "leagues", "zone Nowhere", "quiet", "daily 8:00", "daily off", "rally 99", "notify never", "voice off",
	"key", "calendar", "extend 24h", "away", "lang klingon", "remind 7", "undo", "clear", "suspect Cy", "standin nobody", "webhook", "tell Bo 1000",
	"99", "next", "mute Bo", "kick Bo", "block", "block bo@example.org", "resign", "rewind 1", "fairplay"}

// In every language, a letter of ours that is sent back whole contains no command for a player of that
// language or of English. It also keeps the width of its columns, and has all its texts.
func TestLettersInEachLanguageHoldNoCommand(t *testing.T) {
	files, err := os.ReadDir("../speech/languages")
	if err != nil {
		t.Fatal(err)
	}
	langs := []string{"pt-PT"}
	for _, file := range files {
		if file.IsDir() {
			langs = append(langs, file.Name())
		}
	}
	for _, lang := range langs {
		for _, game := range catalog.AllGames() {
			t.Run(lang+" "+game.Name(), func(t *testing.T) {
				t.Parallel()
				g := newTable(t, game.Name(), "bo", "cy", "di")
				for _, s := range g.table().Seats {
					ref := model.Ref{Match: 1, Seat: s.No, Purpose: model.ForTurn, Step: 1}
					g.write(strings.ToLower(s.Name), "lang "+lang, ref)
				}
				for seat := range 4 {
					g.holdsNone(lang, g.textOf("receipt", seat, 0))
				}
				no, _, name := g.due()
				g.lines(no, name, "help\nrules\ncards\nstory\nstatus\nmatches\nagain")
				g.holdsNone(lang, g.textOf("receipt", no, 0))
				for _, line := range doubtful {
					g.take(strings.ToLower(name), speech.SpellCommand(line, lang, game), model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(g.table().Match.Chair(name).Steps + 1)})
					g.holdsNone(lang, g.textOf("receipt", no, 0))
				}
				g.take("ana", "pause", model.Ref{Match: 1, Seat: 0, Purpose: model.ForTurn, Step: 1})
				g.take("bo", "concede", model.Ref{Match: 1, Seat: 1, Purpose: model.ForTurn, Step: 1})
				g.holdsNone(lang, g.textOf("ask", 2, 0))
				if yes, no := speech.SpellCommand("yes", lang, nil), speech.SpellCommand("no", lang, nil); !slices.Equal(g.chips("ask", 2, 0), []string{engine.StripAccents(yes), engine.StripAccents(no)}) {
					t.Errorf("a question is answered with %q", g.chips("ask", 2, 0))
				}
				g.write("ana", "resume", model.Ref{Match: 1, Seat: 0, Purpose: model.ForTurn, Step: 1})
				g.write("ana", "new "+game.Name()+" with bo@example.org", model.Ref{Seat: -1, Purpose: model.ForAnybody})
				g.holdsNone(lang, g.textOf("receipt", 0, 0))
				g.holdsNone(lang, g.textOf("invite", 1, 0))
				for range 5 {
					if g.table().Match.Phase != engine.Running {
						break
					}
					no, step, name := g.due()
					if g.table().Match.MidTurn(name) {
						g.holdsNone(lang, g.textOf("receipt", no, 0))
					} else {
						g.holdsNone(lang, g.textOf("turn", no, step))
					}
					g.chipsPlay(lang, no, step, name)
					g.move()
				}
			})
		}
	}
}

var mailto = regexp.MustCompile(`"mailto:[^"?]*\?body=([^&"]*)([^"]*)"`)

// chips returns what the links of a letter write.
func (g *match) chips(purpose string, seat, step int) (all []string) {
	g.t.Helper()
	page, _ := pageOf(g.t, g.letter(purpose, seat, step))
	for _, m := range mailto.FindAllStringSubmatch(page, -1) {
		if len(m[0]) > 500 || !strings.HasPrefix(html.UnescapeString(m[2]), "&subject=Re:%20") {
			g.t.Errorf("a link of %d bytes, or under a subject of its own: %s", len(m[0]), m[0])
		}
		body, err := url.PathUnescape(m[1])
		if err != nil {
			g.t.Fatal(err)
		}
		all = append(all, body)
	}
	return all
}

// chipsPlay checks that each link of a turn writes a legal move in the reader's language, in ASCII.
func (g *match) chipsPlay(lang string, no, step int, name string) {
	g.t.Helper()
	table := g.table()
	if table.Match.MidTurn(name) {
		return // the receipt has the links then
	}
	legal := table.Match.State().Legal(name)
	ear, chips := earOf(lang, table), g.chips("turn", no, step)
	for _, chip := range chips {
		heard := ear.HearMoves(chip, 1)
		if _, spoken := table.Match.Game.(engine.Spoken); !spoken { // for such a game only plain commands are understood
			heard = engine.Understood{Kind: engine.SureMove, Lines: engine.MapList(ear.Lines(chip, nil), func(l speech.Line) string { return l.Folded })}
		}
		if heard.Kind != engine.SureMove || len(heard.Lines) != 1 || strings.ContainsFunc(chip, func(r rune) bool { return r >= 0x80 }) {
			g.t.Errorf("%s: a link writes %q, heard as %q", lang, chip, heard.Lines)
			continue
		}
		move, refusal := table.Match.State().Parse(name, heard.Lines[0], nil)
		if refusal != nil || fold(engine.StripAccents(grammar.SpellCommand(table.Match.Game, move.Command, lang))) != fold(chip) {
			g.t.Errorf("%s: a link writes %q, which is %q", lang, chip, move.Command)
		}
	}
	if len(chips) < len(legal) {
		g.t.Errorf("%d links for %d moves", len(chips), len(legal))
	}
}

// tells reports whether a game has texts in a language. If not, letters show its English ones.
func tells(game engine.Game, lang string) bool {
	_, err := fs.Stat(game.Strings(), engine.BaseLanguage(lang)+".toml")
	return err == nil
}

// alike are words of a language that are spelled like English commands.
var alike = map[string][]string{"de": {"lang", "pass"}, "fr": {"on", "or", "invite"}, "nl": {"lang", "open", "rest", "start"}, "pt": {"no"}}

// word matches words. Options such as "watch=on" are the same in all languages, so they match whole.
var word = regexp.MustCompile(`\w+=\w*|\p{L}+`)

// broken matches the ends of rows in a text.
var broken = regexp.MustCompile(`\n[| ]*`)

// inEnglish returns the English words in a letter in another language: words of sentences, and commands for
// which the language has its own words.
func inEnglish(text, lang string, game engine.Game) (found []string) {
	tongue := speech.Tongues()[engine.BaseLanguage(lang)]
	for _, w := range word.FindAllString(text, -1) {
		own := fold(tongue.Shows(w)) != fold(w) || slices.Contains(game.Words(), w) && fold(grammar.SpellCommand(game, w, lang)) != w
		if strings.ToLower(w) == w && (own && tongue.Means(fold(w)) == "" || slices.Contains(sentenceWords, w)) && !slices.Contains(alike[engine.BaseLanguage(lang)], w) && !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}

// sentenceWords appear in most English sentences, and in none of the other languages.
var sentenceWords = []string{"the", "and", "you", "your", "this", "that", "have", "with", "what", "which", "from", "they", "isn", "don"}

// earOf returns a reader of lines about a match, as it is for letters.
func earOf(lang string, t *model.Table) speech.Ear {
	return speech.Ear{Lang: lang, Fold: fold, Games: catalog.AllGames(), At: func(int64) speech.Place {
		return speech.Place{Game: t.Match.Game, Seats: t.Match.Names(), Me: t.Match.Names()[0]}
	}}
}

// sealed matches a hash. Its row is as wide as the hash, whatever the width of columns.
var sealed = regexp.MustCompile(`[0-9a-f]{64}`)

// holdsNone checks that a letter that comes back contains no command.
func (g *match) holdsNone(lang, text string) {
	g.t.Helper()
	table := g.table()
	game := table.Match.Game
	if strings.Contains(text, "<no value>") || strings.Contains(text, "{{") {
		g.t.Errorf("something is not told:\n%s", text)
	}
	// The row that ends a letter is "end" in any language. What people say here is English.
	if found := inEnglish(strings.NewReplacer("I put my trust", "", "end”", "", "end“", "", "end\u00a0»", "", "end»", "").Replace(broken.ReplaceAllString(text, " ")), lang, game); tells(game, lang) && lang != "en" && found != nil {
		g.t.Errorf("%q stand in a letter in %s:\n%s", found, lang, text)
	}
	for row := range strings.Lines(text) {
		row = strings.TrimRight(row, "\n")
		most := 68
		if strings.Contains(row, "[") || strings.Contains(row, "   ") {
			most = render.BoardWidth
		}
		if utf8.RuneCountInString(row) > most && !strings.Contains(row, "@") && !sealed.MatchString(row) {
			g.t.Errorf("%d columns: %s", utf8.RuneCountInString(row), row)
		}
	}
}

// A letter uses the words of the edition that is played, if the edition is in its reader's language.
func TestLettersSayTheWordsOfTheirEdition(t *testing.T) {
	t.Parallel()
	for edition, want := range map[string]string{"es": "en la reserva", "pt": "en la pila"} {
		g := newTable(t, "saboteur edition="+edition, "bo", "cy")
		no, step, name := g.due()
		g.write(strings.ToLower(name), "lang es", model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
		if text := g.textOf("turn", no, step); !strings.Contains(text, want) {
			t.Errorf("edition %s: no %q in:\n%s", edition, want, text)
		}
	}
}
