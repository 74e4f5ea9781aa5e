package speech

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
)

// moveWords returns the single words with which people of a language tell moves: common ones and those of all games.
func moveWords(t testing.TB, lang string) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../engine/*/sayings/" + lang + ".txt")
	if err != nil || len(files) < 2 {
		t.Fatalf("words of %s for %d games, %v", lang, len(files), err)
	}
	for _, file := range append(files, "languages/"+lang+"/moves.txt") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.Lines(string(text)) {
			if _, phrases, keyed := strings.Cut(row, ":"); keyed {
				row = phrases
			}
			all = append(all, strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" ,~|=\n", r) })...)
		}
	}
	return all
}

// tangles returns texts of n bytes of words drawn at random from those of moves in a language, by the form of their rows.
func tangles(t testing.TB, lang string, n int) map[string]string {
	t.Helper()
	words, all := moveWords(t, lang), map[string]string{}
	for form, c := range map[string]struct {
		words   int
		between []string
	}{
		"short rows": {4, []string{" "}}, "rows": {12, []string{" "}}, "long rows": {40, []string{" "}},
		"clauses": {12, []string{", ", " ", " ", " 3 "}}, "figures": {9, []string{" ", " 3 ", " C5 "}}, "sentences": {14, []string{" ", " ", ". ", "? "}},
		"pieces": {10, []string{" ", " ", "; "}},
	} {
		r := rand.New(rand.NewPCG(42, 1)) // the same texts each time
		var b strings.Builder
		for b.Len() < n {
			for range c.words {
				b.WriteString(words[r.IntN(len(words))] + c.between[r.IntN(len(c.between))])
			}
			b.WriteByte('\n')
		}
		all[form] = b.String()
	}
	return all
}

// listeners returns ears of a language, by whose letter they read: a stranger's, and those of somebody who plays.
func listeners(lang string) map[string]Ear {
	all := map[string]Ear{}
	places := map[string]Place{"": {}}
	for _, g := range catalog.AllGames() {
		places[g.Name()] = Place{Game: g, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
	}
	for name, at := range places {
		all[name] = Ear{Lang: lang, Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: catalog.AllGames(), At: func(int64) Place { return at }}
	}
	return all
}

// TestTanglesStayWithinTheEffort reads 20 KB of words of moves in each language. Reading may cost little more than the
// effort of a letter, whatever they are: where it is spent, the last line says so, and what was read before stands.
func TestTanglesStayWithinTheEffort(t *testing.T) {
	spent := 0
	for i, l := range Languages() {
		texts, ears := tangles(t, l.Code, 20_000), listeners(l.Code)
		forms, names := slices.Sorted(maps.Keys(texts)), slices.Sorted(maps.Keys(ears))
		for j, form := range forms {
			if (i+j)%2 > 0 {
				continue // each language has half of the forms, so that the test takes seconds
			}
			name := names[(i+j/2)%len(names)]
			ear := ears[name]
			ear.Effort = NewLetterEffort()
			lines := ear.Lines(texts[form], nil)
			if used := ear.Effort.Used(); used > LetterSteps*11/10 {
				t.Errorf("%s of %s for %q: %d steps", form, l.Code, name, used)
			}
			at := slices.IndexFunc(lines, func(l Line) bool { return l.Tangled })
			if ear.Effort.Spent() != (at >= 0) || at >= 0 && at != len(lines)-1 {
				t.Errorf("%s of %s for %q: %d of %d lines says that no more was read", form, l.Code, name, at, len(lines))
			}
			if at >= 0 {
				spent++
			}
		}
	}
	if spent == 0 {
		t.Error("no text needs more than the effort of a letter")
	}
}

// TestTangledLinesAreReadWholeOrNot reads a letter with little effort: the lines are those of much effort, up to where
// it is spent.
func TestTangledLinesAreReadWholeOrNot(t *testing.T) {
	text := "3 on C5\nstatus\n" + tangles(t, "en", 2_000)["clauses"] + "yes\n"
	ear := listeners("en")["saboteur"]
	whole := ear.Lines(text, nil)
	for _, steps := range []int{1, 20_000, 50_000, 100_000, 200_000} {
		ear.Effort = engine.NewEffort(steps)
		got := ear.Lines(text, nil)
		last := len(got) - 1
		if !got[last].Tangled || !got[last].Ends() || !reflect.DeepEqual(got[:last], whole[:last]) {
			t.Errorf("%d steps: %+v", steps, got)
		}
	}
}

// ordinary returns a letter of n lines in which people of a language tell moves of a game, each in another way.
func ordinary(t testing.TB, lang, game string, n int) string {
	t.Helper()
	text, err := os.ReadFile("../lab/phrases/testdata/" + lang + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	filled := strings.NewReplacer("{n}", "3", "{cell}", "C5", "{name}", "Bo", "{s}", "3", "{h}", "2", "{me}", "Ana", "{goal}", "I3")
	var lines []string
	for row := range strings.Lines(string(text)) {
		if of, rest, _ := strings.Cut(row, "\t"); of == game {
			phrase, _, _ := strings.Cut(rest, "\t")
			lines = append(lines, filled.Replace(phrase))
		}
	}
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// TestOrdinaryLettersNeedLittleEffort reads letters of more moves than anybody writes at once, each told in another way.
func TestOrdinaryLettersNeedLittleEffort(t *testing.T) {
	for _, l := range Languages() {
		for game, ear := range listeners(l.Code) {
			text := ordinary(t, l.Code, game, 40)
			if text == "" {
				continue // a stranger, or a game that hears no sentences
			}
			ear.Effort = NewLetterEffort()
			ear.Lines(text, nil)
			if used := ear.Effort.Used(); strings.Count(text, "\n") < 30 || used > LetterSteps*2/3 {
				t.Errorf("%s in %s: %d steps for %d lines", game, l.Code, used, strings.Count(text, "\n")+1)
			}
		}
	}
}

// BenchmarkTangles reads 20 KB of words of moves in all languages and forms. It prints the processor time of the worst,
// and how many ordinary sentences could be read in that time.
func BenchmarkTangles(b *testing.B) {
	type letter struct {
		ear  Ear
		text string
	}
	letters, worst := map[string]letter{}, map[string]time.Duration{}
	for _, l := range Languages() {
		for name, ear := range listeners(l.Code) {
			for form, text := range tangles(b, l.Code, 20_000) {
				letters[strings.TrimSpace(form+" in "+l.Code+" "+name)] = letter{ear, text}
			}
			ear.Lines(ordinary(b, l.Code, "saboteur", 40), nil) // what is loaded once, such as lexicons, costs no letter
			ear.Lines(tangles(b, l.Code, 2_000)["rows"], nil)
		}
	}
	sentence := listeners("en")["saboteur"]
	yardstick, _ := lab.Cost(func() {
		for range 1000 {
			sentence.Lines("I put my third card on C5, please", nil)
		}
	})
	for b.Loop() {
		for name, l := range letters {
			before := lab.CPUUsed()
			l.ear.Lines(l.text, nil)
			cpu := lab.CPUUsed() - before
			if was, known := worst[name]; !known || cpu < was { // the least disturbed run counts
				worst[name] = cpu
			}
		}
	}
	most := slices.MaxFunc(slices.Collect(maps.Keys(worst)), func(a, b string) int { return cmp.Compare(worst[a], worst[b]) })
	b.Logf("worst of %d: %s", len(worst), most)
	b.ReportMetric(float64(worst[most].Microseconds())/1000, "cpu-ms/worst")
	b.ReportMetric(float64(worst[most])/float64(yardstick)*1000, "sentences/worst")
}
