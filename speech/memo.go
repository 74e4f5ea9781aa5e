package speech

import (
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
