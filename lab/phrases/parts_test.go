package phrases

import (
	"fmt"
	"strings"
	"testing"
)

// parts are the pieces of which lines are made, by language and kind: "move" is a verb with a card and a place, "card" what
// stands for {card} in it, "stands" what a move stands beside or in, and "against" what leaves none.
type parts map[string]map[string][]string

func partsIn(t testing.TB) parts {
	t.Helper()
	all := parts{}
	for _, row := range rows(t, "testdata/parts.tsv", 3) {
		if all[row[0]] == nil {
			all[row[0]] = map[string][]string{}
		}
		all[row[0]][row[1]] = append(all[row[0]][row[1]], strings.ReplaceAll(row[2], `\n`, "\n"))
	}
	if len(all) != len(languages) {
		t.Fatalf("parts in %d languages", len(all))
	}
	return all
}

// made puts moves together, and each into the frames of a kind.
func (p parts) made(t testing.TB, kind string) (lines []*line) {
	t.Helper()
	row := 0
	for _, lang := range languages {
		of := p[lang]
		for i, frame := range of[kind] {
			for j, move := range of["move"] {
				row++
				card := of["card"][(i+j)%len(of["card"])]
				text := strings.ReplaceAll(strings.ReplaceAll(frame, "{move}", move), "{card}", card)
				lines = append(lines, &line{lang: lang, game: "saboteur", template: text, means: []string{"{n} {cell}"}, from: "parts " + kind, row: row})
			}
		}
	}
	return lines
}

// partsLeast is the least percentage of the lines made of parts in which the move stands at once, in each language.
const partsLeast = 85

// TestParts sends lines that are made of parts. In each a move stands, or in none.
func TestParts(t *testing.T) {
	all := partsIn(t)
	var s stand
	for _, kind := range []string{"stands", "against"} {
		lines := all.made(t, kind)
		found := findPositions(t, lines, 1)
		table := map[string]*tally{}
		for _, l := range lines {
			if table[l.lang] == nil {
				table[l.lang] = &tally{}
			}
			c, f := table[l.lang], found[l][0]
			o := s.send(f.at, l.lang, f.text, f.means)
			v := judge(f, &o)
			c.lines++
			switch {
			case v == another || kind == "against" && o.acts():
				c.wrong++
				t.Errorf("%s: %q: %s", l, f.text, &o)
			case v == atOnce || kind == "against":
				c.done++
			case v == offered:
				c.offered++
			default:
				c.silent++
			}
			if listed && kind == "stands" && v != atOnce {
				t.Logf("%s: %q: %s", l, f.text, &o)
			}
		}
		printTally(t, kind, table)
		for lang, c := range table {
			if least := 100 * c.done / c.lines; kind == "stands" && least < partsLeast {
				t.Errorf("%s: %s of %d lines", lang, fmt.Sprintf("%d %%", least), c.lines)
			}
		}
	}
}
