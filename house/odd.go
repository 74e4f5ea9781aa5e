package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// odd finds the first of these lines that reads other than it is.
func odd(d *desk.Desk, lines []command.Line) (at int, why *engine.Phrase) {
	if d.Letter == nil || d.Letter.Odd == nil {
		return 0, nil
	}
	for i, line := range lines {
		why := command.OddLine(line, d.Letter.Odd, func(words string) bool {
			folded := d.Fold(command.Hash.ReplaceAllString(words, ""))
			yes, no := command.YesNo(folded)
			return yes || no || d.Read(folded).Kind != command.Aside
		})
		if why != nil {
			return i, why
		}
	}
	return 0, nil
}

// standsBelow tells whoever wrote a command below the end of their letter, and nothing
// else, where it stands.
func standsBelow(d *desk.Desk) {
	if d.Letter == nil || d.Letter.Trouble != nil {
		return
	}
	for _, l := range d.Receipt.Lines {
		if l.State != model.LineAside {
			return
		}
	}
	for _, row := range d.Letter.Below {
		for _, line := range command.Lines(row, d.Fold, table.All(d.House)...) {
			if d.Read(line.Folded).Kind == command.Aside {
				continue
			}
			why := table.Say("letter.signed-move")
			d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: engine.Clip(line.Raw), State: model.LineRefused, Says: []engine.Phrase{why}})
			return
		}
	}
}
