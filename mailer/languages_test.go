package mailer_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/model"
)

// In every language a letter of ours, sent back whole, holds no command for a player of that
// language or of English; it keeps to its columns, and says all it has to say.
func TestLettersInEachLanguageHoldNoCommand(t *testing.T) {
	files, err := os.ReadDir("../house/command/words")
	if err != nil {
		t.Fatal(err)
	}
	langs := []string{"pt-PT"}
	for _, file := range files {
		langs = append(langs, strings.TrimSuffix(file.Name(), ".txt"))
	}
	for _, lang := range langs {
		for _, game := range catalog.Games() {
			t.Run(lang+" "+game.Name(), func(t *testing.T) {
				t.Parallel()
				g := newTable(t, game.Name(), "bo", "cy", "di")
				for _, s := range g.table().Seats {
					ref := desk.Ref{Match: 1, Seat: s.No, Purpose: desk.ForTurn, Step: 1}
					g.write(strings.ToLower(s.Name), "lang "+lang, ref)
				}
				for seat := range 4 {
					g.holdsNone(lang, g.textOf("receipt", seat, 0))
				}
				no, _, name := g.due()
				g.lines(no, name, "help\nrules\ncards\nstory\nstatus\nmatches\nagain")
				g.holdsNone(lang, g.textOf("receipt", no, 0))
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
					g.move()
				}
			})
		}
	}
}

// earOf hears lines about a match as the reader of letters does.
func earOf(lang string, t *model.Table) command.Ear {
	return command.Ear{Lang: lang, Fold: fold, Games: catalog.Games(), At: func(int64) command.Place {
		return command.Place{Game: t.Match.Game, Seats: t.Match.Names(), Me: t.Match.Names()[0]}
	}}
}

// holdsNone looks for commands in a letter that came back.
func (g *match) holdsNone(lang, text string) {
	g.t.Helper()
	game := g.table().Match.Game
	if strings.Contains(text, "<no value>") || strings.Contains(text, "{{") {
		g.t.Errorf("something is not told:\n%s", text)
	}
	for row := range strings.Lines(text) {
		row = strings.TrimRight(row, "\n")
		if utf8.RuneCountInString(row) > 78 && !strings.Contains(row, "@") {
			g.t.Errorf("%d columns: %s", utf8.RuneCountInString(row), row)
		}
		for _, lang := range []string{"en", lang} {
			for _, line := range earOf(lang, g.table()).Lines(row, nil) {
				if r := command.Read(line.Folded, game); line.Block || r.Kind == command.HouseWord || r.Kind == command.GameLine {
					g.t.Errorf("%s is read as a command: %s", row, fmt.Sprint(r))
				}
			}
		}
	}
}

// A letter says the words of the rulebook that is played where that is in its reader's language.
func TestLettersSayTheWordsOfTheirEdition(t *testing.T) {
	t.Parallel()
	for edition, want := range map[string]string{"es": "en la reserva", "pt": "en la pila"} {
		g := newTable(t, "saboteur edition="+edition, "bo", "cy")
		no, step, name := g.due()
		g.write(strings.ToLower(name), "lang es", desk.Ref{Match: 1, Seat: no, Purpose: desk.ForTurn, Step: int64(step)})
		if text := g.textOf("turn", no, step); !strings.Contains(text, want) {
			t.Errorf("edition %s: no %q in:\n%s", edition, want, text)
		}
	}
}
