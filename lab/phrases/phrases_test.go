package phrases

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// whole is set to send all lines, in several positions, and to print every table.
var whole = os.Getenv("PHRASES") == "all"

// listed is set to print each line that was not understood.
var listed = os.Getenv("LIST") != ""

// verdict says how a natural line was understood.
type verdict int

const (
	atOnce  verdict = iota
	another         // played as another move, or did more than it says
	offered         // the house asked, and the right move is among those it offers
	asked           // the house asked or refused, without offering it
	silent          // ignored as talk
	verdicts
)

// judge returns how a natural line was understood.
func judge(f filled, o *outcome) verdict {
	switch {
	case len(o.played) > 0 && len(o.did) == 0 && rightly(f.means, o.played):
		return atOnce
	case o.acts():
		return another
	case o.offers(f.at, f.means):
		return offered
	case o.asked || o.told:
		return asked
	}
	return silent
}

// rightly reports whether the moves played are what the line means: one of its commands, or for "done" all that
// the house plays to end the turn, beginning with a rest.
func rightly(means, played []string) bool {
	if !slices.Contains(means, played[0]) {
		return false
	}
	return len(played) == 1 || slices.Contains(means, "done")
}

// count is a row of the table.
type count struct {
	lines int
	of    [verdicts]int
}

func (c *count) share(v verdict) float64 { return 100 * float64(c.of[v]) / float64(max(1, c.lines)) }

// offeredOfRest returns, of the lines that were not understood at once, the percentage for which the right move
// was offered; 100 if there are none.
func (c *count) offeredOfRest() float64 {
	rest := c.lines - c.of[atOnce]
	if rest == 0 {
		return 100
	}
	return 100 * float64(c.of[offered]) / float64(rest)
}

// key groups the rows of the tables.
type key struct{ lang, game string }

func (k key) String() string { return k.lang + " " + k.game }

func sortedKeys[V any](m map[key]V) []key {
	var all []key
	for k := range m {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b key) int {
		return cmp.Or(-strings.Compare(a.game, b.game), strings.Compare(a.lang, b.lang))
	})
	return all
}

// measured sends lines of a set, each in the positions found for it.
func measured(t *testing.T, folder string, each int) (found map[*line][]filled, lines []*line, table map[key]*count) {
	t.Helper()
	lines, found = moves(t, folder, each)
	table = map[key]*count{}
	var s stand
	for _, l := range lines {
		k := key{l.lang, l.game}
		if table[k] == nil {
			table[k] = &count{}
		}
		for _, f := range found[l] {
			o := s.send(f.at, l.lang, f.text, f.means)
			v := judge(f, &o)
			table[k].lines++
			table[k].of[v]++
			if v == another || listed && v != atOnce {
				t.Logf("%s: %q means %s: %s", l, f.text, strings.Join(f.means, " or "), &o)
			}
		}
	}
	return found, lines, table
}

// placed holds the natural lines of a folder with positions for them.
type placed struct {
	lines []*line
	found map[*line][]filled
}

// known caches the positions that were found, because most tests need the same.
var known = map[string]placed{}

// moves returns the natural lines of a folder, with a number of positions for each.
func moves(t testing.TB, folder string, each int) ([]*line, map[*line][]filled) {
	t.Helper()
	return placedOnce(t, fmt.Sprint(folder, each), func() []*line {
		return slices.DeleteFunc(linesIn(t, folder), func(l *line) bool { return l.talk() })
	}, each)
}

// placedOnce returns lines with positions; name is their key in the cache.
func placedOnce(t testing.TB, name string, read func() []*line, each int) ([]*line, map[*line][]filled) {
	t.Helper()
	if _, ok := known[name]; !ok {
		lines := read()
		known[name] = placed{lines, findPositions(t, lines, each)}
	}
	return known[name].lines, known[name].found
}

// given returns the natural lines in testdata, with a position for each.
func given(t testing.TB) ([]*line, map[*line][]filled) { return moves(t, "testdata", 1) }

// TestNaturalLines sends every natural line in positions in which its meaning is legal.
func TestNaturalLines(t *testing.T) {
	each := 1
	if whole {
		each = 2
	}
	for _, set := range []struct {
		name, folder string
		least        float64 // percentage to be understood at once
	}{
		{"given", "testdata", bounds.atOnce},
		{"own", "testdata/own", bounds.ownAtOnce},
		{"reasons", "testdata/reasons", bounds.ownAtOnce}, // lines with a reason first fit no frame
	} {
		t.Run(set.name, func(t *testing.T) {
			_, _, table := measured(t, set.folder, each)
			var out strings.Builder
			fmt.Fprintf(&out, "\n%-12s %6s %8s %8s %8s %8s %8s %13s\n", set.name, "lines", "at once", "another", "offered", "asked", "as talk", "offered/rest")
			all := &count{}
			for _, k := range sortedKeys(table) {
				c := table[k]
				c.print(&out, k.String())
				all.add(c)
				if c.share(atOnce) < set.least {
					t.Errorf("%s, %s: %.1f %% at once, not %.0f", set.name, k, c.share(atOnce), set.least)
				}
				if c.of[another] > bounds.another {
					t.Errorf("%s, %s: %d lines played as another move", set.name, k, c.of[another])
				}
				if c.offeredOfRest() < bounds.offered {
					t.Errorf("%s, %s: %.1f %% of the rest offered, not %.0f", set.name, k, c.offeredOfRest(), bounds.offered)
				}
			}
			all.print(&out, "all")
			t.Log(out.String())
		})
	}
}

func (c *count) add(o *count) {
	c.lines += o.lines
	for v := range c.of {
		c.of[v] += o.of[v]
	}
}

func (c *count) print(out *strings.Builder, name string) {
	fmt.Fprintf(out, "%-12s %6d %7.1f%% %7.1f%% %7.1f%% %7.1f%% %7.1f%% %12.1f%%\n", name, c.lines, c.share(atOnce), c.share(another), c.share(offered), c.share(asked), c.share(silent), c.offeredOfRest())
}
