package table

import (
	"pitpost.example/model"
)

// SeatHeld is the seat that a player holds in a match now; nil for none.
func SeatHeld(t *model.Table, player int64) *model.Seat {
	for i := range t.Seats {
		if s := &t.Seats[i]; player != 0 && s.Player == player && (s.State == model.SeatJoined || s.State == model.SeatBot) {
			return s
		}
	}
	return nil
}
