package world

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes to leagues.

type (
	// NewLeague creates a league and answers with it, or with nil if the name is taken.
	NewLeague struct{ model.League }
	// SaveLeague keeps a league's rules and the time it ended.
	SaveLeague struct{ model.League }
	// Organise makes a player an organiser of a league, or with Off takes that away.
	Organise struct {
		League, Player int64
		Off            bool
	}
	// NewSeason opens a season and answers with it, or with nil if the league already has a season of that
	// No.
	NewSeason struct{ model.Season }
	// SaveSeason keeps a season's state, rules and times.
	SaveSeason struct{ model.Season }
	// SaveEntrants keeps entrants, new or known.
	SaveEntrants struct{ All []model.Entrant }
	// AddGroups keeps the groups of a draw.
	AddGroups struct{ All []model.LeagueMatch }
	// SaveGroup keeps a group's state and seats.
	SaveGroup struct{ model.LeagueMatch }
)

// Leagues lists all leagues by name.
type Leagues struct{}

func (Leagues) In(w *World, _ time.Time) []model.League {
	return list(w.Leagues, func(model.League) bool { return true }, func(a, b model.League) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// LeagueNamed finds a league by name, ignoring case; nil if there is none.
type LeagueNamed struct{ Name string }

func (q LeagueNamed) In(w *World, now time.Time) *model.League {
	return first(slices.DeleteFunc(Leagues{}.In(w, now), func(l model.League) bool { return !strings.EqualFold(l.Name, q.Name) }))
}

// League reads a league by its number; nil if there is none.
type League struct{ ID int64 }

func (q League) In(w *World, _ time.Time) *model.League { return row(w.Leagues, q.ID) }

// Organisers lists the players who run a league.
type Organisers struct{ League int64 }

func (q Organisers) In(w *World, _ time.Time) []int64 {
	of := []int64{}
	for k := range w.Organisers {
		if k[0] == q.League {
			of = append(of, k[1])
		}
	}
	slices.Sort(of)
	return of
}

// SeasonOf reads a season of a league by its number, or the latest for No 0; nil if there is none. It does
// not lock.
type SeasonOf struct {
	League int64
	No     int
}

func (q SeasonOf) In(w *World, _ time.Time) *model.Season {
	return first(list(w.Seasons, func(s model.Season) bool { return s.League == q.League && (s.No == q.No || q.No == 0) },
		func(a, b model.Season) int { return b.No - a.No }))
}

// LockSeason reads a season and locks it until the transaction ends, so that a second process waits and then
// sees what the first has done. It is nil if there is none.
type LockSeason struct{ ID int64 }

func (q LockSeason) In(w *World, _ time.Time) *model.Season { return row(w.Seasons, q.ID) }

// Season reads a season by its number; nil if there is none. It does not lock.
type Season struct{ ID int64 }

func (q Season) In(w *World, _ time.Time) *model.Season { return row(w.Seasons, q.ID) }

// Entrants lists everybody who entered a season, by division and player number.
type Entrants struct{ Season int64 }

func (q Entrants) In(w *World, _ time.Time) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool { return e.Season == q.Season }, func(a, b model.Entrant) int {
		return cmp.Or(a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	})
}

// EntrantsAfter lists, by player number, at most Limit entrants whose number is greater than After, so that a
// whole season can be handled in batches.
type EntrantsAfter struct {
	Season, After int64
	Limit         int
}

func (q EntrantsAfter) In(w *World, _ time.Time) []model.Entrant {
	all := list(w.Entrants, func(e model.Entrant) bool { return e.Season == q.Season && e.Player > q.After },
		func(a, b model.Entrant) int { return cmp.Compare(a.Player, b.Player) })
	return all[:min(q.Limit, len(all))]
}

// Entrant reads a player's entry in a season; nil if there is none.
type Entrant struct{ Season, Player int64 }

func (q Entrant) In(w *World, _ time.Time) *model.Entrant {
	return row(w.Entrants, [2]int64{q.Season, q.Player})
}

// EntrantsOf lists a player's entries in seasons that are not closed.
type EntrantsOf struct{ Player int64 }

func (q EntrantsOf) In(w *World, _ time.Time) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool {
		return e.Player == q.Player && w.Seasons[e.Season].State != model.SeasonClosed
	},
		func(a, b model.Entrant) int { return cmp.Compare(a.Season, b.Season) })
}

// SaveEntrants keeps entrants, new or known, in one statement.
func (x *Tx) SaveEntrants(all ...model.Entrant) {
	if len(all) > 0 {
		x.Do(SaveEntrants{slices.Clone(all)})
	}
}

// Groups lists the groups of a season in the order of the draw.
type Groups struct{ Season int64 }

func (q Groups) In(w *World, _ time.Time) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool { return m.Season == q.Season })
}

// Group reads one group; nil if there is none of that number.
type Group struct {
	Season int64
	No     int
}

func (q Group) In(w *World, _ time.Time) *model.LeagueMatch {
	return first(w.groups(func(m *model.LeagueMatch) bool { return m.Season == q.Season && m.No == q.No }))
}

