// Package league reads leagues, their seasons and who plays in them, for pages, letters and the
// command line.
package league

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// All lists all leagues by name.
func All(ctx context.Context, d *db.DB) ([]model.League, error) {
	return db.Many(ctx, d.Pool(), db.ScanLeague, db.AskLeagues)
}

// Named finds a league without regard to case; nil if there is none.
func Named(ctx context.Context, d *db.DB, name string) (*model.League, error) {
	return db.One(ctx, d.Pool(), db.ScanLeague, db.AskLeague, db.Clean(name))
}

// SeasonNo reads a season of a league by its number, the latest for 0; nil if
// there is none.
func SeasonNo(ctx context.Context, d *db.DB, league int64, no int) (*model.Season, error) {
	return db.One(ctx, d.Pool(), db.ScanSeason, db.AskSeason, league, no)
}

// Organisers lists the players who run a league.
func Organisers(ctx context.Context, d *db.DB, league int64) ([]int64, error) {
	return db.Many(ctx, d.Pool(), pgx.RowTo[int64], db.AskOrganiser, league)
}

// Entrants lists all who have to do with a season, by division and number.
func Entrants(ctx context.Context, d *db.DB, season int64) ([]model.Entrant, error) {
	return db.Many(ctx, d.Pool(), db.ScanEntrant, db.AskEntrants, season)
}

// Matches lists the groups of a season in the order of the draw.
func Matches(ctx context.Context, d *db.DB, season int64) ([]model.LeagueMatch, error) {
	return db.LeagueMatches(ctx, d.Pool(), "where m.season_id = $1", season)
}
