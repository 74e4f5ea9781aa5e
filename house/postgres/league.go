package postgres

import (
	"fmt"

	"pitpost.example/db"
	"pitpost.example/db/league"
	"pitpost.example/engine/rating"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const entrantColumns = "season_id, player_id, name, address, division, state, joined_at, left_at, place, onward"

// lookAtLeague is the part of Look about leagues.
func (s *shell) lookAtLeague(question any) (any, error) {
	switch q := question.(type) {
	case world.Leagues:
		which, args := where("id = ?", q.ID)
		return list[model.League](s, "select "+league.Columns+" from leagues where "+which+" order by lower(name) collate \"C\"", args...)
	case world.Organisers:
		return numbers(s, "select player_id from league_organisers where league_id = $1 order by player_id", q.League)
	case world.Seasons:
		which, args := where("id = ?", q.ID, "league_id = ?", q.League, "no = ?", q.No)
		sql := "select " + league.SeasonColumns + " from seasons where " + which + " order by no desc"
		if q.Lock {
			return locked[model.Season](s, sql+" for no key update", args...)
		}
		return list[model.Season](s, sql, args...)
	case world.Entrants:
		which, args := where("season_id = ?", q.Season, "player_id = ?", q.Player, "exists (select from seasons where id = season_id and state <> 'closed')", q.Open)
		return list[model.Entrant](s, "select "+entrantColumns+" from entrants where "+which+" order by season_id, division, player_id", args...)
	case world.Groups:
		which, args := where("m.season_id = ?", q.Season, "m.no = ?", q.No, "m.match_id = ?", q.Match, "m.state = '"+string(q.State)+"'", q.State,
			"(m.season_id, m.no) in (select season_id, match_no from league_seats where player_id = any(?) or drawn = any(?))", q.Players)
		return league.MatchesWhere(s.tx.Context(), s.tx, which, args...)
	}
	return s.lookAtRatings(question)
}

// changeLeague is the part of Do about leagues.
func (s *shell) changeLeague(change any) (any, error) {
	switch c := change.(type) {
	case *model.League:
		l, err := first(locked[model.League](s, "insert into leagues (name, rules, created_at) values ($1, $2, $3) on conflict do nothing returning "+league.Columns,
			db.Clean(c.Name), db.JSON(c.Rules), s.tx.Now()))
		if l != nil {
			*c = *l
		}
		return l, err
	case model.League:
		return s.do("update leagues set rules = $2, ended_at = $3 where id = $1", c.ID, db.JSON(c.Rules), c.EndedAt)
	case world.Organise:
		if c.Off {
			return s.do("delete from league_organisers where league_id = $1 and player_id = $2", c.League, c.Player)
		}
		return s.do("insert into league_organisers (league_id, player_id) values ($1, $2) on conflict do nothing", c.League, c.Player)
	case *model.Season:
		o, err := first(locked[model.Season](s, `insert into seasons (league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning `+league.SeasonColumns,
			c.League, c.No, c.State, db.JSON(c.Rules), c.Seed[:], c.OpenedAt, c.MusterAt, c.StartsAt, c.EndsAt))
		if o != nil {
			*c = *o
		}
		return o, err
	case model.Season:
		return s.do("update seasons set state = $2, rules = $3, muster_at = $4, starts_at = $5, ends_at = $6, drawn_at = $7, closed_at = $8, late_draws = $9 where id = $1",
			c.ID, c.State, db.JSON(c.Rules), c.MusterAt, c.StartsAt, c.EndsAt, c.DrawnAt, c.ClosedAt, c.Late)
	case []model.Entrant:
		for _, e := range c {
			err := s.tx.Exec("insert into entrants ("+entrantColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
				on conflict (season_id, player_id) do update set name = excluded.name, address = excluded.address, division = excluded.division,
					state = excluded.state, joined_at = excluded.joined_at, left_at = excluded.left_at, place = excluded.place, onward = excluded.onward`,
				e.Season, e.Player, db.Clean(e.Name), db.Fit(e.Address), e.Division, e.State, e.JoinedAt, e.LeftAt, e.Place, e.Onward)
			if err != nil {
				return nil, err
			}
		}
		return nil, nil
	case []model.LeagueMatch:
		return nil, s.addGroups(c)
	case model.LeagueMatch:
		return nil, s.saveGroup(c)
	}
	return s.changeRatings(change)
}

// addGroups keeps the groups of a draw, in two statements.
func (s *shell) addGroups(all []model.LeagueMatch) error {
	var groups, seats [][]any
	for _, m := range all {
		if m.Options == nil {
			m.Options = map[string]string{}
		}
		groups = append(groups, []any{m.Season, m.No, m.Division, m.Round, m.Wave, m.Game, m.Edition, m.Options, m.StartsAt})
		for _, o := range m.Seats {
			seats = append(seats, []any{m.Season, m.No, o.Seat, db.OrNull(o.Player != 0, o.Player), db.Clean(o.Name), db.OrNull(o.Drawn != 0, o.Drawn)})
		}
	}
	err := s.tx.Copy("league_matches", []string{"season_id", "no", "division", "round", "wave", "game", "edition", "options", "starts_at"}, groups)
	if err != nil {
		return err
	}
	return s.tx.Copy("league_seats", []string{"season_id", "match_no", "seat", "player_id", "name", "drawn"}, seats)
}

func (s *shell) saveGroup(m model.LeagueMatch) error {
	err := s.tx.Exec("update league_matches set state = $3, starts_at = $4, match_id = $5, ended_at = $6, by_house = $7, result = $8 where season_id = $1 and no = $2",
		m.Season, m.No, m.State, m.StartsAt, db.OrNull(m.Match != 0, m.Match), m.EndedAt, m.ByHouse, m.Result)
	for i := 0; err == nil && i < len(m.Seats); i++ {
		o := &m.Seats[i]
		err = s.tx.Exec("update league_seats set player_id = $4, name = $5, drawn = $6, gone_at = $7 where season_id = $1 and match_no = $2 and seat = $3",
			m.Season, m.No, o.Seat, db.OrNull(o.Player != 0, o.Player), db.Clean(o.Name), db.OrNull(o.Drawn != 0, o.Drawn), o.Gone)
	}
	return err
}

// lookAtRatings is the part of Look about what is summed up over matches.
func (s *shell) lookAtRatings(question any) (any, error) {
	switch q := question.(type) {
	case world.NextRated:
		if err := league.LockRatings(s.tx); err != nil {
			return nil, err
		}
		return value[int64](s, "select case when bool_or(match_id = $1) then 0 else coalesce(max(no), 0) + 1 end from rated", q.Match)
	case world.Ratings:
		return league.Ratings(s.tx, q.Players...)
	case world.RatingChanges:
		return league.RatingChanges(s.tx, q.Player, q.Kind, q.Most)
	case world.TurnsOf:
		t := rating.Turns{Player: q.Player}
		err := db.Scan(s.tx.Context(), s.tx, []any{&t.Made, &t.Missed}, func() {},
			"select coalesce(sum(made), 0), coalesce(sum(missed), 0) from turns_made where player_id = $1", q.Player)
		return t, err
	}
	return nil, fmt.Errorf("nobody answers %T", question)
}

// changeRatings is the part of Do about what is summed up over matches.
func (s *shell) changeRatings(change any) (any, error) {
	switch c := change.(type) {
	case world.Tally:
		n, err := s.tx.Affected("insert into tallied (match_id) values ($1) on conflict do nothing", c.Match.ID)
		if err != nil || n == 0 {
			return nil, err
		}
		for _, t := range c.Counts { // always in the same order, so that two matches that end at once cannot deadlock
			s.tx.Later(`insert into tallies (game, edition, seats, what, key, n, total) values ($1, $2, $3, $4, $5, $6, $7)
				on conflict (game, edition, seats, what, key) do update set n = tallies.n + excluded.n, total = tallies.total + excluded.total`,
				c.Match.Game, c.Match.Edition, c.Seats, t.What, t.Key, t.N, t.Total)
		}
		return nil, nil
	case world.Rate:
		league.SaveRated(s.tx, c.Rated, c.Now)
		return nil, nil
	}
	return nil, fmt.Errorf("nobody does %T", change)
}
