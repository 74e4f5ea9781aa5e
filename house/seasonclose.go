package house

import (
	"fmt"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/failpoint"
	"pitpost/house/notice"
)

// closeSeason ends a season: groups that never began are not played any more, and what runs
// is finished by the house, a row each.
func (h *House) closeSeason(w *db.Work, s *db.Season) error {
	if s.State != "running" {
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
		case "planned":
			w.DropDue(0, int(s.ID), fmt.Sprintf("season:start:%d", m.No))
			m.State = "unplayed"
			if err := w.SaveLeagueMatch(m); err != nil {
				return err
			}
		case "running":
			running++
			seasonDue(w, s, fmt.Sprintf("finish:%d", m.No), w.Now())
		}
	}
	s.State = "closing"
	w.DropDue(0, int(s.ID), "season:close")
	w.DropDue(0, int(s.ID), "season:late")
	if running == 0 {
		seasonDue(w, s, "shut", w.Now())
	}
	return w.SaveSeason(s)
}

// maybeClose closes a season early that has nothing left to play.
func (h *House) maybeClose(w *db.Work, s *db.Season) error {
	planned, running, err := w.LeagueOpen(s.ID)
	if err != nil || running > 0 {
		return err
	}
	switch {
	case s.State == "closing":
		seasonDue(w, s, "shut", w.Now())
	case s.State == "running" && planned == 0:
		seasonDue(w, s, "close", w.Now())
	}
	return nil
}

// finishGroup ends a match that runs at the close: bots play all seats to the end, and its
// players are told.
func (h *House) finishGroup(w *db.Work, s *db.Season, no int) error {
	m, err := w.LeagueMatch(s.ID, no)
	if err != nil || m == nil || m.State != "running" || s.State != "closing" {
		return err
	}
	t, err := w.Table(m.Match)
	if err != nil || t.Row.Phase != "running" && t.Row.Phase != "paused" {
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
	tellAll(w, t, nil, "league-finished", notice.Note{Subject: say("house.league-finished-subject", "match", int(t.Row.ID), "league", l.Name),
		Lines: []engine.Phrase{say("house.league-finished", "match", int(t.Row.ID), "league", l.Name, "season", s.No)}})
	if t.Row.Phase == "paused" {
		w.Append(t, engine.Fact{Event: engine.Resumed{By: "house"}})
		t.Row.Phase = "running"
	}
	for i := range t.Seats {
		seat := &t.Seats[i]
		if seat.State == "joined" {
			dropClock(w, t, seat.No)
			seat.State = "bot"
			w.Append(t, engine.Fact{Event: engine.Replaced{Of: seat.Name, With: "bot", By: "house"}})
		}
	}
	w.Save(t)
	failpoint.At("league.finished")
	return settle(h, w, t)
}

// groupEnded takes the result of a group's match, and lets groups start that waited for its
// players.
func (h *House) groupEnded(w *db.Work, s *db.Season, match int64) error {
	m, err := w.LeagueMatchOf(match)
	if err != nil || m == nil || m.Season != s.ID || m.State != "running" {
		return err
	}
	t, err := w.Table(match)
	if err != nil || t.Row.Phase != "over" && t.Row.Phase != "aborted" {
		return err
	}
	if !m.ByHouse {
		noteHolders(w, m, t)
	}
	now := w.Now()
	m.State, m.EndedAt = "over", &now
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
	return h.maybeClose(w, s)
}
