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

// EntrantsAfter lists, by player number, at most limit entrants whose number is greater than after, so that a
// whole season can be handled in batches.
func EntrantsAfter(tx *db.Tx, season, after int64, limit int) ([]model.Entrant, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.Entrant], "select "+entrantColumns+" from entrants where season_id = $1 and player_id > $2 order by player_id limit $3",
		season, after, limit)
}

// Entrant reads a player's entry in a season; nil if there is none.
func Entrant(tx *db.Tx, season, player int64) (*model.Entrant, error) {
	return db.One(tx.Context(), tx, pgx.RowToStructByPos[model.Entrant], "select "+entrantColumns+" from entrants where season_id = $1 and player_id = $2", season, player)
}

// EntrantsOf lists a player's entries in seasons that are not closed.
func EntrantsOf(tx *db.Tx, player int64) ([]model.Entrant, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.Entrant], `select e.season_id, e.player_id, e.name, e.address, e.division, e.state, e.joined_at, e.left_at, e.place, e.onward
		from entrants e join seasons s on s.id = e.season_id where e.player_id = $1 and s.state <> 'closed' order by e.season_id`, player)
}

// SaveEntrants keeps entrants, new or known.
func SaveEntrants(tx *db.Tx, all ...model.Entrant) error {
	for _, e := range all {
		err := tx.Exec("insert into entrants ("+entrantColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			on conflict (season_id, player_id) do update set name = excluded.name, address = excluded.address, division = excluded.division,
				state = excluded.state, joined_at = excluded.joined_at, left_at = excluded.left_at, place = excluded.place, onward = excluded.onward`,
			e.Season, e.Player, db.Clean(e.Name), db.Fit(e.Address), e.Division, e.State, e.JoinedAt, e.LeftAt, e.Place, e.Onward)
		if err != nil {
			return err
		}
	}
	return nil
}
