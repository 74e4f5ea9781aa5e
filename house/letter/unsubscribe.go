package letter

import (
	"fmt"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// never keeps all invitations from the address of somebody invited.
func Never(w *world.Tx, s *model.Seat) {
	_, a := w.PlayerByAddress(s.Address)
	if a == nil {
		return
	}
	a.Blocked = true
	w.Do(world.SaveAddress{Address: *a})
}

// unsubscribing reads a letter to the address that stands for "no more mail" in
// our headers: whatever a mail program wrote into it, it means that one word.
func unsubscribing(d *desk.Desk) {
	word := "stop"
	switch {
	case d.Ref.Purpose != desk.ForStop:
		return
	case d.Ref.Seat == table.NoSeat:
		word = fmt.Sprintf("watch #%d off", d.Ref.Match)
	case d.Seat == nil:
		return
	case d.Seat.State == model.SeatInvited:
		word = "block"
	}
	d.Letter.Lines, d.Letter.Trouble = []command.Line{{Raw: word, Folded: word}}, nil
}
