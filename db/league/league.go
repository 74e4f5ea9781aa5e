// Package league keeps leagues: their seasons, who plays in them and the groups that were drawn. It also
// keeps what is summed up over matches that are over: ratings and statistics.
package league

import (
	"context"

	"pitpost.example/db"
	rules "pitpost.example/engine/league"
	"pitpost.example/model"
)

const (
	// columns are the columns of a model.League, in the order of its fields.
	columns = "id, name, rules, created_at, ended_at"
	// seasonColumns are the columns of a model.Season, in the order of its fields.
	seasonColumns = "id, league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at, drawn_at, closed_at, late_draws, adjusted"
)

// ListLeagues lists all leagues by name.
func ListLeagues(ctx context.Context, q db.Querier) ([]model.League, error) {
	return db.QueryRows[model.League](ctx, q, "select "+columns+" from leagues order by lower(name)")
}

// LeagueByID reads a league by its number; nil if there is none.
func LeagueByID(ctx context.Context, q db.Querier, id int64) (*model.League, error) {
	return db.QueryFirst[model.League](ctx, q, "select "+columns+" from leagues where id = $1", id)
}

// FindSeason reads a season by its number; nil if there is none.
func FindSeason(ctx context.Context, q db.Querier, id int64) (*model.Season, error) {
	return db.QueryFirst[model.Season](ctx, q, "select "+seasonColumns+" from seasons where id = $1", id)
}

// selectMatches selects groups with their seats, one row for each seat.
const selectMatches = `select m.season_id, m.no, m.division, m.round, m.wave, m.game, m.edition, m.options, m.state, m.starts_at, coalesce(m.match_id, 0), m.ended_at,
		m.by_house, m.result, s.seat, coalesce(s.player_id, 0), s.name, coalesce(s.drawn, 0), s.gone_at
	from league_matches m join league_seats s on s.season_id = m.season_id and s.match_no = m.no where `

