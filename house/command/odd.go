package command

import (
	"strings"

	"pitpost.example/engine"
)

// OddLine says why a line that reads other than it is may not be carried out; nil for a
// sound line, and for one that neither is a command nor looks like one. What is said may
// hold any letters. odd is that of a Letter; commands says of words as they look whether
// they begin like a command.
func OddLine(line Line, odd func(string) (string, *engine.Phrase), commands func(looks string) bool) *engine.Phrase {
	if line.Block {
		return nil
	}
	raw := line.Raw
	if first, _, _ := strings.Cut(line.Folded, " "); first != "new" && speech(line.Folded) {
		raw, _, _ = strings.Cut(strings.TrimSpace(raw), " ")
	}
	looks, why := odd(raw)
	if why == nil {
		return nil
	}
	if line.Or || line.Plain != "" || commands(raw) || commands(looks) {
		return why
	}
	return nil
}
