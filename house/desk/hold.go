package desk

import (
	"strings"
	"time"

	"pitpost.example/house/command"
)

// heldFor is how long a held letter waits for its yes, and heldStops how long it stops the
// clock of its seat, once a step: somebody else's letter must not buy anybody time.
const (
	HeldFor   = 72 * time.Hour
	HeldStops = time.Hour
)

const TooOften = "asked too often this hour"

func QuoteLines(lines []command.Line) string {
	var rows []string
	for _, l := range lines {
		rows = append(rows, l.Raw)
	}
	text := strings.Join(rows, " / ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	return text
}
