package spelling

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/runenames"

	"pitpost.example/engine"
)

// Confusable says what in a line reads other than it is, and what the line looks like to
// whoever reads it; nil for a sound line. Whether it matters is for those to say who
// know which lines are commands.
func Confusable(line string) (looks string, why *engine.Phrase) {
	r, word := odd(line)
	if r == 0 {
		return line, nil
	}
	p := engine.Say("letter.look-alike", "letter", string(r), "word", word, "name", runeName(r))
	if turns(r) {
		p = engine.Say("letter.turned", "name", runeName(r))
	}
	return engine.AsLatin(asSeen(line)), &p
}

// odd is the first odd rune of a line and the word it stands in.
func odd(line string) (rune, string) {
	for _, r := range line {
		if turns(r) {
			return r, ""
		}
	}
	return engine.LookAlike(line)
}

// turns says of a rune that what follows it is read from the right.
func turns(r rune) bool { return r == 0x202b || r == 0x202d || r == 0x202e || r == 0x2067 }

// asSeen is a line in the order in which it is seen where an override turns letters.
func asSeen(line string) string {
	before, rest, found := strings.Cut(line, "\u202e")
	if !found {
		return line
	}
	turned, after, _ := strings.Cut(rest, "\u202c")
	runes := []rune(turned)
	slices.Reverse(runes)
	return before + string(runes) + after
}

func runeName(r rune) string {
	return strings.TrimSpace(fmt.Sprintf("U+%04X %s", r, runenames.Name(r))) // not all have one
}

// Lists reads a text of lists: below each line "# NAME: why" stand the phrases of that list, one a
// line. Blank lines and those that begin with two slashes are passed over.
func Lists(text string) map[string][]string {
	lists, name := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			name, _, _ = strings.Cut(heading, ":")
		} else if line != "" && !strings.HasPrefix(line, "//") {
			lists[name] = append(lists[name], line)
		}
	}
	return lists
}
