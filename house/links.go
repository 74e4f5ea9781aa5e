package house

import "pitpost.example/house/command"

// links kills the links in all letters to the seat so far, or lets new letters have them.
func (d *desk) links(_ command.Line, rest string) answer {
	if d.operator || d.seat == nil || d.player == nil {
		return refuse("house.links-seat")
	}
	switch rest {
	case "off":
		d.w.StopLinks(d.table.Row.ID, d.seat.No, d.player.ID, true)
		return done(say("house.links-off", "match", int(d.table.Row.ID)))
	case "on":
		d.w.StopLinks(d.table.Row.ID, d.seat.No, d.player.ID, false)
		return done(say("house.links-on", "match", int(d.table.Row.ID)))
	}
	return refuse("house.links-form")
}
