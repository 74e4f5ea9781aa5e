package letter

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/speech"
	"pitpost.example/templates"
)

func escaperOf(lang, game string, rows *Rows) *escaper {
	at := func(int64) speech.Place { return speech.Place{Game: catalog.Find(game)} }
	ear := speech.Ear{Lang: lang, Fold: engine.Normalise, Games: catalog.Games(), At: at}
	return &escaper{game: catalog.Find(game), all: catalog.Games(), ears: []speech.Ear{ear}, rows: rows, about: lang + " " + game}
}

// The cached answer about a row is the one without a cache, separately for each language and game, however
// often it is asked for.
func TestRowsAreRememberedAsTheyAre(t *testing.T) {
	rows := NewRows()
	texts := []string{"pass 3", "lantern Ana", "The board", "abgeben 3", "passen 3", "rest", "resten", "end", "--", "dig 3", "Round 2", "open colour", "row 1  [ | ]", "say: x", "hallo"}
	barred := map[string]bool{}
	for range 3 {
		for _, lang := range []string{"en", "de", "nl"} {
			for _, game := range catalog.Names() {
				alone, with := escaperOf(lang, game, nil), escaperOf(lang, game, rows)
				for _, text := range texts {
					want := alone.Stops(text)
					if got := with.Stops(text); got != want {
						t.Errorf("%s, %s: that %q needs a bar is remembered as %t, not %t", lang, game, text, got, want)
					}
					if with.Starts(text) != alone.Starts(text) {
						t.Errorf("%s, %s: whether %q starts a command is remembered wrongly", lang, game, text)
					}
					if want {
						barred[lang+game+text] = true
					}
				}
			}
		}
	}
	if !barred["ensaboteurpass 3"] || barred["ensaboteurThe board"] || !barred["depass 3"] && !barred["desaboteurpassen 3"] || barred["enclonkpassen 3"] {
		t.Errorf("barred: %v", barred)
	}
}

// What number of two or more figures a row has does not change whether it needs a bar: rows are cached without.
func TestLongNumbersMakeNoCommand(t *testing.T) {
	letters, err := filepath.Glob("../testdata/*.txt")
	if err != nil || len(letters) == 0 {
		t.Fatalf("%d letters, %v", len(letters), err)
	}
	rows := map[string]bool{"pass 12": true, "12 C5": true, "3 C12": true, "away 14 days": true, "until 2026-12-24": true}
	for _, name := range letters {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.Lines(string(file)) {
			rows[strings.TrimSpace(strings.TrimLeft(row, "| "))] = true
		}
	}
	compared := 0
	for row := range rows {
		other := longFigures.ReplaceAllString(row, "99")
		if other == row {
			continue
		}
		compared++
		for _, lang := range speech.Languages() {
			for _, game := range catalog.Names() {
				w := escaperOf(lang.Code, game, nil)
				if w.Stops(row) != w.Stops(other) {
					t.Errorf("%s, %s: %q and %q are not read alike", lang.Code, game, row, other)
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d rows have long numbers", compared)
	}
}

// The cache does not grow without limit.
func TestRowsAreForgotten(t *testing.T) {
	rows := NewRows()
	for i := range rowsKept + 10 {
		rows.recall("en", letters(i), func(row string) bool { return strings.HasSuffix(row, "h") })
	}
	if n := rows.known.Len(); n != rowsKept {
		t.Errorf("%d rows are remembered", n)
	}
	if !rows.recall("en", letters(1), func(row string) bool { return true }) || rows.recall("en", letters(2), func(row string) bool { return false }) {
		t.Error("what was forgotten is not found out anew")
	}
}

// letters writes a number in letters.
func letters(n int) string {
	return strings.Map(func(figure rune) rune { return figure - '0' + 'a' }, strconv.Itoa(n))
}

// No heading of a letter reads like a command or a wish in any language, because a bar before a heading is
// ugly.
func TestHeadingsNeedNoBar(t *testing.T) {
	words, err := templates.Load(catalog.Games().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range speech.Languages() {
		print := words.Printer(lang.Code, time.UTC).Print
		for _, key := range []string{"mail.accounts-title", "mail.can", "mail.guesses-title", "mail.hand", "mail.last-words", "mail.news", "mail.offer-so-far",
			"mail.open", "mail.opened-title", "mail.paste-title", "mail.round-talk", "mail.table", "mail.tale-title", "mail.teach-title", "mail.welcome-title",
			"mail.alone", "standings.risks", "standings.slowest", "standings.table"} {
			for _, game := range catalog.Names() {
				if heading := print(engine.Say(key)); escaperOf(lang.Code, game, nil).Stops(heading) {
					t.Errorf("%s, %s: %q (%s) reads like a command", lang.Code, game, heading, key)
				}
			}
		}
	}
}
