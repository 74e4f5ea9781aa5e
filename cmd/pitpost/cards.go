package main

import (
	"fmt"
	"os"

	"pitpost/engine"
	"pitpost/engine/catalog"
	"pitpost/engine/clonk"
)

// cardFlag is the flag of commands that play or check without a house.
type cardFlag struct {
	ClonkCards string `name:"clonk-cards" help:"The card table of Clonk!, in place of the reconstructed one." placeholder:"FILE"`
}

// games finds the games: all of the catalogue, Clonk! dealt from the table of
// the flag.
func (f cardFlag) games() (func(string) engine.Game, error) {
	t, err := readCards(f.ClonkCards)
	if err != nil || t == nil {
		return catalog.Find, err
	}
	return catalog.With(clonk.Game{}.With(t)), nil
}

// readCards reads a card table; nil for no file.
func readCards(file string) (*clonk.Table, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the card table cannot be read: %w", err)
	}
	t, err := clonk.ReadTable(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}
