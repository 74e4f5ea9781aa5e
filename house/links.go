package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
)

// Links kills the links in all letters to the seat so far, or lets new letters have them.
func Links(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if d.Operator || d.Seat == nil || d.Player == nil {
		return desk.Refuse("house.links-seat")
	}
	switch rest {
	case "off":
		d.W.Do(world.StopLinks{Match: d.Table.Row.ID, Seat: d.Seat.No, Player: d.Player.ID, Off: true})
		return desk.Done(table.Say("house.links-off", "match", int(d.Table.Row.ID)))
	case "on":
		d.W.Do(world.StopLinks{Match: d.Table.Row.ID, Seat: d.Seat.No, Player: d.Player.ID, Off: false})
		return desk.Done(table.Say("house.links-on", "match", int(d.Table.Row.ID)))
	}
	return desk.Refuse("house.links-form")
}
