package letter

import (
	"pitpost.example/house/desk"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// keyFits ends the lines of a program that came too late: whose seat is another's, which
// came before, or whose step is not the one awaited.
func keyFits(d *desk.Desk, owner int64) bool {
	if !d.ByKey() {
		return false
	}
	if d.Player == nil || owner != d.Player.ID || d.Table == nil || table.SeatHeld(d.Table, owner) != d.Seat {
		d.End(model.LetterRefuse, string(people.KeyGone))
		return true
	}
	if seenBefore(d) {
		return true
	}
	if int(d.Ref.Step) != d.Step() {
		d.End(model.LetterRefuse, string(people.KeyStep))
		return true
	}
	return false
}
