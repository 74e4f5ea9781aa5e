package season

import (
	"cmp"
	"slices"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Drop takes an entrant out of a season: out of the groups to come, and off the seats they
// hold, which substitutes are offered and a bot plays until then.
func (ls *Leagues) Drop(w *world.Tx, s *model.Season, e *model.Entrant) {
	now := w.Now()
	e.State, e.LeftAt = model.EntrantDropped, &now
	w.SaveEntrants(*e)
	groups := world.Get(w, world.GroupsOf{Season: s.ID, Player: e.Player})
	of := make([]*model.LeagueMatch, len(groups))
	for i := range groups {
		of[i] = &groups[i]
		ls.leaveGroup(w, s, of[i], e.Player)
	}
	wakeGroups(w, s, of...)
	maybeClose(w, s)
}

// leaveGroup takes a player out of one group.
func (ls *Leagues) leaveGroup(w *world.Tx, s *model.Season, m *model.LeagueMatch, player int64) {
	i := slices.IndexFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == player })
	if i < 0 || m.Seats[i].Gone != nil && m.Seats[i].Drawn == player {
		return
	}
	switch m.State {
	case model.GroupPlanned:
		m.Seats[i].Player = 0
		w.SaveLeagueMatch(m)
		return
	case model.GroupRunning:
		now := w.Now()
		m.Seats[i].Gone = &now
		w.SaveLeagueMatch(m)
		t := w.Table(m.Match)
		heirs := Substitutes(w, s, m)
		ls.Vacate(w, t, player, heirs)
		return
	}
}

// PutInPlace drops an entrant and gives the groups they had still to come to another.
func (ls *Leagues) PutInPlace(w *world.Tx, s *model.Season, from, to *model.Entrant) {
	groups := world.Get(w, world.GroupsOf{Season: s.ID, Player: from.Player})
	ls.Drop(w, s, from)
	to.State, to.Division = model.EntrantEntered, from.Division
	w.SaveEntrants(*to)
	for i := range groups {
		inherit(w, &groups[i], from.Player, to)
	}
}

// Substitutes lists the season's substitutes who may sit down in a group, those with the
// fewest matches on their hands before the others.
func Substitutes(w *world.Tx, s *model.Season, m *model.LeagueMatch) []model.Entrant {
	all := world.Get(w, world.Entrants{Season: s.ID})
	var free []model.Entrant
	var ids []int64
	for _, e := range all {
		sits := slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == e.Player || o.Drawn == e.Player })
		if e.State == model.EntrantSubstitute && !sits {
			free, ids = append(free, e), append(ids, e.Player)
		}
	}
	if len(free) == 0 {
		return nil
	}
	load := world.Get(w, world.LeagueLoad{Season: s.ID, Players: ids})
	rules, err := rulesOf(s)
	if err != nil {
		panic(world.Fault{Err: err})
	}
	free = slices.DeleteFunc(free, func(e model.Entrant) bool { return load[e.Player] >= rules.AtOnce })
	slices.SortStableFunc(free, func(a, b model.Entrant) int {
		return cmp.Or(load[a.Player]-load[b.Player], a.JoinedAt.Compare(b.JoinedAt))
	})
	return free
}

// inherit gives a place in a group that is still to begin to who comes after another.
func inherit(w *world.Tx, m *model.LeagueMatch, from int64, to *model.Entrant) {
	i := slices.IndexFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Drawn == from })
	if m.State != model.GroupPlanned || i < 0 || slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == to.Player }) {
		return
	}
	o := &m.Seats[i]
	o.Player, o.Drawn, o.Name = to.Player, to.Player, to.Name
	w.SaveLeagueMatch(m)
}
