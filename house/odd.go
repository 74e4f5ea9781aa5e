package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// odd finds the first of these lines that reads other than it is.
func odd(d *desk, lines []command.Line) (at int, why *engine.Phrase) {
	if d.letter == nil || d.letter.Odd == nil {
		return 0, nil
	}
	for i, line := range lines {
		why := command.OddLine(line, d.letter.Odd, func(words string) bool {
			folded := d.fold(command.Hash.ReplaceAllString(words, ""))
			yes, no := command.YesNo(folded)
			return yes || no || d.read(folded).Kind != command.Aside
		})
		if why != nil {
			return i, why
		}
	}
	return 0, nil
}

// standsBelow tells whoever wrote a command below the end of their letter, and nothing
// else, where it stands.
func standsBelow(d *desk) {
	if d.letter == nil || d.letter.Trouble != nil {
		return
	}
	for _, l := range d.receipt.Lines {
		if l.State != model.LineAside {
			return
		}
	}
	for _, row := range d.letter.Below {
		for _, line := range command.Lines(row, d.fold, all(d.house)...) {
			if d.read(line.Folded).Kind == command.Aside {
				continue
			}
			why := say("letter.signed-move")
			d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: engine.Clip(line.Raw), State: model.LineRefused, Says: []engine.Phrase{why}})
			return
		}
	}
}