// matchesWhere returns the groups that a condition on m selects, each with its seats, in the order of the draw.
func matchesWhere(ctx context.Context, from db.Querier, where string, args ...any) ([]model.LeagueMatch, error) {
	var all []model.LeagueMatch
	var m model.LeagueMatch
	var s model.LeagueSeat
	err := db.ScanRows(ctx, from, []any{&m.Season, &m.No, &m.Division, &m.Round, &m.Wave, &m.Game, &m.Edition, &m.Options, &m.State, &m.StartsAt, &m.Match, &m.EndedAt,
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

// ListSeasonMatches lists the groups of a season in the order of the draw.
func ListSeasonMatches(ctx context.Context, q db.Querier, season int64) ([]model.LeagueMatch, error) {
	return matchesWhere(ctx, q, "m.season_id = $1", season)
}

// Rows is what a command asks and changes of leagues and ratings. Its methods are promised in house/world's Port.
type Rows struct{ Tx *db.Tx }

func (r *Rows) Leagues() ([]model.League, error) {
	return db.QueryRows[model.League](r.Tx.Context(), r.Tx, "select "+columns+" from leagues order by lower(name) collate \"C\"")
}

func (r *Rows) League(id int64) (*model.League, error) { return LeagueByID(r.Tx.Context(), r.Tx, id) }

func (r *Rows) AddLeague(l model.League) (*model.League, error) {
	return db.QueryFirst[model.League](r.Tx.Context(), r.Tx.Open(), "insert into leagues (name, rules, created_at) values ($1, $2, $3) on conflict do nothing returning "+columns,
		db.CleanText(l.Name), db.EncodeJSON(l.Rules), r.Tx.Now())
}

func (r *Rows) SaveLeague(l model.League) error {
	return r.Tx.Exec("update leagues set rules = $2, ended_at = $3 where id = $1", l.ID, db.EncodeJSON(l.Rules),
		l.EndedAt)
}

func (r *Rows) Organisers(league int64) ([]int64, error) {
	return db.QueryColumn[int64](r.Tx.Context(), r.Tx, "select player_id from league_organisers where league_id = $1 order by player_id", league)
}

func (r *Rows) SetOrganiser(league, player int64, off bool) error {
	if off {
		return r.Tx.Exec("delete from league_organisers where league_id = $1 and player_id = $2", league, player)
	}
	return r.Tx.Exec("insert into league_organisers (league_id, player_id) values ($1, $2) on conflict do nothing", league, player)
}

func (r *Rows) Season(id int64) (*model.Season, error) { return FindSeason(r.Tx.Context(), r.Tx, id) }

func (r *Rows) LockSeason(id int64) (*model.Season, error) {
	return db.QueryFirst[model.Season](r.Tx.Context(), r.Tx.Open(), "select "+seasonColumns+" from seasons where id = $1 for no key update", id)
}

func (r *Rows) SeasonOf(league int64, no int) (*model.Season, error) {
	return db.QueryFirst[model.Season](r.Tx.Context(), r.Tx, "select "+seasonColumns+" from seasons where league_id = $1 and (no = $2 or $2 = 0) order by no desc limit 1", league, no)
}

func (r *Rows) AddSeason(s model.Season) (*model.Season, error) {
	return db.QueryFirst[model.Season](r.Tx.Context(), r.Tx.Open(), `insert into seasons (league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning `+seasonColumns,
		s.League, s.No, s.State, db.EncodeJSON(s.Rules), s.Seed[:], s.OpenedAt, s.MusterAt, s.StartsAt, s.EndsAt)
}

func (r *Rows) SaveSeason(s model.Season) error {
	return r.Tx.Exec("update seasons set state = $2, rules = $3, muster_at = $4, starts_at = $5, ends_at = $6, drawn_at = $7, closed_at = $8, late_draws = $9, adjusted = $10 where id = $1",
		s.ID, s.State, db.EncodeJSON(s.Rules), s.MusterAt, s.StartsAt, s.EndsAt, s.DrawnAt, s.ClosedAt, s.Late, db.EncodeJSON(append([]rules.Adjustment{}, s.Adjusted...)))
}

const entrantColumns = "season_id, player_id, name, address, division, state, joined_at, left_at, place, onward, shown"

func (r *Rows) Entrants(season int64) ([]model.Entrant, error) {
	return r.entrants("season_id = $1", season)
}

func (r *Rows) Entrant(season, player int64) (*model.Entrant, error) {
	return db.QueryFirst[model.Entrant](r.Tx.Context(), r.Tx, "select "+entrantColumns+" from entrants where season_id = $1 and player_id = $2", season, player)
}

func (r *Rows) OpenEntries(player int64) ([]model.Entrant, error) {
	return r.entrants("player_id = $1 and exists (select from seasons where id = season_id and state <> 'closed')", player)
}

func (r *Rows) entrants(where string, args ...any) ([]model.Entrant, error) {
	return db.QueryRows[model.Entrant](r.Tx.Context(), r.Tx, "select "+entrantColumns+" from entrants where "+where+" order by season_id, division, player_id", args...)
}

func (r *Rows) SaveEntrants(all []model.Entrant) error {
	for _, e := range all {
		err := r.Tx.Exec("insert into entrants ("+entrantColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
			on conflict (season_id, player_id) do update set name = excluded.name, address = excluded.address, division = excluded.division,
				state = excluded.state, joined_at = excluded.joined_at, left_at = excluded.left_at, place = excluded.place, onward = excluded.onward, shown = excluded.shown`,
			e.Season, e.Player, db.CleanText(e.Name), model.FitKey(e.Address), e.Division, e.State, e.JoinedAt, e.LeftAt, e.Place, e.Onward, e.Shown)
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Rows) Groups(f model.GroupFilter) ([]model.LeagueMatch, error) {
	w := db.Where{SQL: "true"}
	w.And(f.Season != 0, "m.season_id = ?", f.Season)
	w.And(f.No != 0, "m.no = ?", f.No)
	w.And(f.Match != 0, "m.match_id = ?", f.Match)
	w.And(f.State != "", "m.state = '"+string(f.State)+"'")
	w.And(f.Players != nil, "(m.season_id, m.no) in (select season_id, match_no from league_seats where player_id = any(?) or drawn = any(?))", f.Players)
	return matchesWhere(r.Tx.Context(), r.Tx, w.SQL, w.Args...)
}

func (r *Rows) AddGroups(all []model.LeagueMatch) error {
	var groups, seats [][]any
	for _, m := range all {
		if m.Options == nil {
			m.Options = map[string]string{}
		}
		groups = append(groups, []any{m.Season, m.No, m.Division, m.Round, m.Wave, m.Game, m.Edition, m.Options, m.StartsAt})
		for _, o := range m.Seats {
			seats = append(seats, []any{m.Season, m.No, o.Seat, db.NullUnless(o.Player != 0, o.Player), db.CleanText(o.Name), db.NullUnless(o.Drawn != 0, o.Drawn)})
		}
	}
	err := r.Tx.Copy("league_matches", []string{"season_id", "no", "division", "round", "wave", "game", "edition", "options", "starts_at"}, groups)
	if err != nil {
		return err
	}
	return r.Tx.Copy("league_seats", []string{"season_id", "match_no", "seat", "player_id", "name", "drawn"}, seats)
}

func (r *Rows) SaveGroup(m model.LeagueMatch) error {
	err := r.Tx.Exec("update league_matches set state = $3, starts_at = $4, match_id = $5, ended_at = $6, by_house = $7, result = $8 where season_id = $1 and no = $2",
		m.Season, m.No, m.State, m.StartsAt, db.NullUnless(m.Match != 0, m.Match), m.EndedAt, m.ByHouse, m.Result)
	for i := 0; err == nil && i < len(m.Seats); i++ {
		o := &m.Seats[i]
		err = r.Tx.Exec("update league_seats set player_id = $4, name = $5, drawn = $6, gone_at = $7 where season_id = $1 and match_no = $2 and seat = $3",
			m.Season, m.No, o.Seat, db.NullUnless(o.Player != 0, o.Player), db.CleanText(o.Name), db.NullUnless(o.Drawn != 0, o.Drawn), o.Gone)
	}
	return err
}
