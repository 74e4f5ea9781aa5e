package season

import (
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/failpoint"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// CloseSeason ends a running season. Groups that have not started are not played, and bots finish those that have,
// each in a due row.
func CloseSeason(w *world.Tx, s *model.Season) {
	if s.State != model.SeasonRunning {
		return
	}
	groups := w.Groups(model.GroupFilter{Season: s.ID})
	for i := range groups {
		m := &groups[i]
		switch m.State {
		case model.GroupPlanned:
			w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueStart, Of: strconv.Itoa(m.No)})
			m.State = model.GroupUnplayed
			saveGroup(w, m)
		case model.GroupRunning:
			seasonDue(w, s, model.DueFinish, strconv.Itoa(m.No), w.Now())
		}
	}
	s.State = model.SeasonClosing
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueClose})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueLate})
	w.SaveSeason(*s)
	maybeClose(w, s)
}

// CancelSeason ends a season that was not drawn and tells everybody who is in.
func CancelSeason(w *world.Tx, s *model.Season) {
	s.State, s.ClosedAt = model.SeasonClosed, new(w.Now())
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueMuster})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueDraw})
	tell(w, s, model.NewsCancelled)
	w.SaveSeason(*s)
}

// maybeClose shuts a closing season, or closes one early, if it has nothing left to play.
func maybeClose(w *world.Tx, s *model.Season) {
	switch {
	case len(ListGroupsInState(w, s, model.GroupRunning)) > 0:
	case s.State == model.SeasonClosing:
		seasonDue(w, s, model.DueShut, "", w.Now())
	case s.State == model.SeasonRunning && len(ListGroupsInState(w, s, model.GroupPlanned)) == 0:
		seasonDue(w, s, model.DueClose, "", w.Now())
	}
}

// ListGroupsInState lists the groups of a season that are in a state.
func ListGroupsInState(w *world.Tx, s *model.Season, state model.GroupState) []model.LeagueMatch {
	return w.Groups(model.GroupFilter{Season: s.ID, State: state})
}

// finishGroup ends a match that is running when the season closes: bots play all seats to the end, and its
// players are told.
func finishGroup(w *world.Tx, s *model.Season, no int) {
	m := w.Group(s.ID, no)
	if m == nil || m.State != model.GroupRunning || s.State != model.SeasonClosing {
		return
	}
	t := table.LoadTable(w, m.Match)
	if !t.Row.Phase.InPlay() {
		return
	}
	noteHolders(w, m, t.Table)
	m.ByHouse = true
	saveGroup(w, m)
	l := w.League(s.League)
	t.TellAll(nil, "league-finished", notice.Note{Subject: engine.Say("house.league-finished-subject", "match", int(t.Row.ID), "league", l.Name),
		Lines: []engine.Phrase{engine.Say("house.league-finished", "match", int(t.Row.ID), "league", l.Name, "season", s.No)}})
	t.PlayOut()
	failpoint.KillAt("league.finished")
}

// groupEnded takes the result of a group's match and starts groups that were waiting for its players.
func groupEnded(w *world.Tx, s *model.Season, match int64) {
	m := w.GroupOf(match)
	if m == nil || m.Season != s.ID || m.State != model.GroupRunning {
		return
	}
	t := w.Table(match)
	if !t.Row.Phase.Ended() {
		return
	}
	if !m.ByHouse {
		noteHolders(w, m, t)
	}
	m.State, m.EndedAt = model.GroupOver, new(w.Now())
	m.Result = resultOf(w, s, m, t)
	saveGroup(w, m)
	failpoint.KillAt("league.scored")
	wakeGroups(w, s, *m)
	maybeClose(w, s)
}

// shutSeason ends a season when all its groups are over. It sets places and who moves up or down, writes to
// everybody, and schedules the next season.
func shutSeason(w *world.Tx, s *model.Season) {
	if s.State != model.SeasonClosing || len(ListGroupsInState(w, s, model.GroupRunning)) > 0 {
		return
	}
	rows := map[string]league.Row{}
	for _, r := range SeasonStandings(w, s) {
		rows[r.Name] = r
	}
	all := w.Entrants(s.ID)
	for i := range all {
		if r, ok := rows[all[i].Name]; ok && all[i].Division > 0 {
			all[i].Place, all[i].Onward = r.Rank, r.Division-r.Move
		}
	}
	saveEntrants(w, all...)
	failpoint.KillAt("league.placed")
	s.State, s.ClosedAt = model.SeasonClosed, new(w.Now())
	if w.League(s.League).EndedAt == nil {
		seasonDue(w, s, model.DueNext, "", nextOpens(s))
	}
	tell(w, s, model.NewsClosed)
	w.SaveSeason(*s)
}

// nextOpens returns when the season after a closed one opens by itself.
func nextOpens(s *model.Season) time.Time {
	return s.ClosedAt.Add(time.Duration(s.Rules.Calendar.Pause) * 24 * time.Hour)
}

