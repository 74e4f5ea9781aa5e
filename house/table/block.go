package table

import (
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// hostOf is the player in the host's chair; 0 for nobody.
func HostOf(t *model.Table) int64 {
	if s := t.Seat(t.Row.Host); s != nil {
		return s.Player
	}
	return 0
}

// keptOut says whether the host of a match keeps a player, or an address, away.
func KeptOut(w *world.Tx, t *model.Table, player int64, address string) bool {
	host := HostOf(t)
	if host == 0 || host == player {
		return false
	}
	return world.Get(w, world.HostBlocked{Host: host, Player: player, Address: address})
}
