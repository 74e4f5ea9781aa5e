package desk

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/table"
)

// readable prints kept moves with the names of their cards, in the place of the codes by
// which they are bound.
func (d *Desk) Readable(lines []string) []engine.Phrase {
	view := d.Table.Match.State().View(d.Seat.Name)
	names := map[string]engine.Phrase{}
	for _, h := range append(view.Hand, view.Open...) {
		names[h.Card] = h.Name
	}
	out := make([]engine.Phrase, len(lines))
	for i, line := range lines {
		out[i] = table.Say("house.bound", "before", line, "card", "", "after", "")
		words := strings.Split(line, " ")
		for n, word := range words {
			if name, ok := names[word]; ok {
				before, after := strings.Join(words[:n], " ")+" ", " "+strings.Join(words[n+1:], " ")
				out[i] = table.Say("house.bound", "before", strings.TrimLeft(before, " "), "card", name, "after", strings.TrimRight(after, " "))
				break
			}
		}
	}
	return out
}
