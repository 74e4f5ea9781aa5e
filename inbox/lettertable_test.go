package inbox

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
)

var printTable = flag.Bool("table", false, "print how the letters of testdata were read, by program and by language")

// tally counts how letters were read.
type tally struct{ byClient, byLanguage map[string]*sums }

// sums is a row of the table: letters, how many were read right, and what went wrong.
type sums struct{ letters, right, lost, falseKept, missing, falseCommands int }

func (c *sums) add(o result) {
	c.letters++
	if o.right() {
		c.right++
	}
	c.lost += len(o.lost)
	c.falseKept += len(o.falseKept)
	c.missing += len(o.missing)
	c.falseCommands += len(o.falseCommand)
}

func (t *tally) add(s sample, o result) {
	if t.byClient == nil {
		t.byClient, t.byLanguage = map[string]*sums{}, map[string]*sums{}
	}
	for _, kind := range []struct {
		rows map[string]*sums
		name string
	}{{t.byClient, s.client}, {t.byLanguage, s.lang}} {
		for _, name := range []string{kind.name, ""} {
			if kind.rows[name] == nil {
				kind.rows[name] = &sums{}
			}
			kind.rows[name].add(o)
		}
	}
}

func (t *tally) print(out io.Writer) {
	section(out, "program", t.byClient)
	section(out, "language", t.byLanguage)
	if total := t.byClient[""]; total != nil {
		row(out, "ALL", *total)
	}
}

// section prints the rows of one kind, those with most letters first.
func section(out io.Writer, title string, rows map[string]*sums) {
	fmt.Fprintf(out, "%-18s %8s %10s %6s %11s %15s %14s\n", title, "letters", "kept right", "lost", "false-kept", "not understood", "false commands")
	names := slices.SortedFunc(maps.Keys(rows), func(a, b string) int {
		return cmp.Or(rows[b].letters-rows[a].letters, cmp.Compare(a, b))
	})
	for _, name := range names {
		if name != "" {
			row(out, name, *rows[name])
		}
	}
	fmt.Fprintln(out)
}

func row(out io.Writer, name string, c sums) {
	fmt.Fprintf(out, "%-18s %8d %10d %6d %11d %15d %14d\n", name, c.letters, c.right, c.lost, c.falseKept, c.missing, c.falseCommands)
}
