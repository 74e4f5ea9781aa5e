package house

import (
	"fmt"
	"slices"

	"pitpost/db"
	"pitpost/engine/league"
	"pitpost/failpoint"
)

// drawSeason parts the entrants into divisions and draws all groups of a season; each
// becomes a match by a row of its own that is due on its day. It returns how many there are.
func (h *House) drawSeason(w *db.Work, s *db.Season) (int, error) {
	rules, err := rulesOf(s)
	if err != nil {
		return 0, err
	}
	in, err := enteredIn(w, s)
	if err != nil {
		return 0, err
	}
	divided, err := h.divide(w, s, &rules, in)
	if err != nil {
		return 0, err
	}
	history, err := historyOf(w, s)
	if err != nil {
		return 0, err
	}
	now := w.Now()
	s.State, s.DrawnAt, s.StartsAt = "running", &now, now
	groups := league.Draw(s.Seed, s.No, &rules, divided, history)
	if err := h.keepGroups(w, s, &rules, groups, in); err != nil {
		return 0, err
	}
	failpoint.At("league.drawn")
	if err := w.SaveEntrants(in...); err != nil {
		return 0, err
	}
	w.DropDue(0, int(s.ID), "season:draw")
	seasonDue(w, s, "close", s.EndsAt)
	tellSeason(w, s, "draw")
	beginWeeks(w, s)
	return len(groups), w.SaveSeason(s)
}

// divide gives each entrant a division: by the table of the season before, those a list
// of sign-ups put into one as if they had stayed there, all others last, by lot.
func (h *House) divide(w *db.Work, s *db.Season, rules *league.Rules, in []db.Entrant) ([]league.Entrant, error) {
	var ladder []league.Row
	var names []string
	for _, e := range in {
		names = append(names, e.Name)
		if e.Division > 0 {
			ladder = append(ladder, league.Row{Name: e.Name, Division: e.Division})
		}
	}
	before, err := w.SeasonOf(s.League, s.No-1)
	if err != nil {
		return nil, err
	}
	if s.No > 1 && before != nil {
		table, err := tableIn(w, before)
		if err != nil {
			return nil, err
		}
		ladder = append(ladder, table...)
	}
	divided := league.Onward(rules, s.Seed, s.No, ladder, names)
	at := map[string]int{}
	for _, e := range divided {
		at[e.Name] = e.Division
	}
	for i := range in {
		in[i].Division = at[in[i].Name]
	}
	return divided, nil
}

// historyOf is who has met whom: in the season before, and in this one so far.
func historyOf(w *db.Work, s *db.Season) (*league.History, error) {
	h := league.NewHistory()
	if s.No > 1 {
		before, err := w.SeasonOf(s.League, s.No-1)
		if err != nil {
			return nil, err
		}
		groups, err := w.LeagueMatches(before.ID)
		if err != nil {
			return nil, err
		}
		for i := range groups {
			h.Before(namesIn(&groups[i]))
		}
	}
	groups, err := w.LeagueMatches(s.ID)
	for i := range groups {
		h.Note(namesIn(&groups[i]))
	}
	return h, err
}

// keepGroups keeps what was drawn behind the groups there are, and makes each due.
func (h *House) keepGroups(w *db.Work, s *db.Season, rules *league.Rules, groups []league.Group, in []db.Entrant) error {
	have, err := w.LeagueMatches(s.ID)
	if err != nil {
		return err
	}
	players := map[string]int64{}
	for _, e := range in {
		players[e.Name] = e.Player
	}
	var rows []db.LeagueMatch
	for _, g := range groups {
		play := rules.PlayIn(g.Round)
		m := db.LeagueMatch{Season: s.ID, No: len(have) + g.No, Division: g.Division, Round: g.Round, Wave: g.Wave,
			Game: play.Game, Edition: play.Edition, Options: play.Options, StartsAt: rules.Begins(s.StartsAt, g)}
		for i, name := range g.Seats {
			m.Seats = append(m.Seats, db.LeagueSeat{Seat: i, Player: players[name], Drawn: players[name], Name: name})
		}
		rows = append(rows, m)
		seasonDue(w, s, fmt.Sprintf("start:%d", m.No), m.StartsAt)
	}
	return w.AddLeagueMatches(rows)
}

// drawLate finds places for those who came late: first those that somebody of the last
// division gave up, then groups of their own as soon as there are enough of them.
func (h *House) drawLate(w *db.Work, s *db.Season) error {
	rules, err := rulesOf(s)
	if err != nil || s.State != "running" || rules.Late != "join" {
		return err
	}
	all, err := w.Entrants(s.ID)
	if err != nil {
		return err
	}
	last := 1
	var late []db.Entrant
	for _, e := range all {
		last = max(last, e.Division)
		if e.State == "late" {
			late = append(late, e)
		}
	}
	slices.SortStableFunc(late, func(a, b db.Entrant) int { return a.JoinedAt.Compare(b.JoinedAt) })
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
		seasonDue(w, s, "late", nextLate(w.Now()))
		return nil
	}
	return h.groupLate(w, s, &rules, late, round)
}

// placeLate lets late entrants inherit the groups to come of those who left the last
// division, and returns the others.
func placeLate(w *db.Work, s *db.Season, all, late []db.Entrant, last int) ([]db.Entrant, error) {
	for _, gone := range all {
		if gone.State != "dropped" || gone.Division != last || len(late) == 0 {
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
		heir.State = "entered"
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
func roundOpen(w *db.Work, s *db.Season, rules *league.Rules) int {
	for round := 1; round <= rules.Groups; round++ {
		if rules.Begins(s.StartsAt, league.Group{Round: round, Wave: rules.Calendar.Waves}).After(w.Now()) {
			return round
		}
	}
	return 0
}

// groupLate draws groups of late entrants for the rounds from one on.
func (h *House) groupLate(w *db.Work, s *db.Season, rules *league.Rules, late []db.Entrant, round int) error {
	history, err := historyOf(w, s)
	if err != nil {
		return err
	}
	var who []league.Entrant
	for i := range late {
		late[i].State = "entered"
		who = append(who, league.Entrant{Name: late[i].Name, Division: late[i].Division})
	}
	s.Late++
	groups := league.DrawLate(s.Seed, s.No, s.Late, rules, who, history, round)
	if err := h.keepGroups(w, s, rules, groups, late); err != nil {
		return err
	}
	return firstError(w.SaveEntrants(late...), w.SaveSeason(s))
}
