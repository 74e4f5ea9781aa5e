package letter

import (
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/command"
)

func escaperOf(lang, game string, rows *Rows) *escaper {
	at := func(int64) command.Place { return command.Place{Game: catalog.Find(game)} }
	ear := command.Ear{Lang: lang, Fold: engine.Normalise, Games: catalog.Games(), At: at}
	return &escaper{game: catalog.Find(game), all: catalog.Games(), ears: []command.Ear{ear}, rows: rows, about: lang + " " + game}
}

// What is remembered of a row is what would be found out of it, in each language and game by
// itself, however often it is asked.
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

// The memory does not grow without end.
func TestRowsAreForgotten(t *testing.T) {
	rows := NewRows()
	for i := range rowsKept + 10 {
		rows.recall("en", strconv.Itoa(i), func(row string) bool { return strings.HasSuffix(row, "7") })
	}
	if len(rows.known) > rowsKept {
		t.Errorf("%d rows are remembered", len(rows.known))
	}
	if !rows.recall("en", "17", func(row string) bool { return true }) || rows.recall("en", "18", func(row string) bool { return false }) {
		t.Error("what was forgotten is not found out anew")
	}
}
