package desk

import (
	"slices"

	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// organiserWords are what who runs a league may do in its matches, as a host does.
var organiserWords = []string{"nudge", "extend", "pause", "resume", "kick", "replace", "status"}

// mends says whether the sender may do that at a match of a league they run: not where they
// play themselves.
func (d *Desk) Mends(t *model.Table, word string) bool {
	if t == nil || d.Player == nil || d.ByKey() || t.Row.Terms.League == 0 || table.SeatOf(t, d.Player.ID) != nil || !slices.Contains(organiserWords, word) {
		return false
	}
	s := world.Get(d.W, world.Season{ID: t.Row.Terms.League})
	if s == nil {
		return false
	}
	all := world.Get(d.W, world.Organisers{League: s.League})
	return slices.Contains(all, d.Player.ID)
}
