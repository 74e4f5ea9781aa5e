package world

import (
	"cmp"
	"encoding/json"
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
func (x *Tx) Leagues() []model.League {
	x.rows(Leagues{})
	return x.sight.leagues()
}

// LeagueNamed finds a league without regard to case; nil if there is none.
func (x *Tx) LeagueNamed(name string) *model.League {
	x.rows(LeagueNamed{name})
	return x.sight.leagueNamed(name)
}

// League reads a league by its number; nil if there is none.
func (x *Tx) League(id int64) *model.League {
	x.rows(League{id})
	return row(x.sight.Leagues, id)
}

// NewLeague makes a league; nil, nil if the name is taken.
func (x *Tx) NewLeague(name string, rules json.RawMessage) *model.League {
	return tell[*model.League](x, &NewLeague{model.League{Name: name, Rules: rules}})
}

// SaveLeague keeps a league's rules and whether it has ended.
func (x *Tx) SaveLeague(l *model.League) {
	x.do(SaveLeague{*l})
}

// Organisers lists the players who run a league.
func (x *Tx) Organisers(league int64) []int64 {
	x.rows(Organisers{league})
	return x.sight.organisers(league)
}

// AddOrganiser lets a player run a league.
func (x *Tx) AddOrganiser(league, player int64) {
	x.do(Organise{League: league, Player: player})
}

// DropOrganiser ends that.
func (x *Tx) DropOrganiser(league, player int64) {
	x.do(Organise{league, player, true})
}

// NewSeason opens a season and gives it its number; nil, nil if the league has a
// season of that No.
func (x *Tx) NewSeason(s model.Season) *model.Season {
	return tell[*model.Season](x, &NewSeason{s})
}

// SeasonOf reads a season of a league by its number, the latest for 0; nil if
// there is none. It is not locked.
func (x *Tx) SeasonOf(league int64, no int) *model.Season {
	x.rows(SeasonOf{league, no})
	return x.sight.seasonOf(league, no)
}

// LockSeason reads a season and holds it until the transaction ends, so that of
// two processes one acts and the other sees what was done; nil if there is none.
func (x *Tx) LockSeason(id int64) *model.Season {
	x.rows(LockSeason{id})
	return row(x.sight.Seasons, id)
}

// SaveSeason keeps a season's state, rules and times.
func (x *Tx) SaveSeason(s *model.Season) {
	x.do(SaveSeason{*s})
}

// Season reads a season by its number; nil if there is none. It is not locked.
func (x *Tx) Season(id int64) *model.Season {
	x.rows(Season{id})
	return row(x.sight.Seasons, id)
}

// Entrants lists all who have to do with a season, by division and number.
func (x *Tx) Entrants(season int64) []model.Entrant {
	x.rows(Entrants{season})
	return x.sight.entrants(season)
}

// EntrantsAfter lists at most limit of them from the first with a greater number
// on, by number: for what is done to all of a season in batches.
func (x *Tx) EntrantsAfter(season, after int64, limit int) []model.Entrant {
	return value(x, EntrantsAfter{season, after, limit}, func() []model.Entrant { return x.sight.entrantsAfter(season, after, limit) })
}

// Entrant is a player's part in a season; nil if they have none.
func (x *Tx) Entrant(season, player int64) *model.Entrant {
	x.rows(Entrant{season, player})
	return row(x.sight.Entrants, [2]int64{season, player})
}

// EntrantsOf lists a player's parts in the seasons that are not closed.
func (x *Tx) EntrantsOf(player int64) []model.Entrant {
	return value(x, EntrantsOf{player}, func() []model.Entrant { return x.sight.entrantsOf(player) })
}

// SaveEntrants keeps entrants, new ones too, in one statement.
func (x *Tx) SaveEntrants(all ...model.Entrant) {
	if len(all) > 0 {
		x.do(SaveEntrants{slices.Clone(all)})
	}
}

// LeagueMatches lists the groups of a season in the order of the draw.
func (x *Tx) LeagueMatches(season int64) []model.LeagueMatch {
	x.rows(Groups{season})
	return x.sight.groups(func(m *model.LeagueMatch) bool { return m.Season == season })
}

// LeagueMatch reads one group; nil if there is none of that number.
func (x *Tx) LeagueMatch(season int64, no int) *model.LeagueMatch {
	x.rows(Group{season, no})
	return first(x.sight.groups(func(m *model.LeagueMatch) bool { return m.Season == season && m.No == no }))
}

// LeagueMatchOf is the group that a match is; nil for a match of no league.
func (x *Tx) LeagueMatchOf(match int64) *model.LeagueMatch {
	x.rows(GroupOf{match})
	return first(x.sight.groups(func(m *model.LeagueMatch) bool { return m.Match == match && match != 0 }))
}

// LeagueMatchesOf lists a player's groups in a season.
func (x *Tx) LeagueMatchesOf(season, player int64) []model.LeagueMatch {
	x.rows(GroupsOf{season, player})
	return x.sight.groupsOf(season, player)
}

// LeagueLoad counts the running groups of each of some players in a season.
func (x *Tx) LeagueLoad(season int64, players []int64) map[int64]int {
	return value(x, LeagueLoad{season, players}, func() map[int64]int { return x.sight.load(season, players) })
}

// LeagueWaiting lists, in order, the groups of some players that were to start
// by now and have not.
func (x *Tx) LeagueWaiting(season int64, players []int64) []int {
	return value(x, LeagueWaiting{season, players}, func() []int { return x.sight.waiting(season, players, x.Now()) })
}

// LeagueOpen counts the groups of a season that are planned and those that run.
func (x *Tx) LeagueOpen(season int64) (planned, running int) {
	n := value(x, LeagueOpen{season}, func() LeagueOpenAnswer { return x.sight.openGroups(season) })
	return n.Planned, n.Running
}

// AddLeagueMatches keeps groups that were drawn, in two statements.
func (x *Tx) AddLeagueMatches(all []model.LeagueMatch) {
	if len(all) > 0 {
		x.do(AddGroups{all})
	}
}

// SaveLeagueMatch keeps where a group stands, and who sits in it.
func (x *Tx) SaveLeagueMatch(m *model.LeagueMatch) {
	group := *m
	group.Seats = slices.Clone(m.Seats)
	x.do(SaveGroup{group})
}

// LeaguePlacesLeft lists the groups still to begin in which a player had a place
// and nobody has it now.
func (x *Tx) LeaguePlacesLeft(season, player int64) []model.LeagueMatch {
	x.rows(PlacesLeft{season, player})
	return x.sight.placesLeft(season, player)
}

// LeagueMatchesDrawn lists the groups of a season in which a player has a place,
// whoever sits there.
func (x *Tx) LeagueMatchesDrawn(season, player int64) []model.LeagueMatch {
	x.rows(GroupsDrawn{season, player})
	return x.sight.groupsDrawn(season, player)
}

func (c *NewLeague) apply(w *World, now time.Time) any {
	if w.leagueNamed(c.Name) != nil {
		return (*model.League)(nil)
	}
	c.ID, c.Name, c.CreatedAt = w.number("leagues", c.ID), engine.Tidy(c.Name), now
	w.Leagues[c.ID] = c.League
	return row(w.Leagues, c.ID)
}

func (c SaveLeague) apply(w *World, _ time.Time) any {
	if l, there := w.Leagues[c.ID]; there {
		l.Rules, l.EndedAt = c.Rules, c.EndedAt
		w.Leagues[c.ID] = l
	}
	return nil
}

func (c Organise) apply(w *World, _ time.Time) any {
	k := [2]int64{c.League, c.Player}
	if c.Off {
		delete(w.Organisers, k)
	} else {
		w.Organisers[k] = true
	}
	return nil
}

func (c *NewSeason) apply(w *World, _ time.Time) any {
	if w.seasonOf(c.League, c.No) != nil {
		return (*model.Season)(nil)
	}
	c.ID = w.number("seasons", c.ID)
	w.Seasons[c.ID] = c.Season
	return row(w.Seasons, c.ID)
}

func (c SaveSeason) apply(w *World, _ time.Time) any {
	w.Seasons[c.ID] = c.Season
	return nil
}

func (c SaveEntrants) apply(w *World, _ time.Time) any {
	for _, e := range c.All {
		e.Name, e.Address = engine.Tidy(e.Name), fit(e.Address)
		w.Entrants[[2]int64{e.Season, e.Player}] = e
	}
	return nil
}

func (c AddGroups) apply(w *World, _ time.Time) any {
	for _, m := range c.All {
		m.Seats, m.State = slices.Clone(m.Seats), model.GroupPlanned
		w.Groups[[2]int64{m.Season, int64(m.No)}] = m
	}
	return nil
}

func (c SaveGroup) apply(w *World, _ time.Time) any {
	k := [2]int64{c.Season, int64(c.No)}
	m, there := w.Groups[k]
	if !there {
		m = c.LeagueMatch
	}
	m.State, m.StartsAt, m.Match, m.EndedAt, m.ByHouse, m.Result = c.State, c.StartsAt, c.LeagueMatch.Match, c.EndedAt, c.ByHouse, c.Result
	m.Seats = slices.Clone(c.Seats)
	w.Groups[k] = m
	return nil
}

func (w *World) leagues() []model.League {
	return list(w.Leagues, func(model.League) bool { return true }, func(a, b model.League) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

func (w *World) leagueNamed(name string) *model.League {
	all := w.leagues()
	return first(slices.DeleteFunc(all, func(l model.League) bool { return !strings.EqualFold(l.Name, name) }))
}

func (w *World) organisers(league int64) []int64 {
	of := map[int64]bool{}
	for k := range w.Organisers {
		if k[0] == league {
			of[k[1]] = true
		}
	}
	return keys(of)
}

// seasonOf is the latest of a league that is wanted, no 0 being any.
func (w *World) seasonOf(league int64, no int) *model.Season {
	return first(list(w.Seasons, func(s model.Season) bool { return s.League == league && (s.No == no || no == 0) },
		func(a, b model.Season) int { return b.No - a.No }))
}

func (w *World) entrants(season int64) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool { return e.Season == season }, func(a, b model.Entrant) int {
		return cmp.Or(a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	})
}

func (w *World) entrantsAfter(season, after int64, limit int) []model.Entrant {
	all := list(w.Entrants, func(e model.Entrant) bool { return e.Season == season && e.Player > after },
		func(a, b model.Entrant) int { return cmp.Compare(a.Player, b.Player) })
	return all[:min(limit, len(all))]
}

func (w *World) entrantsOf(player int64) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool {
		return e.Player == player && w.Seasons[e.Season].State != model.SeasonClosed
	},
		func(a, b model.Entrant) int { return cmp.Compare(a.Season, b.Season) })
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

// hasPlace says whether a group has a place of a kind.
func hasPlace(m *model.LeagueMatch, such func(model.LeagueSeat) bool) bool {
	return slices.ContainsFunc(m.Seats, such)
}

func (w *World) groupsOf(season, player int64) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && hasPlace(m, func(s model.LeagueSeat) bool { return s.Player == player })
	})
}

