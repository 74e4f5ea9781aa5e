package season

import (
	"slices"

	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// drawLate finds places for those who came late: first those that somebody of the last
// division gave up, then groups of their own as soon as there are enough of them.
func drawLate(w *world.Tx, s *model.Season) {
	rules, err := rulesOf(s)
	if err != nil || s.State != model.SeasonRunning || rules.Late != "join" {
		if err != nil {
			panic(world.Fault{Err: err})
		}
		return
	}
	all := world.Get(w, world.Entrants{Season: s.ID})
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
	if late = placeLate(w, s, all, late, last); err != nil || len(late) == 0 {
		if err != nil {
			panic(world.Fault{Err: err})
		}
		return
	}
	round := roundOpen(w, s, &rules)
	if round == 0 {
		return // they are in the next season
	}
	if len(late) < rules.Least {
		seasonDue(w, s, model.DueLate, "", nextLate(w.Now()))
		return
	}
	groupLate(w, s, &rules, late, round)
}

// placeLate lets late entrants inherit the groups to come of those who left the last
// division, and returns the others.
func placeLate(w *world.Tx, s *model.Season, all, late []model.Entrant, last int) []model.Entrant {
	for _, gone := range all {
		if gone.State != model.EntrantDropped || gone.Division != last || len(late) == 0 {
			continue
		}
		groups := world.Get(w, world.PlacesLeft{Season: s.ID, Player: gone.Player})
		if len(groups) == 0 {
			continue
		}
		heir := &late[0]
		heir.State = model.EntrantEntered
		for i := range groups {
			inherit(w, &groups[i], gone.Player, heir)
		}
		w.SaveEntrants(*heir)
		late = late[1:]
	}
	return late
}

// roundOpen is the first round whose groups are still being begun, 0 for none.
func roundOpen(w *world.Tx, s *model.Season, rules *league.Rules) int {
	for round := 1; round <= rules.Groups; round++ {
		if rules.Begins(s.StartsAt, league.Group{Round: round, Wave: rules.Calendar.Waves}).After(w.Now()) {
			return round
		}
	}
	return 0
}

// groupLate draws groups of late entrants for the rounds from one on.
func groupLate(w *world.Tx, s *model.Season, rules *league.Rules, late []model.Entrant, round int) {
	history := historyOf(w, s)
	var who []league.Entrant
	for i := range late {
		late[i].State = model.EntrantEntered
		who = append(who, league.Entrant{Name: late[i].Name, Division: late[i].Division})
	}
	s.Late++
	groups := league.DrawLate(s.Seed, s.No, s.Late, rules, who, history, round)
	keepGroups(w, s, rules, groups, late)
	w.SaveEntrants(late...)
	w.Do(world.SaveSeason{Season: *s})
}
