package phrases

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var languages = []string{"de", "en", "es", "fr", "it", "nl", "pt"}

var games = []string{"saboteur", "clonk"}

// line is a natural line before its braces are filled from a position.
type line struct {
	lang, game string
	template   string
	// means lists the plain commands that are right; it is empty for talk.
	means []string
	from  string // path of its file
	row   int
	// further is what a fresh line says beyond its first move; nil for other lines.
	further *wanted
}

func (l *line) String() string { return fmt.Sprintf("%s:%d", l.from, l.row) }

// talk reports whether the line is no move.
func (l *line) talk() bool { return len(l.means) == 0 }

// rows returns the rows of a table below its heading, split at tabs into a number of fields.
func rows(t testing.TB, file string, fields int) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for n, row := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		cells := strings.Split(row, "\t")
		if len(cells) != fields {
			t.Fatalf("%s:%d has %d fields, not %d: %q", file, n+1, len(cells), fields, row)
		}
		if n > 0 {
			out = append(out, cells)
		}
	}
	return out
}

// linesIn reads the tables of all languages in a folder.
func linesIn(t testing.TB, folder string) (all []*line) {
	t.Helper()
	for _, lang := range languages {
		file := filepath.Join(folder, lang+".tsv")
		for n, row := range rows(t, file, 3) {
			if !slices.Contains(games, row[0]) {
				t.Fatalf("%s:%d: no such game: %s", file, n+2, row[0])
			}
			all = append(all, unfold(t, line{lang: lang, game: row[0], template: strings.ReplaceAll(row[1], `\n`, "\n"), from: file, row: n + 2}, row[2])...)
		}
	}
	return all
}

var bracketed = regexp.MustCompile(`\[[^\]]*\]`)

// unfold returns a line for each of the alternatives in square
// brackets. The nth alternatives of all brackets belong together.
func unfold(t testing.TB, l line, means string) (all []*line) {
	t.Helper()
	count := 1
	for _, text := range []string{l.template, means} {
		for _, b := range bracketed.FindAllString(text, -1) {
			n := strings.Count(b, "|") + 1
			if count > 1 && n != count {
				t.Fatalf("%s: alternatives of different numbers", &l)
			}
			count = n
		}
	}
	for i := range count {
		choose := func(text string) string {
			return bracketed.ReplaceAllStringFunc(text, func(b string) string { return strings.Split(b[1:len(b)-1], "|")[i] })
		}
		one := l
		one.template = choose(l.template)
		if means != "talk" {
			one.means = strings.Split(choose(means), " | ")
		}
		all = append(all, &one)
	}
	return all
}

// frame is a sentence into which a natural line is put, so that it is no move any more.
type frame struct{ lang, kind, text string }

func framesIn(t testing.TB, files ...string) (all []frame) {
	t.Helper()
	for _, file := range files {
		for _, row := range rows(t, file, 3) {
			if strings.Count(row[2], "{move}") != 1 || !slices.Contains(languages, row[0]) {
				t.Fatalf("%s: no frame: %q", file, row)
			}
			all = append(all, frame{row[0], row[1], row[2]})
		}
	}
	return all
}

// cardName is the name of a card of Clonk! in a language: alone, with its article after a verb, and with "a".
type cardName struct{ alone, the, a string }

// cardNames returns the names by language and card, such as "red-hammer".
func cardNames(t testing.TB) map[string]map[string]cardName {
	t.Helper()
	all := map[string]map[string]cardName{}
	for _, row := range rows(t, "testdata/cards.tsv", 5) {
		if all[row[0]] == nil {
			all[row[0]] = map[string]cardName{}
		}
		all[row[0]][row[1]] = cardName{row[2], row[3], row[4]}
	}
	if len(all) != len(languages) {
		t.Fatalf("cards named in %v", slices.Sorted(maps.Keys(all)))
	}
	return all
}

// textLines returns the lines of a file without empty lines and comments.
func textLines(t testing.TB, file string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(text)) {
		if row = strings.TrimSpace(row); row != "" && !strings.HasPrefix(row, "#") {
			all = append(all, row)
		}
	}
	return all
}
