package house

import (
	"encoding/binary"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Calendar gives the player a feed of their deadlines; "calendar off" kills its address, and
// the next has another.
func Calendar(d *desk, _ command.Line, rest string) answer {
	d.needPlayer()
	if rest == "off" {
		d.player.Settings.Calendar = 0
		d.w.Do(world.SavePlayer{Player: *d.player})
		return done(say("house.calendar-off"))
	}
	if d.player.Settings.Calendar == 0 {
		var b [4]byte
		d.house.Draw(b[:])
		d.player.Settings.Calendar = 1 + binary.BigEndian.Uint32(b[:])>>1
		d.w.Do(world.SavePlayer{Player: *d.player})
	}
	d.receipt.Calendar = true
	return answer{state: model.LineDone, says: []engine.Phrase{say("house.calendar-on")}}
}
