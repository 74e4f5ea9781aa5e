package table

import (
	"encoding/hex"
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// openTable makes a match of its row and seats, with cards, a seed and a word of its own.
func OpenTable(w *world.Tx, row model.Match, seats []model.Seat) *model.Table {
	game := w.Rules().Games(row.Game)
	if game == nil {
		panic(world.Fault{Err: fmt.Errorf("there is no game %s", row.Game)})
	}
	if t, ok := game.(engine.Tabled); ok {
		row.Terms.Cards = t.Cards()
	}
	var word [5]byte
	w.Rules().Draw(row.Seed[:])
	w.Rules().Draw(word[:])
	row.Word = hex.EncodeToString(word[:])
	return w.OpenTable(row, seats)
}
