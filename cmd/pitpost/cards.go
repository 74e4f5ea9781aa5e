package main

import (
	"cmp"
	"slices"
	"strings"

	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/clonk"
	"pitpost.example/engine/record"
)

// cardFlag is the flag of commands that play or verify without a house.
type cardFlag struct {
	ClonkCards string `name:"clonk-cards" help:"The card table of Clonk!, in place of the reconstructed one." placeholder:"FILE"`
}

// games returns the lookup of the catalogue's games, with Clonk! dealt from the table of the flag.
func (f cardFlag) games() (func(string) engine.Game, error) {
	t, err := stores.ReadCardTable(f.ClonkCards)
	return catalog.AllGames().With(clonk.Game{}.With(t)).Find, err
}

func noGame(name string) error {
	return misuse("there is no game %q: choose from %s", name, strings.Join(catalog.GameNames(), ", "))
}

// rules sets the game of a simulation, the first on offer for "", its edition, the game's first for "", and the
// options.
func (f cardFlag) rules(s *record.Simulation, game, edition string, options map[string]string) error {
	games, err := f.games()
	if err != nil {
		return err
	}
	game = cmp.Or(game, catalog.GameNames()[0])
	if s.Game = games(game); s.Game == nil {
		return noGame(game)
	}
	editions := s.Game.Editions()
	if s.Edition = cmp.Or(edition, editions[0]); !slices.Contains(editions, s.Edition) {
		return misuse("%s has no edition %q: choose from %s", game, edition, strings.Join(editions, ", "))
	}
	s.Rules = cmp.Or(s.Rules, engine.NewestRules)
	var refusal *engine.Refusal
	if s.Options, refusal = s.Game.Options(s.Edition, s.Rules, options); refusal != nil {
		return misuse("--options: %s", terminal.EnglishPrinter()(refusal.Phrase))
	}
	return nil
}
