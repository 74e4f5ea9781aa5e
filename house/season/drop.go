package season

import (
	"cmp"
	"errors"
	"slices"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Drop takes an entrant out of a season: out of the groups to come, and off the seats they
// hold, which substitutes are offered and a bot plays until then.
func (ls *Leagues) Drop(w *db.Work, s *model.Season, e *model.Entrant) error {
	now := w.Now()
	e.State, e.LeftAt = model.EntrantDropped, &now
	if err := w.SaveEntrants(*e); err != nil {
		return err
	}
	groups, err := w.LeagueMatchesOf(s.ID, e.Player)
	if err != nil {
		return err
	}
	of := make([]*model.LeagueMatch, len(groups))
	for i := range groups {
		of[i] = &groups[i]
		if err := ls.leaveGroup(w, s, of[i], e.Player); err != nil {
			return err
		}
	}
	return errors.Join(wakeGroups(w, s, of...), maybeClose(w, s))
}

// leaveGroup takes a player out of one group.
func (ls *Leagues) leaveGroup(w *db.Work, s *model.Season, m *model.LeagueMatch, player int64) error {
	i := slices.IndexFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == player })
	if i < 0 || m.Seats[i].Gone != nil && m.Seats[i].Drawn == player {
		return nil
	}
	switch m.State {
	case model.GroupPlanned:
		m.Seats[i].Player = 0
		return w.SaveLeagueMatch(m)
	case model.GroupRunning:
		now := w.Now()
		m.Seats[i].Gone = &now
		if err := w.SaveLeagueMatch(m); err != nil {
			return err
		}
		t, err := w.Table(m.Match)
		if err != nil {
			return err
		}
		heirs, err := Substitutes(w, s, m)
		if err != nil {
			return err
		}
		return ls.Vacate(w, t, player, heirs)
	}
	return nil
}

// PutInPlace drops an entrant and gives the groups they had still to come to another.
func (ls *Leagues) PutInPlace(w *db.Work, s *model.Season, from, to *model.Entrant) error {
	groups, err := w.LeagueMatchesOf(s.ID, from.Player)
	if err != nil {
		return err
	}
	if err := ls.Drop(w, s, from); err != nil {
		return err
	}
	to.State, to.Division = model.EntrantEntered, from.Division
	if err := w.SaveEntrants(*to); err != nil {
		return err
	}
	for i := range groups {
		if err := inherit(w, &groups[i], from.Player, to); err != nil {
			return err
		}
	}
	return nil
}

// Substitutes lists the season's substitutes who may sit down in a group, those with the
// fewest matches on their hands before the others.
func Substitutes(w *db.Work, s *model.Season, m *model.LeagueMatch) ([]model.Entrant, error) {
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	var free []model.Entrant
	var ids []int64
	for _, e := range all {
		sits := slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == e.Player || o.Drawn == e.Player })
		if e.State == model.EntrantSubstitute && !sits {
			free, ids = append(free, e), append(ids, e.Player)
		}
	}
	if len(free) == 0 {
		return nil, nil
	}
	load, err := w.LeagueLoad(s.ID, ids)
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(s)
	if err != nil {
		return nil, err
	}
	free = slices.DeleteFunc(free, func(e model.Entrant) bool { return load[e.Player] >= rules.AtOnce })
	slices.SortStableFunc(free, func(a, b model.Entrant) int {
		return cmp.Or(load[a.Player]-load[b.Player], a.JoinedAt.Compare(b.JoinedAt))
	})
	return free, nil
}

// inherit gives a place in a group that is still to begin to who comes after another.
func inherit(w *db.Work, m *model.LeagueMatch, from int64, to *model.Entrant) error {
	i := slices.IndexFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Drawn == from })
	if m.State != model.GroupPlanned || i < 0 || slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == to.Player }) {
		return nil
	}
	o := &m.Seats[i]
	o.Player, o.Drawn, o.Name = to.Player, to.Player, to.Name
	return w.SaveLeagueMatch(m)
}
