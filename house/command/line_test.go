package command

import (
	"fmt"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// hostileLines are letters made to cost more than they are long, each of about n bytes.
func hostileLines(n int) map[string]string {
	fill := func(piece string) string { return strings.Repeat(piece, n/len(piece)) }
	return map[string]string{
		"semicolons":      fill(";"),
		"expanding":       fill("ﷺ;"),
		"pieces":          fill("help;"),
		"words":           fill("help;\n"),
		"or in a row":     "3 C5 " + fill("or 2 D3 "),
		"or after or":     "3 C5 " + fill("or or "),
		"or in rows":      "3 C5\n" + fill("or 2 D3\n"),
		"accented or":     fill("or é\n"),
		"long or":         fill("or " + strings.Repeat("é", 200) + "\n"),
		"quoted talk":     fill("\"say hi;"),
		"colons":          fill("say :\n"),
		"blocks":          fill("say: a\n\n"),
		"one block":       "say:\n" + fill("status\n"),
		"blank rows":      fill(" \n"),
		"one word":        fill("a"),
		"one long number": "#" + fill("9"),
		"bars":            fill("| 3 C5; 2 D3\n"),
	}
}

// A letter is cut into lines by work that grows as the letter does: no byte of it is folded more
// than a few times, however it is parted.
func TestLettersAreCutByLinearWork(t *testing.T) {
	for _, size := range []int{8 << 10, 16 << 10, 32 << 10, 64 << 10, 1 << 20} {
		for name, text := range hostileLines(size) {
			folded := 0
			lines := Lines(text, func(s string) string {
				s = s[:min(len(s), 4<<10)] // as letters are folded
				folded += len(s)
				return fold(s)
			})
			if folded > 4*len(text) {
				t.Errorf("%s of %d bytes: %d bytes were folded", name, len(text), folded)
			}
			if len(lines) > LinesMost+1 {
				t.Errorf("%s of %d bytes: %d lines", name, len(text), len(lines))
			}
		}
	}
}

// What is over the limits is not read, and the last line says where the reading ended.
func TestLettersHaveLimits(t *testing.T) {
	numbered := func(n int, form, between string) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf(form, i))
		}
		return strings.Join(parts, between)
	}
	for _, c := range []struct {
		name, text string
		lines      int
		rest       bool
	}{
		{"as many as may be", numbered(200, "%d C5", "\n"), 200, false},
		{"as many and blanks", numbered(200, "%d C5", "\n") + "\n\n ; \n", 200, false},
		{"one more", numbered(201, "%d C5", "\n"), 200, true},
		{"many more", numbered(5000, "%d C5", "\n"), 200, true},
		{"alternatives", numbered(300, "%d C5", " or "), 200, true},
		{"alternatives in rows", numbered(300, "or %d C5", "\n"), 200, true},
		{"fifty pieces", numbered(50, "%d C5", ";") + ";", 50, false},
		{"a piece more", numbered(51, "%d C5", ";"), 50, true},
		{"a piece more, then rows", numbered(51, "%d C5", ";") + "\nresign", 50, true},
		{"rows of pieces", strings.Repeat(numbered(40, "%d C5", ";")+"\n", 6), 200, true},
		{"blocks", strings.Repeat("say: a\n\n", 300), 200, true},
		{"talk", "say " + numbered(500, "%d", ";"), 1, false},
		{"a row of ours", "| " + numbered(500, "%d", ";"), 1, false},
	} {
		lines := Lines(c.text, fold)
		rest := lines[len(lines)-1].Rest
		if rest != 0 {
			lines = lines[:len(lines)-1]
		}
		if len(lines) != c.lines || (rest != 0) != c.rest || rest != 0 && rest != c.lines {
			t.Errorf("%s: %d lines, then rest %d; want %d, %v", c.name, len(lines), rest, c.lines, c.rest)
		}
		for i, l := range lines {
			if l.Rest != 0 || l.Raw == "" {
				t.Errorf("%s: line %d is %+v", c.name, i, l)
			}
		}
	}
}

// Said words run to the end of their row, wherever they begin on it and in quotation marks too.
func TestWhatIsSaidIsNotParted(t *testing.T) {
	for text, want := range map[string]string{
		"status; say x; resign":                 "status / say x; resign",
		"status; \"say x; resign\"":             "status / \"say x; resign\"",
		"status; “say x; resign”":               "status / “say x; resign”",
		"\"say x; resign\"":                     "\"say x; resign\"",
		"status; tell bo x; resign; 3 C5":       "status / tell bo x; resign; 3 C5",
		"note one; two":                         "note one; two",
		"3 C5; status":                          "3 C5 / status",
		"new saboteur with a@x.example; status": "new saboteur with a@x.example; status",
	} {
		var got []string
		for _, l := range Lines(text, fold) {
			got = append(got, l.Raw)
		}
		if s := strings.Join(got, " / "); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

// A list that counts from 1 tells in which order moves are made.
func TestTheNumbersOfAListAreNoPartOfIt(t *testing.T) {
	for text, want := range map[string]string{
		"1. dig s2\n2. rest\n\n3. shore h2 s4": "dig s2 / rest / shore h2 s4",
		"1) dig s2\n2) rest":                   "dig s2 / rest",
		"1. I3":                                "1. I3",
		"2. I3\n3. I5":                         "2. I3 / 3. I5",
		"say:\n1. one\n2. two":                 "1. one\n2. two",
	} {
		var got []string
		for _, l := range Lines(text, fold) {
			got = append(got, l.Raw)
		}
		if s := strings.Join(got, " / "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// fold makes words comparable as letters are read, fillers aside.
func fold(s string) string {
	return strings.TrimRight(engine.Normalise(strings.Join(strings.Fields(s), " ")), " .!,;")
}
