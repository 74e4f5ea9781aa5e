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

// selectMatches selects groups with their seats, one row for each seat.
const selectMatches = `select m.season_id, m.no, m.division, m.round, m.wave, m.game, m.edition, m.options, m.state, m.starts_at, coalesce(m.match_id, 0), m.ended_at,
		m.by_house, m.result, s.seat, coalesce(s.player_id, 0), s.name, coalesce(s.drawn, 0), s.gone_at
	from league_matches m join league_seats s on s.season_id = m.season_id and s.match_no = m.no where `

// MatchesWhere returns the groups that a condition on m selects, each with its seats, in the order of the draw.
func MatchesWhere(ctx context.Context, from db.Querier, where string, args ...any) ([]model.LeagueMatch, error) {
	var all []model.LeagueMatch
	var m model.LeagueMatch
	var s model.LeagueSeat
	err := db.Scan(ctx, from, []any{&m.Season, &m.No, &m.Division, &m.Round, &m.Wave, &m.Game, &m.Edition, &m.Options, &m.State, &m.StartsAt, &m.Match, &m.EndedAt,
		&m.ByHouse, &m.Result, &s.Seat, &s.Player, &s.Name, &s.Drawn, &s.Gone}, func() {
		if n := len(all); n == 0 || all[n-1].Season != m.Season || all[n-1].No != m.No {
			all = append(all, m)
		}
		last := &all[len(all)-1]
		last.Seats = append(last.Seats, s)
		m, s = model.LeagueMatch{}, model.LeagueSeat{} // a row must not share what its pointers lead to with the row before
	}, selectMatches+where+" order by m.season_id, m.no, s.seat", args...)
	return all, err
}

// Matches lists the groups of a season in the order of the draw.
func Matches(ctx context.Context, q db.Querier, season int64) ([]model.LeagueMatch, error) {
	return MatchesWhere(ctx, q, "m.season_id = $1", season)
}
