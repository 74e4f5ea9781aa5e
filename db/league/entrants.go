package league

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

const entrantColumns = "season_id, player_id, name, address, division, state, joined_at, left_at, place, onward"

// Entrants lists everybody who entered a season, by division and player number.
func Entrants(ctx context.Context, q db.Querier, season int64) ([]model.Entrant, error) {
	return db.Many(ctx, q, pgx.RowToStructByPos[model.Entrant], "select "+entrantColumns+" from entrants where season_id = $1 order by division, player_id", season)
}
