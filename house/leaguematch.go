package house

import (
	"pitpost.example/house/season"
	"pitpost.example/house/seats"
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
	return &season.Leagues{Games: r.Games, Random: r.Draw, Terms: terms, Open: table.OpenGroup, Finish: table.FinishGroup, Vacate: seats.VacateGroup}
}
