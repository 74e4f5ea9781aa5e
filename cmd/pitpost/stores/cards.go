package stores

import (
	"context"
	"fmt"
	"os"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/clonk"
)

// findGames finds the games of a house: Clonk! dealt from the operator's table in a file,
// or the house's own, and matches of the tables before it from theirs.
func findGames(ctx context.Context, url, file string) (func(string) engine.Game, error) {
	present, err := ReadCards(file)
	if err != nil {
		return nil, err
	}
	var data []byte
	if present != nil {
		data = present.Data()
	}
	all, err := db.CardTables(ctx, url, data)
	if err != nil {
		return nil, err
	}
	game := clonk.Game{}
	for _, old := range all {
		t, err := clonk.ReadTable(old)
		if err != nil {
			return nil, fmt.Errorf("a card table kept in the database: %w", err)
		}
		game = game.With(t)
	}
	return catalog.Games().With(game.With(present)).Find, nil
}

// ReadCards reads a card table; nil for no file.
func ReadCards(file string) (*clonk.Table, error) {
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
