// Package league keeps leagues: their seasons, who plays in them and the groups that were drawn. It also
// keeps what is summed up over matches that are over: ratings and statistics.
package league

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

const (
	// Columns are the columns of a model.League, in the order of its fields.
	Columns = "id, name, rules, created_at, ended_at"
	// SeasonColumns are the columns of a model.Season, in the order of its fields.
	SeasonColumns = "id, league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at, drawn_at, closed_at, late_draws"
)

// All lists all leagues by name.
func All(ctx context.Context, q db.Querier) ([]model.League, error) {
	return db.Many[model.League](ctx, q, "select "+Columns+" from leagues order by lower(name)")
}

// ByID reads a league by its number; nil if there is none.
func ByID(ctx context.Context, q db.Querier, id int64) (*model.League, error) {
	return db.One[model.League](ctx, q, "select "+Columns+" from leagues where id = $1", id)
}

// Season reads a season by its number; nil if there is none.
func Season(ctx context.Context, q db.Querier, id int64) (*model.Season, error) {
	return db.One[model.Season](ctx, q, "select "+SeasonColumns+" from seasons where id = $1", id)
}
