package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// StartMatch starts at the host's word, with those who have said yes.
func StartMatch(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	if a, ok := d.InLobby(); !ok {
		return a
	}
	a := beginMatch(d)
	if a.State == model.LineRefused {
		return a
	}
	return desk.Done(table.Say("house.started", "match", int(d.Table.Row.ID)))
}

// beginMatch writes the first facts: seats, salts, start and deal.
func beginMatch(d *desk.Desk) desk.Answer {
	if no := table.Begin(d.W, d.Table); no != nil {
		return desk.Refused(no)
	}
	d.Touch()
	return desk.Answer{State: model.LineDone}
}
