package season

import (
	"errors"
	"slices"

	"pitpost.example/db"
	"pitpost.example/engine/league"
	"pitpost.example/model"
)

// drawLate finds places for those who came late: first those that somebody of the last
// division gave up, then groups of their own as soon as there are enough of them.
func drawLate(w *db.Work, s *model.Season) error {
	rules, err := rulesOf(s)
	if err != nil || s.State != model.SeasonRunning || rules.Late != "join" {
		return err
	}
	all, err := w.Entrants(s.ID)
	if err != nil {
		return err
	}
	last := 1
	var late []model.Entrant
	for _, e := range all {
		last = max(last, e.Division)
		if e.State == model.EntrantLate {
			late = append(late, e)
		}
	}
	slices.SortStableFunc(late, func(a, b model.Entrant) int { return a.JoinedAt.Compare(b.JoinedAt) })
	for i := range late {
		late[i].Division = last
	}
	if late, err = placeLate(w, s, all, late, last); err != nil || len(late) == 0 {
		return err
	}
	round := roundOpen(w, s, &rules)
	if round == 0 {
		return nil // they are in the next season
	}
	if len(late) < rules.Least {
		seasonDue(w, s, model.DueLate, "", nextLate(w.Now()))
		return nil
	}
	return groupLate(w, s, &rules, late, round)
}

// placeLate lets late entrants inherit the groups to come of those who left the last
// division, and returns the others.
func placeLate(w *db.Work, s *model.Season, all, late []model.Entrant, last int) ([]model.Entrant, error) {
	for _, gone := range all {
		if gone.State != model.EntrantDropped || gone.Division != last || len(late) == 0 {
			continue
		}
		groups, err := w.LeaguePlacesLeft(s.ID, gone.Player)
		if err != nil {
			return nil, err
		}
		if len(groups) == 0 {
			continue
		}
		heir := &late[0]
		heir.State = model.EntrantEntered
		for i := range groups {
			if err := inherit(w, &groups[i], gone.Player, heir); err != nil {
				return nil, err
			}
		}
		if err := w.SaveEntrants(*heir); err != nil {
			return nil, err
		}
		late = late[1:]
	}
	return late, nil
}

// roundOpen is the first round whose groups are still being begun, 0 for none.
func roundOpen(w *db.Work, s *model.Season, rules *league.Rules) int {
	for round := 1; round <= rules.Groups; round++ {
		if rules.Begins(s.StartsAt, league.Group{Round: round, Wave: rules.Calendar.Waves}).After(w.Now()) {
			return round
		}
	}
	return 0
}

// groupLate draws groups of late entrants for the rounds from one on.
func groupLate(w *db.Work, s *model.Season, rules *league.Rules, late []model.Entrant, round int) error {
	history, err := historyOf(w, s)
	if err != nil {
		return err
	}
	var who []league.Entrant
	for i := range late {
		late[i].State = model.EntrantEntered
		who = append(who, league.Entrant{Name: late[i].Name, Division: late[i].Division})
	}
	s.Late++
	groups := league.DrawLate(s.Seed, s.No, s.Late, rules, who, history, round)
	if err := keepGroups(w, s, rules, groups, late); err != nil {
		return err
	}
	return errors.Join(w.SaveEntrants(late...), w.SaveSeason(s))
}
