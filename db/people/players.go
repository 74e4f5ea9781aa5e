// Package people reads who plays: players and their addresses, seats that change hands, stand-ins, and the
// sessions and keys by which pages and programs know people. What commands write stands in house/postgres.
package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

const (
	// Columns are the columns of a model.Player, in the order of its fields.
	Columns = "id, lang, zone, settings, away_from, away_until"
	// AddressColumns are the columns of a model.Address, in the order of its fields.
	AddressColumns = "address, player_id, first, proved_at is not null, blocked_at is not null, barred_at is not null, failing, display"
)

// ByID reads a player; nil if there is none.
func ByID(ctx context.Context, q db.Querier, id int64) (*model.Player, error) {
	return db.One[model.Player](ctx, q, "select "+Columns+" from players where id = $1", id)
}

// FirstAddress returns the address that a player's mail goes to, "" if there is none.
func FirstAddress(ctx context.Context, q db.Querier, player int64) (string, error) {
	return db.Value[string](ctx, q, "select address from addresses where player_id = $1 and first", player)
}

// Addresses lists a player's addresses, the first address first.
func Addresses(ctx context.Context, q db.Querier, player int64) ([]model.Address, error) {
	return db.Many[model.Address](ctx, q, "select "+AddressColumns+" from addresses where player_id = $1 order by first desc, address", player)
}

// All lists all players by number.
func All(ctx context.Context, q db.Querier) ([]model.Player, error) {
	return db.Many[model.Player](ctx, q, "select "+Columns+" from players order by id")
}
