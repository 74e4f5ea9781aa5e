// Package catalog lists the games of this house, a line each.
package catalog

import (
	"io/fs"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/clonk"
	"pitpost.example/engine/saboteur"
)

// Games lists every game, in the order in which they are offered.
func Games() List {
	return List{
		saboteur.Game{},
		clonk.Game{},
	}
}

// Find gives the game of that name; nil if there is none.
func Find(name string) engine.Game { return Games().Find(name) }

// Names are those of all games.
func Names() []string { return Games().Names() }

// List is a catalogue: the games of some house, each with a name of its own.
type List []engine.Game

// Find gives the game of that name; nil if there is none.
func (l List) Find(name string) engine.Game {
	for _, g := range l {
		if g.Name() == name {
			return g
		}
	}
	return nil
}

// Names are those of all games.
func (l List) Names() []string { return engine.Each(l, engine.Game.Name) }

// Strings are the catalogues of all games.
func (l List) Strings() []fs.FS { return engine.Each(l, engine.Game.Strings) }

// With is the list with one game in the place of its namesake, which may be dealt from other cards, or
// behind all if it has none.
func (l List) With(game engine.Game) List {
	out := slices.Clone(l)
	if at := slices.IndexFunc(out, func(g engine.Game) bool { return g.Name() == game.Name() }); at >= 0 {
		out[at] = game
		return out
	}
	return append(out, game)
}
