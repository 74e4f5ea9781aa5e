package table

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
)

// all lists the games of the house.
func All(r *world.Rules) []engine.Game { return command.AllGames(r.Games, r.Names) }
