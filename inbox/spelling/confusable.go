package spelling

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/runenames"

	"pitpost.example/engine"
)

// FindConfusable returns how a line looks to its reader, and why it may be misread; why is nil for an ordinary
// line. The callers know which lines are commands and so whether it matters.
func FindConfusable(line string) (looks string, why *engine.Phrase) {
	r, word := odd(line)
	if r == 0 {
		return line, nil
	}
	p := engine.Say("letter.look-alike", "letter", string(r), "word", word, "name", runeName(r))
	if turns(r) {
		p = engine.Say("letter.turned", "name", runeName(r))
	}
	return engine.ReplaceLookalikes(asSeen(line)), &p
}

// odd returns the first suspicious rune of a line and its word.
func odd(line string) (rune, string) {
	for _, r := range line {
		if turns(r) {
			return r, ""
		}
	}
	return engine.FindLookalike(line)
}

// turns reports whether a rune makes what follows read from right to left.
func turns(r rune) bool { return r == 0x202b || r == 0x202d || r == 0x202e || r == 0x2067 }

// asSeen returns a line in the order in which it is displayed if it has an override of direction.
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
	return strings.TrimSpace(fmt.Sprintf("U+%04X %s", r, runenames.Name(r))) // some runes have no name
}

// ParseLists parses a text of lists. A line "# NAME: why" begins a list, and each line below it is a phrase of
// that list. Blank lines and lines that begin with two slashes are skipped.
func ParseLists(text string) map[string][]string {
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
