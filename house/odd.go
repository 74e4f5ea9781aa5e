package house

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
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
	if line.Or || commands(raw) || commands(looks) {
		return why
	}
	return nil
}

// odd finds the first of these lines that reads other than it is.
func (d *desk) odd(lines []Line) (at int, why *engine.Phrase) {
	if d.letter == nil || d.letter.Odd == nil {
		return 0, nil
	}
	for i, line := range lines {
		why := OddLine(line, d.letter.Odd, func(words string) bool {
			folded := d.fold(hash.ReplaceAllString(words, ""))
			yes, no := YesNo(folded)
			return yes || no || d.read(folded).Kind != Aside
		})
		if why != nil {
			return i, why
		}
	}
	return 0, nil
}

// standsBelow tells whoever wrote a command below the end of their letter, and nothing
// else, where it stands.
func (d *desk) standsBelow() {
	if d.letter == nil || d.letter.Trouble != nil {
		return
	}
	for _, l := range d.receipt.Lines {
		if l.State != model.LineAside {
			return
		}
	}
	for _, row := range d.letter.Below {
		for _, line := range Lines(row, d.fold, d.all()...) {
			if d.read(line.Folded).Kind == Aside {
				continue
			}
			why := say("letter.signed-move")
			d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: engine.Clip(line.Raw), State: model.LineRefused, Says: []engine.Phrase{why}})
			return
		}
	}
}
