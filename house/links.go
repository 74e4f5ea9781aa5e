package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/world"
)

// Links kills the links in all letters to the seat so far, or lets new letters have them.
func Links(d *desk, _ command.Line, rest string) answer {
	if d.operator || d.seat == nil || d.player == nil {
		return refuse("house.links-seat")
	}
	switch rest {
	case "off":
		d.w.Do(world.StopLinks{Match: d.table.Row.ID, Seat: d.seat.No, Player: d.player.ID, Off: true})
		return done(say("house.links-off", "match", int(d.table.Row.ID)))
	case "on":
		d.w.Do(world.StopLinks{Match: d.table.Row.ID, Seat: d.seat.No, Player: d.player.ID, Off: false})
		return done(say("house.links-on", "match", int(d.table.Row.ID)))
	}
	return refuse("house.links-form")
}
