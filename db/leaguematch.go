package db

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

const leagueMatchColumns = "m.season_id, m.no, m.division, m.round, m.wave, m.game, m.edition, m.options, m.state, m.starts_at, coalesce(m.match_id, 0), m.ended_at, m.by_house, m.result"

// askLeagueMatches reads groups with their seats, a row a seat.
const askLeagueMatches = "select " + leagueMatchColumns + `, s.seat, coalesce(s.player_id, 0), s.name, coalesce(s.drawn, 0), s.gone_at
	from league_matches m join league_seats s on s.season_id = m.season_id and s.match_no = m.no `

// LeagueMatches reads the groups that a statement asks for, each with its seats.
func LeagueMatches(ctx context.Context, from Querier, where string, args ...any) ([]model.LeagueMatch, error) {
	rows, err := from.Query(ctx, askLeagueMatches+where+" order by m.season_id, m.no, s.seat", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []model.LeagueMatch
	for rows.Next() {
		var m model.LeagueMatch
		var s model.LeagueSeat
		err := rows.Scan(&m.Season, &m.No, &m.Division, &m.Round, &m.Wave, &m.Game, &m.Edition, &m.Options, &m.State, &m.StartsAt, &m.Match, &m.EndedAt,
			&m.ByHouse, &m.Result, &s.Seat, &s.Player, &s.Name, &s.Drawn, &s.Gone)
		if err != nil {
			return nil, err
		}
		if n := len(all); n == 0 || all[n-1].Season != m.Season || all[n-1].No != m.No {
			all = append(all, m)
		}
		last := &all[len(all)-1]
		last.Seats = append(last.Seats, s)
	}
	return all, rows.Err()
}

func firstMatch(all []model.LeagueMatch, err error) (*model.LeagueMatch, error) {
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// LeagueMatches lists the groups of a season in the order of the draw.
func (tx *Tx) LeagueMatches(season int64) ([]model.LeagueMatch, error) {
	return LeagueMatches(tx.ctx, tx, "where m.season_id = $1", season)
}

// LeagueMatch reads one group; nil if there is none of that number.
func (tx *Tx) LeagueMatch(season int64, no int) (*model.LeagueMatch, error) {
	return firstMatch(LeagueMatches(tx.ctx, tx, "where m.season_id = $1 and m.no = $2", season, no))
}

// LeagueMatchOf is the group that a match is; nil for a match of no league.
func (tx *Tx) LeagueMatchOf(match int64) (*model.LeagueMatch, error) {
	return firstMatch(LeagueMatches(tx.ctx, tx, "where m.match_id = $1", match))
}

// LeagueMatchesOf lists a player's groups in a season.
func (tx *Tx) LeagueMatchesOf(season, player int64) ([]model.LeagueMatch, error) {
	return LeagueMatches(tx.ctx, tx, `where m.season_id = $1 and exists (select from league_seats o
		where o.season_id = m.season_id and o.match_no = m.no and o.player_id = $2)`, season, player)
}

// LeagueLoad counts the running groups of each of some players in a season.
func (tx *Tx) LeagueLoad(season int64, players []int64) (map[int64]int, error) {
	return Pairs[int64, int](tx.ctx, tx, `select s.player_id, count(*) from league_seats s
		join league_matches m on m.season_id = s.season_id and m.no = s.match_no
		where s.season_id = $1 and s.player_id = any($2) and s.gone_at is null and m.state = 'running' group by s.player_id`, season, players)
}

// LeagueWaiting lists, in order, the groups of some players that were to start
// by now and have not.
func (tx *Tx) LeagueWaiting(season int64, players []int64) ([]int, error) {
	return Many(tx.ctx, tx, pgx.RowTo[int], `select distinct m.no from league_matches m
		join league_seats s on s.season_id = m.season_id and s.match_no = m.no
		where m.season_id = $1 and m.state = 'planned' and m.starts_at <= $3 and s.player_id = any($2) order by m.no`, season, players, tx.Now())
}

// LeagueOpen counts the groups of a season that are planned and those that run.
func (tx *Tx) LeagueOpen(season int64) (planned, running int, err error) {
	counts, err := Pairs[model.GroupState, int](tx.ctx, tx, `select state, count(*) from league_matches
		where season_id = $1 and state in ('planned', 'running') group by state`, season)
	return counts[model.GroupPlanned], counts[model.GroupRunning], err
}

// AddLeagueMatches keeps groups that were drawn, in two statements.
func (tx *Tx) AddLeagueMatches(all []model.LeagueMatch) error {
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
			seats = append(seats, []any{m.Season, m.No, s.Seat, OrNull(s.Player != 0, s.Player), Clean(s.Name), OrNull(s.Drawn != 0, s.Drawn)})
		}
	}
	err := tx.Copy("league_matches", []string{"season_id", "no", "division", "round", "wave", "game", "edition", "options", "starts_at"}, groups)
	if err != nil {
		return err
	}
	return tx.Copy("league_seats", []string{"season_id", "match_no", "seat", "player_id", "name", "drawn"}, seats)
}

// SaveLeagueMatch keeps where a group stands, and who sits in it.
func (tx *Tx) SaveLeagueMatch(m *model.LeagueMatch) error {
	var result any
	if m.Result != nil {
		result = CleanJSON(m.Result)
	}
	err := tx.Exec("update league_matches set state = $3, starts_at = $4, match_id = $5, ended_at = $6, by_house = $7, result = $8 where season_id = $1 and no = $2",
		m.Season, m.No, m.State, m.StartsAt, OrNull(m.Match != 0, m.Match), m.EndedAt, m.ByHouse, result)
	if err != nil {
		return err
	}
	for _, s := range m.Seats {
		err := tx.Exec("update league_seats set player_id = $4, name = $5, drawn = $6, gone_at = $7 where season_id = $1 and match_no = $2 and seat = $3",
			m.Season, m.No, s.Seat, OrNull(s.Player != 0, s.Player), Clean(s.Name), OrNull(s.Drawn != 0, s.Drawn), s.Gone)
		if err != nil {
			return err
		}
	}
	return nil
}

// LeaguePlacesLeft lists the groups still to begin in which a player had a place
// and nobody has it now.
func (tx *Tx) LeaguePlacesLeft(season, player int64) ([]model.LeagueMatch, error) {
	return LeagueMatches(tx.ctx, tx, `where m.season_id = $1 and m.state = 'planned' and exists (select from league_seats o
		where o.season_id = m.season_id and o.match_no = m.no and o.drawn = $2 and o.player_id is null)`, season, player)
}

// LeagueMatchesDrawn lists the groups of a season in which a player has a place,
// whoever sits there.
func (tx *Tx) LeagueMatchesDrawn(season, player int64) ([]model.LeagueMatch, error) {
	return LeagueMatches(tx.ctx, tx, `where m.season_id = $1 and exists (select from league_seats o
		where o.season_id = m.season_id and o.match_no = m.no and o.drawn = $2)`, season, player)
}
