// Package catalog lists the games of this house, a line each.
package catalog

import (
	"pitpost/engine"
	"pitpost/engine/clonk"
	"pitpost/engine/saboteur"
)

// Games lists every game, in the order in which they are offered.
func Games() []engine.Game {
	return []engine.Game{
		saboteur.Game{},
		clonk.Game{},
	}
}

// Find gives the game of that name; nil if there is none.
func Find(name string) engine.Game {
	for _, g := range Games() {
		if g.Name() == name {
			return g
		}
	}
	return nil
}
