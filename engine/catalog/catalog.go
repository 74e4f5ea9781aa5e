// Package catalog lists the games of this house, one line for each. A new game is added in AllGames.
package catalog

import (
	"io/fs"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/clonk"
	"pitpost.example/engine/saboteur"
)

// AllGames returns all games in the order in which they are offered to players.
func AllGames() List {
	return List{
		saboteur.Game{},
		clonk.Game{},
	}
}

// FindGame returns the game with that name, or nil.
func FindGame(name string) engine.Game { return AllGames().Find(name) }

// GameNames returns the names of all games.
func GameNames() []string { return AllGames().Names() }

// List is a list of games with different names.
type List []engine.Game

// Find returns the game with that name, or nil.
func (l List) Find(name string) engine.Game {
	for _, g := range l {
		if g.Name() == name {
			return g
		}
	}
	return nil
}

// Names returns the names of all games.
func (l List) Names() []string { return engine.MapList(l, engine.Game.Name) }

// Strings returns the catalogues of texts of all games.
func (l List) Strings() []fs.FS { return engine.MapList(l, engine.Game.Strings) }

// With returns the list with game in place of the one with the same name, which may be dealt from
// other cards, or with game added at the end.
func (l List) With(game engine.Game) List {
	out := slices.Clone(l)
	if at := slices.IndexFunc(out, func(g engine.Game) bool { return g.Name() == game.Name() }); at >= 0 {
		out[at] = game
		return out
	}
	return append(out, game)
}
