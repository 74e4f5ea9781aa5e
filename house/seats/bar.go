package seats

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// emptySeats takes a player off every seat they have, as a host's kick would.
func EmptySeats(w *world.Tx, player int64) (n int) {
	ids := w.Seated(player)
	for _, id := range ids {
		t := w.Table(id)
		d := &desk.Desk{House: w.Rules(), W: w, Operator: true, Sure: true, Table: t}
		if s := table.SeatOf(t, player); s != nil {
			empty(d, s)
			n++
		}
		table.Advance(w, t)
	}
	return n
}

func empty(d *desk.Desk, s *model.Seat) {
	switch {
	case d.Table.Row.Phase != model.PhaseLobby:
		d.W.Append(d.Table, engine.Fact{Event: engine.Resigned{Of: s.Name}})
		leave(d, s, "house.all-kicked", d.By())
		return
	case s.No == d.Table.Row.Host:
		table.AbortMatch(d.W, d.Table, d.By(), "")
		return
	}
	TakeOff(d, s)
}
