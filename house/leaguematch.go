package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Leagues runs the leagues of this house, whose groups are matches of it.
func (h *House) Leagues() *season.Leagues { return leagues(&h.Rules) }

func leagues(r *world.Rules) *season.Leagues {
	terms := func(game, words string, seats int) (model.Terms, error) {
		return table.GroupTerms(r, game, words, seats)
	}
	return &season.Leagues{Games: r.Games, Random: r.Draw, Terms: terms, Open: table.OpenGroup, Finish: table.FinishGroup, Vacate: vacateGroup}
}

// vacateGroup takes a player off their seat in a running match, and offers it to the first of
// the heirs who may sit there.
func vacateGroup(w *world.Tx, t *model.Table, player int64, heirs []model.Entrant) {
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