// OpenNextSeason opens the season after a closed one. Everybody who played to the end is in it, under the same name,
// unless they leave. It returns nil if the league has ended or the season was opened already.
func OpenNextSeason(w *world.Tx, s *model.Season) *model.Season {
	l := w.League(s.League)
	if s.State != model.SeasonClosed || l.EndedAt != nil {
		return nil
	}
	next := OpenSeason(w, l, s.No+1, w.Now())
	if next == nil { // it was opened by hand
		return nil
	}
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueNext})
	all := w.Entrants(s.ID)
	played := playedOn(w.Groups(model.GroupFilter{Season: s.ID}))
	var on []model.Entrant
	for _, e := range all {
		if e.State == model.EntrantLate || e.State == model.EntrantSubstitute || e.State == model.EntrantEntered && played(e.Player) {
			if e.State == model.EntrantLate {
				e.State = model.EntrantEntered
			}
			on = append(on, model.Entrant{Season: next.ID, Player: e.Player, Name: e.Name, Address: e.Address, State: e.State, JoinedAt: w.Now()})
		}
	}
	saveEntrants(w, on...)
	failpoint.KillAt("league.opened")
	tell(w, next, model.NewsOpens)
	return next
}

// playedOn returns a function that reports whether a player held one of their own seats to the end, or had no
// group that was played. People who had bots play all their matches are not entered into the next season.
func playedOn(groups []model.LeagueMatch) func(player int64) bool {
	had, holds := map[int64]bool{}, map[int64]bool{}
	for _, m := range groups {
		if m.State != model.GroupOver {
			continue
		}
		for _, o := range m.Seats {
			had[o.Drawn] = true
			if o.Drawn == o.Player {
				holds[o.Player] = true
			}
		}
	}
	return func(player int64) bool { return holds[player] || !had[player] }
}

// OpenSeason opens the sign-up of a season; nil if the league has a season of that number.
func OpenSeason(w *world.Tx, l *model.League, no int, opens time.Time) *model.Season {
	dates := l.Rules.Dates(opens)
	made := w.AddSeason(model.Season{League: l.ID, No: no, Seed: [32]byte(w.Rules().Draw(32)), State: model.SeasonSignup, Rules: l.Rules,
		OpenedAt: opens, MusterAt: dates.Muster, StartsAt: dates.Draw, EndsAt: dates.Close})
	if made != nil {
		seasonDue(w, made, model.DueMuster, "", made.MusterAt)
	}
	return made
}

// DrawSeason puts the entrants into divisions, draws all groups of a season, and schedules their matches. It
// returns the number of groups. A season that is drawn early also ends earlier.
func DrawSeason(w *world.Tx, s *model.Season) int {
	in := ListStarters(w, s)
	divided := divide(w, s, in)
	history := historyOf(w, s)
	now := w.Now()
	bringForward(s, now, s.StartsAt)
	s.State, s.DrawnAt, s.StartsAt = model.SeasonRunning, &now, now
	groups := league.DrawGroups(s.Seed, s.No, &s.Rules, divided, history)
	keepGroups(w, s, groups, in)
	failpoint.KillAt("league.drawn")
	saveEntrants(w, in...)
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueDraw})
	seasonDue(w, s, model.DueClose, "", s.EndsAt)
	tell(w, s, model.NewsDraw)
	weekAt(w, s, 1, now.Add(aWeek))
	w.SaveSeason(*s)
	return len(groups)
}

// divide gives each entrant a division: by the standings of the season before; as an imported list says; or
// the last one, in an order decided by lot.
func divide(w *world.Tx, s *model.Season, in []model.Entrant) []league.Entrant {
	var ladder []league.Row
	for _, e := range in {
		if e.Division > 0 {
			ladder = append(ladder, league.Row{Name: e.Name, Division: e.Division})
		}
	}
	if before := w.SeasonOf(s.League, s.No-1); s.No > 1 && before != nil {
		ladder = append(ladder, SeasonStandings(w, before)...)
	}
	divided := league.AssignDivisions(&s.Rules, s.Seed, s.No, ladder, namesOf(in))
	at := map[string]int{}
	for _, e := range divided {
		at[e.Name] = e.Division
	}
	for i := range in {
		in[i].Division = at[in[i].Name]
	}
	return divided
}

// historyOf returns who has met whom, in the season before and so far in this one.
func historyOf(w *world.Tx, s *model.Season) league.History {
	h := league.History{}
	if s.No > 1 {
		before := w.SeasonOf(s.League, s.No-1)
		for _, m := range w.Groups(model.GroupFilter{Season: before.ID}) {
			h.Note(GroupNames(&m), league.MetBefore)
		}
	}
	for _, m := range w.Groups(model.GroupFilter{Season: s.ID}) {
		h.Note(GroupNames(&m), league.MetNow)
	}
	return h
}

// keepGroups saves newly drawn groups after the existing ones and schedules their start.
func keepGroups(w *world.Tx, s *model.Season, groups []league.Group, in []model.Entrant) {
	have := w.Groups(model.GroupFilter{Season: s.ID})
	players := map[string]int64{}
	for _, e := range in {
		players[e.Name] = e.Player
	}
	var rows []model.LeagueMatch
	for _, g := range groups {
		play := s.Rules.PlayIn(g.Round)
		m := model.LeagueMatch{Season: s.ID, No: len(have) + g.No, Division: g.Division, Round: g.Round, Wave: g.Wave,
			Game: play.Game, Edition: play.Edition, Options: play.Options, StartsAt: s.Rules.Begins(s.StartsAt, g)}
		m.Seats = engine.MapListAt(g.Seats, func(i int, name string) model.LeagueSeat {
			return model.LeagueSeat{Seat: i, Player: players[name], Drawn: players[name], Name: name}
		})
		rows = append(rows, m)
		seasonDue(w, s, model.DueStart, strconv.Itoa(m.No), m.StartsAt)
	}
	w.AddGroups(rows)
}
