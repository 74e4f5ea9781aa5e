package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// StartMatch starts at the host's word, with those who have said yes.
func StartMatch(d *desk, _ command.Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	a := beginMatch(d)
	if a.state == model.LineRefused {
		return a
	}
	return done(table.Say("house.started", "match", int(d.table.Row.ID)))
}

// beginMatch writes the first facts: seats, salts, start and deal.
func beginMatch(d *desk) answer {
	if no := table.Begin(d.w, d.table); no != nil {
		return refused(no)
	}
	d.touch()
	return answer{state: model.LineDone}
}
