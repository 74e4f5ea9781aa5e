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

// Leagues lists leagues by name: all, or the one with a number or a name, in which case counts for nothing.
type Leagues struct {
	ID   int64
	Name string
}

func (q Leagues) In(w *World, _ time.Time) []model.League {
	return list(w.Leagues, func(l model.League) bool {
		return fits(q.ID, l.ID) && (q.Name == "" || strings.EqualFold(q.Name, l.Name))
	}, func(a, b model.League) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

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

// League finds a league by its name, in which case counts for nothing; nil if there is none.
func (x *Tx) League(name string) *model.League {
	if name == "" {
		return nil
	}
	return First(x, Leagues{Name: name})
}

// Seasons lists the seasons of a league, the latest first, or finds the one with a number.
type Seasons struct {
	ID, League int64
	No         int
	// Lock locks them until the transaction ends, so that a second process waits and then sees what the first
	// has done.
	Lock bool
}

func (q Seasons) In(w *World, _ time.Time) []model.Season {
	return list(w.Seasons, func(s model.Season) bool { return fits(q.ID, s.ID) && fits(q.League, s.League) && fits(q.No, s.No) },
		func(a, b model.Season) int { return b.No - a.No })
}

// Entrants lists those who entered a season by division and player number: all, or one player. With Most it
// lists, by player number, at most so many whose number is greater than After, so that a whole season can be
// handled in batches.
type Entrants struct {
	Season, Player, After int64
	Most                  int
}

func (q Entrants) In(w *World, _ time.Time) []model.Entrant {
	all := list(w.Entrants, func(e model.Entrant) bool {
		return e.Season == q.Season && fits(q.Player, e.Player) && e.Player > q.After
	}, func(a, b model.Entrant) int {
		if q.Most > 0 {
			return cmp.Compare(a.Player, b.Player)
		}
		return cmp.Or(a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	})
	if q.Most > 0 {
		all = all[:min(q.Most, len(all))]
	}
	return all
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

// Groups lists, in the order of the draw, the groups with all that is set here.
type Groups struct {
	Season, Match int64
	No            int
	State         model.GroupState
	// Players means that one of them sits there now or was drawn a place.
	Players []int64
}

func (q Groups) In(w *World, _ time.Time) []model.LeagueMatch {
	out := list(w.Groups, func(m model.LeagueMatch) bool {
		return fits(q.Season, m.Season) && fits(q.Match, m.Match) && fits(q.No, m.No) && fits(q.State, m.State) &&
			(q.Players == nil || slices.ContainsFunc(m.Seats, func(s model.LeagueSeat) bool {
				return slices.Contains(q.Players, s.Player) || slices.Contains(q.Players, s.Drawn)
			}))
	}, func(a, b model.LeagueMatch) int { return cmp.Or(cmp.Compare(a.Season, b.Season), a.No-b.No) })
	for i := range out {
		out[i].Seats = slices.Clone(out[i].Seats) // the caller may change them
	}
	return out
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
	if len(Leagues{Name: c.Name}.In(w, now)) > 0 {
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
	if len(Seasons{League: c.League, No: c.No}.In(w, now)) > 0 {
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
