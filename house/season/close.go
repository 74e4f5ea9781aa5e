package season

import (
	"strconv"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/failpoint"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Close ends a season that runs: groups that never began are not played any more, and what runs
// is finished by the house, a row each.
func Close(w *db.Work, s *model.Season) error {
	if s.State != model.SeasonRunning {
		return nil
	}
	groups, err := w.LeagueMatches(s.ID)
	if err != nil {
		return err
	}
	running := 0
	for i := range groups {
		m := &groups[i]
		switch m.State {
		case model.GroupPlanned:
			w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueStart, Of: strconv.Itoa(m.No)})
			m.State = model.GroupUnplayed
			if err := w.SaveLeagueMatch(m); err != nil {
				return err
			}
		case model.GroupRunning:
			running++
			seasonDue(w, s, model.DueFinish, strconv.Itoa(m.No), w.Now())
		}
	}
	s.State = model.SeasonClosing
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueClose})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueLate})
	if running == 0 {
		seasonDue(w, s, model.DueShut, "", w.Now())
	}
	return w.SaveSeason(s)
}

// Cancel ends a season that was not drawn: nothing of it is played, and all who are in hear so.
func Cancel(w *db.Work, s *model.Season) error {
	now := w.Now()
	s.State, s.ClosedAt = model.SeasonClosed, &now
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueMuster})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueDraw})
	tell(w, s, model.NewsCancelled)
	return w.SaveSeason(s)
}

// maybeClose closes a season early that has nothing left to play.
func maybeClose(w *db.Work, s *model.Season) error {
	planned, running, err := w.LeagueOpen(s.ID)
	if err != nil || running > 0 {
		return err
	}
	switch {
	case s.State == model.SeasonClosing:
		seasonDue(w, s, model.DueShut, "", w.Now())
	case s.State == model.SeasonRunning && planned == 0:
		seasonDue(w, s, model.DueClose, "", w.Now())
	}
	return nil
}

// finishGroup ends a match that runs at the close: bots play all seats to the end, and its
// players are told.
func (ls *Leagues) finishGroup(w *db.Work, s *model.Season, no int) error {
	m, err := w.LeagueMatch(s.ID, no)
	if err != nil || m == nil || m.State != model.GroupRunning || s.State != model.SeasonClosing {
		return err
	}
	t, err := w.Table(m.Match)
	if err != nil || t.Row.Phase != model.PhaseRunning && t.Row.Phase != model.PhasePaused {
		return err
	}
	noteHolders(w, m, t)
	m.ByHouse = true
	if err := w.SaveLeagueMatch(m); err != nil {
		return err
	}
	l, err := w.League(s.League)
	if err != nil {
		return err
	}
	why := notice.Note{Subject: engine.Say("house.league-finished-subject", "match", int(t.Row.ID), "league", l.Name),
		Lines: []engine.Phrase{engine.Say("house.league-finished", "match", int(t.Row.ID), "league", l.Name, "season", s.No)}}
	if err := ls.Finish(w, t, "league-finished", why); err != nil {
		return err
	}
	failpoint.At("league.finished")
	return nil
}

// groupEnded takes the result of a group's match, and lets groups start that waited for its
// players.
func groupEnded(w *db.Work, s *model.Season, match int64) error {
	m, err := w.LeagueMatchOf(match)
	if err != nil || m == nil || m.Season != s.ID || m.State != model.GroupRunning {
		return err
	}
	t, err := w.Table(match)
	if err != nil || t.Row.Phase != model.PhaseOver && t.Row.Phase != model.PhaseAborted {
		return err
	}
	if !m.ByHouse {
		noteHolders(w, m, t)
	}
	now := w.Now()
	m.State, m.EndedAt = model.GroupOver, &now
	res, err := resultOf(w, s, m, t)
	if err != nil {
		return err
	}
	m.Result = notice.Params(res)
	if err := w.SaveLeagueMatch(m); err != nil {
		return err
	}
	failpoint.At("league.scored")
	if err := wakeGroups(w, s, m); err != nil {
		return err
	}
	return maybeClose(w, s)
}

// shutSeason ends a season all of whose groups are over: places, who goes up and down, a
// letter to all, and the day on which the next one opens.
func shutSeason(w *db.Work, s *model.Season) error {
	if s.State != model.SeasonClosing {
		return nil
	}
	if _, running, err := w.LeagueOpen(s.ID); err != nil || running > 0 {
		return err
	}
	table, err := Table(w, s)
	if err != nil {
		return err
	}
	rows := map[string]league.Row{}
	for _, r := range table {
		rows[r.Name] = r
	}
	all, err := w.Entrants(s.ID)
	if err != nil {
		return err
	}
	for i := range all {
		if r, ok := rows[all[i].Name]; ok && all[i].Division > 0 {
			all[i].Place, all[i].Onward = r.Rank, r.Division-r.Move
		}
	}
	if err := w.SaveEntrants(all...); err != nil {
		return err
	}
	failpoint.At("league.placed")
	rules, err := rulesOf(s)
	if err != nil {
		return err
	}
	now := w.Now()
	s.State, s.ClosedAt = model.SeasonClosed, &now
	l, err := w.League(s.League)
	if err != nil {
		return err
	}
	if l.EndedAt == nil {
		seasonDue(w, s, model.DueNext, "", nextOpens(s, &rules))
	}
	tell(w, s, model.NewsClosed)
	return w.SaveSeason(s)
}
