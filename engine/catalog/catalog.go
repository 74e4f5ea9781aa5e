// Package catalog lists the games of this house, a line each.
package catalog

import (
	"pitpost.example/engine"
	"pitpost.example/engine/clonk"
	"pitpost.example/engine/saboteur"
)

// Games lists every game, in the order in which they are offered.
func Games() []engine.Game {
	return []engine.Game{
		saboteur.Game{},
		clonk.Game{},
	}
}

// With is Find, but for one game that stands in the place of its namesake: one
// that is dealt from other cards.
func With(changed engine.Game) func(name string) engine.Game {
	return func(name string) engine.Game {
		if name == changed.Name() {
			return changed
		}
		return Find(name)
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
