package main

import (
	"context"
	"fmt"
	"os"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/clonk"
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

// games finds the games of this house: Clonk! dealt from the operator's table,
// or the house's own, and matches of the tables before it from theirs.
func (k *keeping) games(ctx context.Context, url string) (func(string) engine.Game, error) {
	present, err := readCards(k.settings.ClonkCards)
	if err != nil {
		return nil, err
	}
	var data []byte
	if present != nil {
		data = present.Data()
	}
	kept, err := db.CardTables(ctx, url, data)
	if err != nil {
		return nil, err
	}
	game := clonk.Game{}
	for _, old := range kept {
		t, err := clonk.ReadTable(old)
		if err != nil {
			return nil, fmt.Errorf("a card table kept in the database: %w", err)
		}
		game = game.With(t)
	}
	return catalog.With(game.With(present)), nil
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
