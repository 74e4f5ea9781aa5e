package main

import (
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/clonk"
)

// cardFlag is the flag of commands that play or verify without a house.
type cardFlag struct {
	ClonkCards string `name:"clonk-cards" help:"The card table of Clonk!, in place of the reconstructed one." placeholder:"FILE"`
}

// games returns the lookup of the catalogue's games, with Clonk! dealt from the table of the flag.
func (f cardFlag) games() (func(string) engine.Game, error) {
	t, err := stores.ReadCards(f.ClonkCards)
	return catalog.Games().With(clonk.Game{}.With(t)).Find, err
}
