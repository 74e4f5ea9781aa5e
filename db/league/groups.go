package league

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// askLeagueMatches selects groups with their seats, one row for each seat.
const askLeagueMatches = `select m.season_id, m.no, m.division, m.round, m.wave, m.game, m.edition, m.options, m.state, m.starts_at, coalesce(m.match_id, 0), m.ended_at,
		m.by_house, m.result, s.seat, coalesce(s.player_id, 0), s.name, coalesce(s.drawn, 0), s.gone_at
	from league_matches m join league_seats s on s.season_id = m.season_id and s.match_no = m.no `

// matchesWhere returns the groups that a condition selects, each with its seats, in the order of the draw.
func matchesWhere(ctx context.Context, from db.Querier, where string, args ...any) ([]model.LeagueMatch, error) {
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
	}, askLeagueMatches+where+" order by m.season_id, m.no, s.seat", args...)
	return all, err
}

// Matches lists the groups of a season in the order of the draw.
func Matches(ctx context.Context, q db.Querier, season int64) ([]model.LeagueMatch, error) {
	return matchesWhere(ctx, q, "where m.season_id = $1", season)
}

func firstMatch(all []model.LeagueMatch, err error) (*model.LeagueMatch, error) {
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// Match reads one group; nil if there is none of that number.
func Match(tx *db.Tx, season int64, no int) (*model.LeagueMatch, error) {
	return firstMatch(matchesWhere(tx.Context(), tx, "where m.season_id = $1 and m.no = $2", season, no))
}

// MatchOf finds the group that a match is played as; nil if the match belongs to no league.
func MatchOf(tx *db.Tx, match int64) (*model.LeagueMatch, error) {
	return firstMatch(matchesWhere(tx.Context(), tx, "where m.match_id = $1", match))
}

// MatchesOf lists the groups of a season in which a player sits now or was drawn a place.
func MatchesOf(tx *db.Tx, season, player int64) ([]model.LeagueMatch, error) {
	return matchesWhere(tx.Context(), tx, `where m.season_id = $1 and exists (select from league_seats o
		where o.season_id = m.season_id and o.match_no = m.no and (o.player_id = $2 or o.drawn = $2))`, season, player)
}

// Load counts, for each of some players, the running groups of a season they sit in.
func Load(tx *db.Tx, season int64, players []int64) (map[int64]int, error) {
	return db.Pairs[int64, int](tx.Context(), tx, `select s.player_id, count(*) from league_seats s
		join league_matches m on m.season_id = s.season_id and m.no = s.match_no
		where s.season_id = $1 and s.player_id = any($2) and s.gone_at is null and m.state = 'running' group by s.player_id`, season, players)
}

// Waiting lists, in order, the numbers of the groups with one of these players that should have started by
// now and have not.
func Waiting(tx *db.Tx, season int64, players []int64) ([]int, error) {
	return db.Many(tx.Context(), tx, pgx.RowTo[int], `select distinct m.no from league_matches m
		join league_seats s on s.season_id = m.season_id and s.match_no = m.no
		where m.season_id = $1 and m.state = 'planned' and m.starts_at <= $3 and s.player_id = any($2) order by m.no`, season, players, tx.Now())
}

// OpenMatches counts the planned and the running groups of a season.
func OpenMatches(tx *db.Tx, season int64) (planned, running int, err error) {
	counts, err := db.Pairs[model.GroupState, int](tx.Context(), tx, `select state, count(*) from league_matches
		where season_id = $1 and state in ('planned', 'running') group by state`, season)
	return counts[model.GroupPlanned], counts[model.GroupRunning], err
}

// AddMatches keeps the groups of a draw, in two statements.
func AddMatches(tx *db.Tx, all []model.LeagueMatch) error {
	if len(all) == 0 {
		return nil
	}
	var groups, seats [][]any
	for _, m := range all {
		if m.Options == nil {
			m.Options = map[string]string{}
		}
		groups = append(groups, []any{m.Season, m.No, m.Division, m.Round, m.Wave, m.Game, m.Edition, m.Options, m.StartsAt})
		for _, s := range m.Seats {
			seats = append(seats, []any{m.Season, m.No, s.Seat, db.OrNull(s.Player != 0, s.Player), db.Clean(s.Name), db.OrNull(s.Drawn != 0, s.Drawn)})
		}
	}
	err := tx.Copy("league_matches", []string{"season_id", "no", "division", "round", "wave", "game", "edition", "options", "starts_at"}, groups)
	if err != nil {
		return err
	}
	return tx.Copy("league_seats", []string{"season_id", "match_no", "seat", "player_id", "name", "drawn"}, seats)
}

// SaveMatch keeps a group's state and seats.
func SaveMatch(tx *db.Tx, m *model.LeagueMatch) error {
	err := tx.Exec("update league_matches set state = $3, starts_at = $4, match_id = $5, ended_at = $6, by_house = $7, result = $8 where season_id = $1 and no = $2",
		m.Season, m.No, m.State, m.StartsAt, db.OrNull(m.Match != 0, m.Match), m.EndedAt, m.ByHouse, m.Result)
	if err != nil {
		return err
	}
	for _, s := range m.Seats {
		err := tx.Exec("update league_seats set player_id = $4, name = $5, drawn = $6, gone_at = $7 where season_id = $1 and match_no = $2 and seat = $3",
			m.Season, m.No, s.Seat, db.OrNull(s.Player != 0, s.Player), db.Clean(s.Name), db.OrNull(s.Drawn != 0, s.Drawn), s.Gone)
		if err != nil {
			return err
		}
	}
	return nil
}
