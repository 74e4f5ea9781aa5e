package desk

import (
	"slices"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

func (d *Desk) NeedPlayerUnlessOperator() {
	if d.Operator {
		return
	}
	d.NeedPlayer()
}

// latestSeason reads the season of a league that is under way and holds it. There is always one.
func LatestSeason(w *world.Tx, l *model.League) *model.Season {
	s := world.Get(w, world.SeasonOf{League: l.ID, No: 0})
	return world.Get(w, world.LockSeason{ID: s.ID})
}

// organises says whether the words at hand are those of who runs a league.
func (d *Desk) Organises(l *model.League) bool {
	if d.Operator {
		return true
	}
	if d.Player == nil {
		return false
	}
	all := world.Get(d.W, world.Organisers{League: l.ID})
	return slices.Contains(all, d.Player.ID)
}
