package season

import (
	"encoding/json"
	"fmt"

	"pitpost.example/db"
	"pitpost.example/engine/league"
	"pitpost.example/model"
)

// Table is the table of a season as it stands.
func Table(w *db.Work, s *model.Season) ([]league.Row, error) {
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	groups, err := w.LeagueMatches(s.ID)
	if err != nil {
		return nil, err
	}
	return tableOf(s, all, groups)
}

func tableOf(s *model.Season, all []model.Entrant, groups []model.LeagueMatch) ([]league.Row, error) {
	rules, err := rulesOf(s)
	if err != nil {
		return nil, err
	}
	var who []league.Standing
	for _, e := range all {
		if e.State == model.EntrantEntered || e.State == model.EntrantDropped || e.State == model.EntrantSubstitute {
			who = append(who, league.Standing{Name: e.Name, Division: e.Division, Left: e.State == model.EntrantDropped})
		}
	}
	var results []league.Result
	for _, m := range groups {
		if m.Result == nil {
			continue
		}
		var r league.Result
		if err := json.Unmarshal(m.Result, &r); err != nil {
			return nil, fmt.Errorf("result of group %d of season %d: %w", m.No, s.ID, err)
		}
		results = append(results, r)
	}
	return league.Table(&rules, s.Seed, s.No, who, results), nil
}
