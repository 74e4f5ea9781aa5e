// Package people reads who plays: players and their addresses, who may stand in, and by which
// sessions and keys they are known to pages and programs.
package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

// ByID reads a player; nil if there is none.
func ByID(ctx context.Context, d *db.DB, id int64) (*model.Player, error) {
	return db.One(ctx, d.Pool(), db.ScanPlayer, "select "+db.PlayerColumns+" from players where id = $1", id)
}

// FirstAddress is where a player's mail goes, "" if they have no address.
func FirstAddress(ctx context.Context, d *db.DB, player int64) (string, error) {
	return db.Value[string](ctx, d.Pool(), "select address from addresses where player_id = $1 and first", player)
}

// Addresses lists a player's addresses, the first one first.
func Addresses(ctx context.Context, d *db.DB, player int64) ([]model.Address, error) {
	return db.Many(ctx, d.Pool(), db.ScanAddress, "select "+db.AddressColumns+" from addresses where player_id = $1 order by first desc, address", player)
}

// All lists all players by number.
func All(ctx context.Context, d *db.DB) ([]model.Player, error) {
	return db.Many(ctx, d.Pool(), db.ScanPlayer, "select "+db.PlayerColumns+" from players order by id")
}
