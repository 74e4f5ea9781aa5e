package table

import (
	"slices"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

// EverSat reports whether a player holds or held a seat in a match. A seat that was only offered, or given back
// before the match began, counts as none: its player has seen nothing.
func EverSat(w *world.Tx, t *model.Table, player int64) bool {
	if player == 0 {
		return false
	}
	sits := func(s *model.Seat) bool { return s.Player == player }
	if SeatThat(t, sits, model.SeatJoined, model.SeatBot, model.SeatLeft) != nil {
		return true
	}
	if t.Row.StartedAt == nil {
		return false
	}
	return slices.ContainsFunc(world.Get(w, world.SeatChanges{Match: t.Row.ID}), func(c model.SeatChange) bool { return c.Player == player })
}
