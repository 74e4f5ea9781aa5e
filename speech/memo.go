package speech

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// MemoWords returns what a line notes for its writer alone, "note to self: Bo bluffs", as it was written; "" if it is no
// such line.
func MemoWords(raw string) string {
	fields := strings.Fields(raw)
	for _, phrase := range inAll["memo"] {
		n := len(strings.Fields(phrase))
		if len(fields) > n && engine.NormaliseText(strings.TrimRight(strings.Join(fields[:n], " "), ":,-–")) == phrase {
			return strings.TrimLeft(strings.Join(fields[n:], " "), ":,-– ")
		}
	}
	return ""
}

// Reports reports whether a text may report a player, which must never be offered to be passed on to the table.
func Reports(raw string) bool {
	tokens := tokensOf(raw)
	return slices.ContainsFunc(inAll["reporting"], func(phrase string) bool { return indexOf(tokens, tokensOf(phrase)) >= 0 })
}

// reported returns the command for what a text reports of the seat that it names, "" if it does not.
func (e Ear) reported(text string, sentence []string) string {
	if !Reports(strings.Join(sentence, " ")) || strings.HasSuffix(sentence[len(sentence)-1], "?") {
		return ""
	}
	for _, word := range sentence {
		if seat := e.seat(word); seat != "" {
			return "report " + seat + " " + strings.TrimSpace(text)
		}
	}
	return ""
}
