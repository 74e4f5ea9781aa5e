package seats

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// vacateGroup takes a player off their seat in a running match, and offers it to the first of
// the heirs who may sit there.
func VacateGroup(w *world.Tx, t *model.Table, player int64, heirs []model.Entrant) {
	s := table.SeatOf(t, player)
	if s == nil || s.State != model.SeatJoined && s.State != model.SeatBot || t.Row.Phase != model.PhaseRunning && t.Row.Phase != model.PhasePaused {
		return
	}
	d := &desk.Desk{House: w.Rules(), W: w, Table: t, Operator: true, Sure: true}
	w.Append(t, engine.Fact{Event: engine.Resigned{Of: s.Name}})
	leave(d, s, "house.all-resigned", s.Name)
	offerToHeir(d, s, heirs)
	table.Advance(w, t)
}

// offerToHeir asks the first of a season's substitutes who may to take a seat that a bot plays.
func offerToHeir(d *desk.Desk, s *model.Seat, heirs []model.Entrant) {
	if p := d.Table.Row.Phase; p != model.PhaseRunning && p != model.PhasePaused {
		return
	}
	for _, e := range heirs {
		address := e.Address
		if address == "" {
			all := world.Get(d.W, world.Addresses{Player: e.Player})
			if len(all) == 0 {
				return
			}
			address = all[0].Address
		}
		a := offerSeat(d, s, reading.Guest{Name: e.Name, Address: address, Known: true})
		if a.State != model.LineRefused {
			return
		}
	}
}
