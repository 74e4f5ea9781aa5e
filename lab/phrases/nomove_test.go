package phrases

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// harm counts what lines that are no moves did.
type harm struct{ lines, acted, asked, told int }

// note counts a line. It prints lines that did something or, if all are listed, got an answer.
func (h *harm) note(t *testing.T, what string, text string, o *outcome) {
	h.count(o)
	if (whole || listed) && o.acts() || listed && (o.told || o.asked) {
		t.Logf("%s: %q: %s", what, text, o)
	}
}

func (h *harm) count(o *outcome) {
	h.lines++
	switch {
	case o.acts():
		h.acted++
	case o.told:
		h.told++
	case o.asked:
		h.asked++
	}
}

func (h *harm) add(o *harm) {
	h.lines, h.acted, h.asked, h.told = h.lines+o.lines, h.acted+o.acted, h.asked+o.asked, h.told+o.told
}

func (h *harm) answered() float64 { return 100 * float64(h.asked+h.told) / float64(max(1, h.lines)) }

// printHarm prints the counts by language or kind, and returns their sum.
func printHarm(t *testing.T, title string, table map[string]*harm) (all harm) {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, "\n%-14s %6s %8s %8s %8s %10s\n", title, "lines", "acted", "asked", "told", "asked/all")
	row := func(name string, h *harm) {
		fmt.Fprintf(&out, "%-14s %6d %8d %8d %8d %9.1f%%\n", name, h.lines, h.acted, h.asked, h.told, h.answered())
	}
	for _, k := range slices.Sorted(maps.Keys(table)) {
		row(k, table[k])
		all.add(table[k])
	}
	row("all", &all)
	t.Log(out.String())
	return all
}

func at(table map[string]*harm, k string) *harm {
	if table[k] == nil {
		table[k] = &harm{}
	}
	return table[k]
}

// firstSentence matches the first of several sentences.
var firstSentence = regexp.MustCompile(`^.*?[.!?…]\s`)

// TestFramedLines puts every natural line into every frame of its language, after which none is a move any
// more. Lines of several paragraphs are left out, because a frame only covers one. By default each line is put
// into a third of the frames, the next line into others.
func TestFramedLines(t *testing.T) {
	files := []string{"testdata/frames.tsv"}
	sets := []string{"testdata"}
	step, least := 3, 2700
	if whole {
		files, sets = append(files, "testdata/frames-own.tsv"), append(sets, "testdata/own")
		step, least = 1, 8000
	}
	frames := framesIn(t, files...)
	byLang, byKind := map[string]*harm{}, map[string]*harm{}
	var s stand
	unframed := 0
	for _, set := range sets {
		lines, found := moves(t, set, 1)
		for row, l := range lines {
			f := found[l][0]
			if first := firstSentence.FindString(f.text); strings.Contains(f.text, "\n") || first != "" && !strings.ContainsAny(first, "0123456789") {
				unframed++ // the words around it reach only what stands before the move
				continue
			}
			for i, frame := range frames {
				if frame.lang != l.lang || (row+i)%step != 0 {
					continue
				}
				text := strings.ReplaceAll(frame.text, "{move}", f.text)
				o := s.send(f.at, l.lang, text, f.means)
				what := l.String() + " " + frame.kind
				at(byLang, l.lang).note(t, what, text, &o)
				at(byKind, frame.kind).count(&o)
			}
		}
	}
	t.Logf("%d lines of several paragraphs, or with a sentence before the move, are not framed", unframed)
	all := printHarm(t, "frames", byLang)
	printHarm(t, "by kind", byKind)
	if all.lines < least {
		t.Errorf("only %d framed lines", all.lines)
	}
	if all.acted > bounds.acting {
		t.Errorf("%d framed lines changed something", all.acted)
	}
}

// talkLines returns the talk in the tables and in testdata/talk, each line in both games.
func talkLines(t testing.TB) (lines []*line) {
	t.Helper()
	for _, folder := range []string{"testdata", "testdata/own"} {
		lines = append(lines, slices.DeleteFunc(linesIn(t, folder), func(l *line) bool { return !l.talk() })...)
	}
	for _, lang := range languages {
		file := "testdata/talk/" + lang + ".txt"
		said := textLines(t, file)
		if len(said) < 60 {
			t.Errorf("%s has only %d lines", file, len(said))
		}
		for n, text := range said {
			for _, game := range games {
				lines = append(lines, &line{lang: lang, game: game, template: strings.ReplaceAll(text, `\n`, "\n"), from: file, row: n + 2})
			}
		}
	}
	return lines
}

// talk returns the lines of talk, with a number of positions for each.
func talk(t testing.TB, each int) ([]*line, map[*line][]filled) {
	t.Helper()
	return placedOnce(t, fmt.Sprint("talk ", each), func() []*line { return talkLines(t) }, each)
}

// harmOf sends talk and returns what it did, by language.
func harmOf(t *testing.T, lines []*line, found map[*line][]filled) map[string]*harm {
	table := map[string]*harm{}
	var s stand
	for _, l := range lines {
		for _, f := range found[l] {
			o := s.send(f.at, l.lang, f.text, nil)
			at(table, l.lang).note(t, l.game+" "+l.String(), f.text, &o)
		}
	}
	return table
}

// TestTalk sends what people write besides their moves.
func TestTalk(t *testing.T) {
	each := 1
	if whole {
		each = 3
	}
	lines, found := talk(t, each)
	table := harmOf(t, lines, found)
	all := printHarm(t, "talk", table)
	if all.acted > bounds.talking {
		t.Errorf("%d lines of talk changed something", all.acted)
	}
	for _, lang := range slices.Sorted(maps.Keys(table)) {
		if table[lang].answered() > bounds.talkAsked {
			t.Errorf("%s: %.1f %% of talk got a question, more than %.0f %%", lang, table[lang].answered(), bounds.talkAsked)
		}
	}
}

// TestTalkAnswersNothing sends talk while the house asks the writer whether they really resign. None of it may
// be a yes; a no is only counted.
func TestTalkAnswersNothing(t *testing.T) {
	lines, found := talk(t, 1)
	asking := map[*position]*position{}
	var s stand
	letters, no, acted := 0, 0, 0
	for _, l := range lines {
		f := found[l][0]
		p := asking[f.at]
		if p == nil {
			p = f.at.askedToResign(t)
			asking[f.at] = p
		}
		o := s.send(p, l.lang, f.text, nil)
		letters++
		if slices.Equal(o.did, []string{"answered no"}) || slices.Equal(o.did, []string{"answered no", "done house.left-so"}) {
			no++
			if listed {
				t.Logf("%s %s: %q is a no", l.game, l, f.text)
			}
		} else if o.acts() {
			acted++
			t.Logf("%s %s: %q: %s", l.game, l, f.text, &o)
		}
	}
	if acted > bounds.answering {
		t.Errorf("%d lines of talk answered the question or did something else", acted)
	}
	t.Logf("%d letters of talk to an open question, of which %d were taken for a no", letters, no)
	p := asking[found[lines[0]][0].at]
	if o := s.send(p, "en", "yes", nil); !o.acts() {
		t.Errorf("a yes answers nothing: %s", &o)
	}
}