// GroupOf finds the group that a match is played as; nil if the match belongs to no league.
type GroupOf struct{ Match int64 }

func (q GroupOf) In(w *World, _ time.Time) *model.LeagueMatch {
	return first(w.groups(func(m *model.LeagueMatch) bool { return m.Match == q.Match && q.Match != 0 }))
}

// GroupsOf lists the groups of a season in which a player sits now or was drawn a place.
type GroupsOf struct{ Season, Player int64 }

func (q GroupsOf) In(w *World, _ time.Time) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == q.Season && slices.ContainsFunc(m.Seats, func(s model.LeagueSeat) bool { return s.Player == q.Player || s.Drawn == q.Player })
	})
}

// LeagueLoad counts, for each of some players, the running groups they sit in.
type LeagueLoad struct {
	Season  int64
	Players []int64
}

func (q LeagueLoad) In(w *World, _ time.Time) map[int64]int {
	load := map[int64]int{}
	for _, m := range w.Groups {
		for _, s := range m.Seats {
			if m.Season == q.Season && m.State == model.GroupRunning && s.Gone == nil && slices.Contains(q.Players, s.Player) {
				load[s.Player]++
			}
		}
	}
	return load
}

// LeagueWaiting lists, in order, the numbers of the groups with one of these players that should have started
// by now and have not.
type LeagueWaiting struct {
	Season  int64
	Players []int64
}

func (q LeagueWaiting) In(w *World, now time.Time) []int {
	return engine.Each(w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == q.Season && m.State == model.GroupPlanned && !m.StartsAt.After(now) &&
			slices.ContainsFunc(m.Seats, func(s model.LeagueSeat) bool { return slices.Contains(q.Players, s.Player) })
	}), func(m model.LeagueMatch) int { return m.No })
}

// LeagueOpen counts the planned and the running groups of a season.
type LeagueOpen struct{ Season int64 }

// OpenGroups is the answer to LeagueOpen.
type OpenGroups struct{ Planned, Running int }

func (q LeagueOpen) In(w *World, _ time.Time) (n OpenGroups) {
	for _, m := range w.Groups {
		count(&n.Planned, m.Season == q.Season && m.State == model.GroupPlanned)
		count(&n.Running, m.Season == q.Season && m.State == model.GroupRunning)
	}
	return n
}

// SaveLeagueMatch keeps a group's state and seats.
func (x *Tx) SaveLeagueMatch(m *model.LeagueMatch) {
	group := *m
	group.Seats = slices.Clone(m.Seats)
	x.Do(SaveGroup{group})
}

func (c *NewLeague) tell(w *World, now time.Time) *model.League {
	if (LeagueNamed{c.Name}).In(w, now) != nil {
		return nil
	}
	c.ID, c.Name, c.CreatedAt = w.number("leagues", c.ID), engine.Tidy(c.Name), now
	w.Leagues[c.ID] = c.League
	return row(w.Leagues, c.ID)
}

func (c SaveLeague) apply(w *World, _ time.Time) {
	change(w.Leagues, c.ID, func(l *model.League) { l.Rules, l.EndedAt = c.Rules, c.EndedAt })
}

func (c Organise) apply(w *World, _ time.Time) {
	k := [2]int64{c.League, c.Player}
	if c.Off {
		delete(w.Organisers, k)
	} else {
		w.Organisers[k] = true
	}
}

func (c *NewSeason) tell(w *World, now time.Time) *model.Season {
	if (SeasonOf{c.League, c.No}).In(w, now) != nil {
		return nil
	}
	c.ID = w.number("seasons", c.ID)
	w.Seasons[c.ID] = c.Season
	return row(w.Seasons, c.ID)
}

func (c SaveSeason) apply(w *World, _ time.Time) { w.Seasons[c.ID] = c.Season }

func (c SaveEntrants) apply(w *World, _ time.Time) {
	for _, e := range c.All {
		e.Name, e.Address = engine.Tidy(e.Name), model.Fit(e.Address)
		w.Entrants[[2]int64{e.Season, e.Player}] = e
	}
}

func (c AddGroups) apply(w *World, _ time.Time) {
	for _, m := range c.All {
		m.State = model.GroupPlanned
		w.Groups[[2]int64{m.Season, int64(m.No)}] = m
	}
}

func (c SaveGroup) apply(w *World, _ time.Time) {
	w.Groups[[2]int64{c.Season, int64(c.No)}] = c.LeagueMatch
}

// groups lists the groups that wanted accepts, in the order of the draw.
func (w *World) groups(wanted func(*model.LeagueMatch) bool) []model.LeagueMatch {
	out := list(w.Groups, func(m model.LeagueMatch) bool { return wanted(&m) }, func(a, b model.LeagueMatch) int {
		return cmp.Or(cmp.Compare(a.Season, b.Season), a.No-b.No)
	})
	for i := range out {
		out[i].Seats = slices.Clone(out[i].Seats) // the caller may change them
	}
	return out
}
