package season

import (
	"strconv"

	"pitpost.example/engine/league"
	"pitpost.example/failpoint"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Draw parts the entrants into divisions and draws all groups of a season; each
// becomes a match by a row of its own that is due on its day. It returns how many there are.
// Drawn before its day, a season ends as much sooner.
func Draw(w *world.Tx, s *model.Season) int {
	rules := world.Must(rulesOf(s))
	in := EnteredIn(w, s)
	divided := divide(w, s, &rules, in)
	history := historyOf(w, s)
	now := w.Now()
	bringForward(s, now, s.StartsAt)
	s.State, s.DrawnAt, s.StartsAt = model.SeasonRunning, &now, now
	groups := league.Draw(s.Seed, s.No, &rules, divided, history)
	keepGroups(w, s, &rules, groups, in)
	failpoint.At("league.drawn")
	w.SaveEntrants(in...)
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueDraw})
	seasonDue(w, s, model.DueClose, "", s.EndsAt)
	tell(w, s, model.NewsDraw)
	beginWeeks(w, s)
	w.Do(world.SaveSeason{Season: *s})
	return len(groups)
}

// divide gives each entrant a division: by the table of the season before, those a list
// of sign-ups put into one as if they had stayed there, all others last, by lot.
func divide(w *world.Tx, s *model.Season, rules *league.Rules, in []model.Entrant) []league.Entrant {
	var ladder []league.Row
	var names []string
	for _, e := range in {
		names = append(names, e.Name)
		if e.Division > 0 {
			ladder = append(ladder, league.Row{Name: e.Name, Division: e.Division})
		}
	}
	if before := world.Get(w, world.SeasonOf{League: s.League, No: s.No - 1}); s.No > 1 && before != nil {
		ladder = append(ladder, Table(w, before)...)
	}
	divided := league.Onward(rules, s.Seed, s.No, ladder, names)
	at := map[string]int{}
	for _, e := range divided {
		at[e.Name] = e.Division
	}
	for i := range in {
		in[i].Division = at[in[i].Name]
	}
	return divided
}

// historyOf is who has met whom: in the season before, and in this one so far.
func historyOf(w *world.Tx, s *model.Season) *league.History {
	h := league.NewHistory()
	if s.No > 1 {
		before := world.Get(w, world.SeasonOf{League: s.League, No: s.No - 1})
		for _, m := range world.Get(w, world.Groups{Season: before.ID}) {
			h.Before(Names(&m))
		}
	}
	for _, m := range world.Get(w, world.Groups{Season: s.ID}) {
		h.Note(Names(&m))
	}
	return h
}

// keepGroups keeps what was drawn behind the groups there are, and makes each due.
func keepGroups(w *world.Tx, s *model.Season, rules *league.Rules, groups []league.Group, in []model.Entrant) {
	have := world.Get(w, world.Groups{Season: s.ID})
	players := map[string]int64{}
	for _, e := range in {
		players[e.Name] = e.Player
	}
	var rows []model.LeagueMatch
	for _, g := range groups {
		play := rules.PlayIn(g.Round)
		m := model.LeagueMatch{Season: s.ID, No: len(have) + g.No, Division: g.Division, Round: g.Round, Wave: g.Wave,
			Game: play.Game, Edition: play.Edition, Options: play.Options, StartsAt: rules.Begins(s.StartsAt, g)}
		for i, name := range g.Seats {
			m.Seats = append(m.Seats, model.LeagueSeat{Seat: i, Player: players[name], Drawn: players[name], Name: name})
		}
		rows = append(rows, m)
		seasonDue(w, s, model.DueStart, strconv.Itoa(m.No), m.StartsAt)
	}
	w.Do(world.AddGroups{All: rows})
}
