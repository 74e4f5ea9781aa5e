package world

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes of leagues.

type (
	// NewLeague makes a league and answers with it, nil where the name is taken.
	NewLeague struct{ model.League }
	// SaveLeague keeps its rules and its end.
	SaveLeague struct{ model.League }
	// Organise lets a player run a league, or no more.
	Organise struct {
		League, Player int64
		Off            bool
	}
	// NewSeason opens a season and answers with it, nil where the league has one of that No.
	NewSeason struct{ model.Season }
	// SaveSeason keeps its state, rules and times.
	SaveSeason struct{ model.Season }
	// SaveEntrants keeps entrants, new ones too.
	SaveEntrants struct{ All []model.Entrant }
	// AddGroups keeps groups that were drawn.
	AddGroups struct{ All []model.LeagueMatch }
	// SaveGroup keeps where one stands and who sits in it.
	SaveGroup struct{ model.LeagueMatch }
)

// Leagues lists all leagues by name.
type Leagues struct{}

func (Leagues) In(w *World, _ time.Time) []model.League {
	return list(w.Leagues, func(model.League) bool { return true }, func(a, b model.League) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// LeagueNamed finds a league without regard to case; nil if there is none.
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

// SeasonOf reads a season of a league by its number, the latest for 0; nil if
// there is none. It is not locked.
type SeasonOf struct {
	League int64
	No     int
}

func (q SeasonOf) In(w *World, _ time.Time) *model.Season {
	return first(list(w.Seasons, func(s model.Season) bool { return s.League == q.League && (s.No == q.No || q.No == 0) },
		func(a, b model.Season) int { return b.No - a.No }))
}

// LockSeason reads a season and holds it until the transaction ends, so that of
// two processes one acts and the other sees what was done; nil if there is none.
type LockSeason struct{ ID int64 }

func (q LockSeason) In(w *World, _ time.Time) *model.Season { return row(w.Seasons, q.ID) }

// Season reads a season by its number; nil if there is none. It is not locked.
type Season struct{ ID int64 }

func (q Season) In(w *World, _ time.Time) *model.Season { return row(w.Seasons, q.ID) }

// Entrants lists all who have to do with a season, by division and number.
type Entrants struct{ Season int64 }

func (q Entrants) In(w *World, _ time.Time) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool { return e.Season == q.Season }, func(a, b model.Entrant) int {
		return cmp.Or(a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	})
}

// EntrantsAfter lists at most limit of them from the first with a greater number
// on, by number: for what is done to all of a season in batches.
type EntrantsAfter struct {
	Season, After int64
	Limit         int
}

func (q EntrantsAfter) In(w *World, _ time.Time) []model.Entrant {
	all := list(w.Entrants, func(e model.Entrant) bool { return e.Season == q.Season && e.Player > q.After },
		func(a, b model.Entrant) int { return cmp.Compare(a.Player, b.Player) })
	return all[:min(q.Limit, len(all))]
}

// Entrant is a player's part in a season; nil if they have none.
type Entrant struct{ Season, Player int64 }

func (q Entrant) In(w *World, _ time.Time) *model.Entrant {
	return row(w.Entrants, [2]int64{q.Season, q.Player})
}

// EntrantsOf lists a player's parts in the seasons that are not closed.
type EntrantsOf struct{ Player int64 }

func (q EntrantsOf) In(w *World, _ time.Time) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool {
		return e.Player == q.Player && w.Seasons[e.Season].State != model.SeasonClosed
	},
		func(a, b model.Entrant) int { return cmp.Compare(a.Season, b.Season) })
}

// SaveEntrants keeps entrants, new ones too, in one statement.
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

// GroupOf is the group that a match is; nil for a match of no league.
type GroupOf struct{ Match int64 }

func (q GroupOf) In(w *World, _ time.Time) *model.LeagueMatch {
	return first(w.groups(func(m *model.LeagueMatch) bool { return m.Match == q.Match && q.Match != 0 }))
}

// GroupsOf lists the groups of a season in which a player sits, or has a place, whoever sits there.
type GroupsOf struct{ Season, Player int64 }

func (q GroupsOf) In(w *World, _ time.Time) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == q.Season && slices.ContainsFunc(m.Seats, func(s model.LeagueSeat) bool { return s.Player == q.Player || s.Drawn == q.Player })
	})
}

// LeagueLoad counts the running groups of each of some players in a season.
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

// LeagueWaiting lists, in order, the groups of some players that were to start
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

// LeagueOpen counts the groups of a season that are planned and those that run.
type LeagueOpen struct{ Season int64 }

// OpenGroups answers it.
type OpenGroups struct{ Planned, Running int }

func (q LeagueOpen) In(w *World, _ time.Time) (n OpenGroups) {
	for _, m := range w.Groups {
		count(&n.Planned, m.Season == q.Season && m.State == model.GroupPlanned)
		count(&n.Running, m.Season == q.Season && m.State == model.GroupRunning)
	}
	return n
}

// SaveLeagueMatch keeps where a group stands, and who sits in it.
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

// groups are those that are wanted, in the order of the draw.
func (w *World) groups(wanted func(*model.LeagueMatch) bool) []model.LeagueMatch {
	out := list(w.Groups, func(m model.LeagueMatch) bool { return wanted(&m) }, func(a, b model.LeagueMatch) int {
		return cmp.Or(cmp.Compare(a.Season, b.Season), a.No-b.No)
	})
	for i := range out {
		out[i].Seats = slices.Clone(out[i].Seats) // whoever asks may change them
	}
	return out
}
