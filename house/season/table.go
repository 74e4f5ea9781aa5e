package season

import (
	"encoding/json"
	"fmt"

	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Table is the table of a season as it stands.
func Table(w *world.Tx, s *model.Season) []league.Row {
	all := world.Get(w, world.Entrants{Season: s.ID})
	groups := world.Get(w, world.Groups{Season: s.ID})
	got, err := tableOf(s, all, groups)
	if err != nil {
		panic(world.Fault{Err: err})
	}
	return got
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
