package phrases

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/speech/grammar"
)

// readLine returns the plain commands that the reader finds in a line without a position; names are the players
// at the table. It returns nil if the line is no move.
func readLine(game, lang, line string, names []string) []string {
	r := grammar.HearSentences(catalog.FindGame(game), engine.Speech{Text: line, Lang: lang, Seats: names, Me: names[0]})
	if r.Kind != engine.SureMove {
		return nil
	}
	return r.Lines
}

// TestReaderAlone prints what the reader makes of the natural lines in a position, without a house. Taking one
// for another move is an error.
func TestReaderAlone(t *testing.T) {
	for _, folder := range []string{"testdata", "testdata/own"} {
		lines, found := moves(t, folder, 1)
		table := map[key]*count{}
		for _, l := range lines {
			k := key{l.lang, l.game}
			if table[k] == nil {
				table[k] = &count{}
			}
			f := found[l][0]
			c, state := table[k], f.at.world.Matches[1].Match.State()
			c.lines++
			v := silent
			read := readLine(l.game, l.lang, f.text, append([]string{f.at.me}, f.at.seats...))
			for i, plain := range read {
				move, no := state.Parse(f.at.me, strings.ToLower(plain), nil)
				switch {
				case no != nil && plain == "done" && slices.Contains(f.means, "done"):
					v = atOnce
				case no != nil:
					v = asked
				case i == 0 && len(read) == 1 && slices.Contains(f.means, move.Command) || sameCard(f, move.Command):
					v = atOnce
				default:
					v = another
				}
			}
			c.of[v]++
			if v == another || listed && v != atOnce {
				t.Logf("%s: %q means %s: read as %q", l, f.text, strings.Join(f.means, " or "), read)
			}
		}
		var out strings.Builder
		fmt.Fprintf(&out, "\n%-24s %6s %8s %8s %8s\n", "reader alone, "+folder, "lines", "at once", "another", "refused")
		for _, k := range sortedKeys(table) {
			c := table[k]
			fmt.Fprintf(&out, "%-24s %6d %7.1f%% %7.1f%% %7.1f%%\n", k, c.lines, c.share(atOnce), c.share(another), c.share(asked))
			if c.of[another] > bounds.misread {
				t.Errorf("%s, %s: %d lines read as another move", folder, k, c.of[another])
			}
		}
		t.Log(out.String())
	}
}

// sameCard reports whether a command does what a line means, with another card that has the same face.
func sameCard(f filled, command string) bool {
	if f.at.game == "clonk" {
		return false
	}
	for _, m := range f.means {
		if withoutCard(m) == withoutCard(command) && f.at.cardOf(m) == f.at.cardOf(command) {
			return true
		}
	}
	return false
}