func (w *World) groupsDrawn(season, player int64) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && hasPlace(m, func(s model.LeagueSeat) bool { return s.Drawn == player })
	})
}

func (w *World) placesLeft(season, player int64) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && m.State == model.GroupPlanned &&
			hasPlace(m, func(s model.LeagueSeat) bool { return s.Drawn == player && s.Player == 0 })
	})
}

func (w *World) load(season int64, players []int64) map[int64]int {
	load := map[int64]int{}
	for _, m := range w.Groups {
		for _, s := range m.Seats {
			if m.Season == season && m.State == model.GroupRunning && s.Gone == nil && slices.Contains(players, s.Player) {
				load[s.Player]++
			}
		}
	}
	return load
}

func (w *World) waiting(season int64, players []int64, now time.Time) []int {
	out := []int{}
	for _, m := range w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && m.State == model.GroupPlanned && !m.StartsAt.After(now) &&
			hasPlace(m, func(s model.LeagueSeat) bool { return slices.Contains(players, s.Player) })
	}) {
		out = append(out, m.No)
	}
	return out
}

func (w *World) openGroups(season int64) (n LeagueOpenAnswer) {
	for _, m := range w.Groups {
		count(&n.Planned, m.Season == season && m.State == model.GroupPlanned)
		count(&n.Running, m.Season == season && m.State == model.GroupRunning)
	}
	return n
}
