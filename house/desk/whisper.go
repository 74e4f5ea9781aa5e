package desk

import (
	"pitpost.example/model"
)

func (d *Desk) Others() (names []string) {
	for _, s := range d.Table.Seats {
		if s.State == model.SeatJoined && (d.Seat == nil || s.No != d.Seat.No) {
			names = append(names, s.Name)
		}
	}
	return names
}
