package seats

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// takeOff takes a seat in a lobby from somebody and tells them.
func TakeOff(d *desk.Desk, s *model.Seat) desk.Answer {
	s.State = model.SeatUninvited
	d.W.Save(d.Table)
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: s.No, What: model.DueInvite})
	table.TellGuest(d.W, d.Table, s, "uninvited", notice.Note{Subject: table.Say("house.uninvited-subject", "match", int(d.Table.Row.ID)),
		Lines: []engine.Phrase{table.Say("house.uninvited-you", "match", int(d.Table.Row.ID))}})
	return desk.Done(table.Say("house.uninvited", "name", s.Name))
}

// Decline says no to a match that has not begun.
func Decline(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	if a, ok := d.InLobby(); !ok {
		return a
	}
	if d.Seat == nil {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	if d.Seat.No == d.Table.Row.Host {
		return desk.Refuse("house.host-declines-not")
	}
	table.SayNo(d.W, d.Table, d.Seat)
	return desk.Done(table.Say("house.you-declined"))
}
