package house

import (
	"pitpost.example/house/leagues"
	"pitpost.example/house/season"
)

// Leagues runs the leagues of this house, whose groups are matches of it.
func (h *House) Leagues() *season.Leagues { return leagues.Of(&h.Rules) }
