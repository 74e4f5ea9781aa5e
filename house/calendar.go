package house

import (
	"encoding/binary"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Calendar gives the player a feed of their deadlines; "calendar off" kills its address, and
// the next has another.
func Calendar(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	if rest == "off" {
		d.Player.Settings.Calendar = 0
		d.W.Do(world.SavePlayer{Player: *d.Player})
		return desk.Done(table.Say("house.calendar-off"))
	}
	if d.Player.Settings.Calendar == 0 {
		var b [4]byte
		d.House.Draw(b[:])
		d.Player.Settings.Calendar = 1 + binary.BigEndian.Uint32(b[:])>>1
		d.W.Do(world.SavePlayer{Player: *d.Player})
	}
	d.Receipt.Calendar = true
	return desk.Answer{State: model.LineDone, Says: []engine.Phrase{table.Say("house.calendar-on")}}
}
