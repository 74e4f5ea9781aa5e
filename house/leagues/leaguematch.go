package leagues

import (
	"pitpost.example/house/season"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Of runs the leagues of a house, whose groups are matches of it.
func Of(r *world.Rules) *season.Leagues {
	terms := func(game, words string, seats int) (model.Terms, error) {
		return table.GroupTerms(r, game, words, seats)
	}
	return &season.Leagues{Games: r.Games, Random: r.Draw, Terms: terms, Open: table.OpenGroup, Finish: table.FinishGroup, Vacate: seats.VacateGroup}
}
