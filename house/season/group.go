package season

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/failpoint"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// noHost is the Host of a league match: no seat.
const noHost = -1

// startGroup starts the match of a group if its time has come and none of its players has reached the limit
// of matches at once. Late entrants and substitutes replace those who have left, otherwise bots do.
func startGroup(w *world.Tx, s *model.Season, no int) {
	m := w.Group(s.ID, no)
	if m == nil || s.State != model.SeasonRunning || m.State != model.GroupPlanned || m.StartsAt.After(w.Now()) {
		return
	}
	if !placesFree(w, s, m) {
		return // startGroup runs again when another match of theirs ends
	}
	fillGroup(w, s, m)
	if !slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player != 0 }) {
		m.State = model.GroupUnplayed
		saveGroup(w, m)
		maybeClose(w, s)
		return
	}
	t := openGroup(w, s, m)
	failpoint.KillAt("league.started")
	m.Match, m.State = t.Row.ID, model.GroupRunning
	saveGroup(w, m)
}

// placesFree reports whether all players of a group may start another match.
func placesFree(w *world.Tx, s *model.Season, m *model.LeagueMatch) bool {
	for _, n := range seats.CountRunningGroups(w, s, playersIn(m)) {
		if n >= s.Rules.AtOnce {
			return false
		}
	}
	return true
}

func playersIn(m *model.LeagueMatch) []int64 {
	ids := engine.MapList(m.Seats, func(o model.LeagueSeat) int64 { return o.Player })
	return slices.DeleteFunc(ids, func(p int64) bool { return p == 0 })
}

// fillGroup gives the seats of those who left to late entrants and substitutes.
func fillGroup(w *world.Tx, s *model.Season, m *model.LeagueMatch) {
	free := func(o model.LeagueSeat) bool { return o.Player == 0 }
	if !slices.ContainsFunc(m.Seats, free) { // or else each start of a group would read all entrants
		return
	}
	for _, e := range seats.ListSubstitutes(w, s, m) {
		if i := slices.IndexFunc(m.Seats, free); i >= 0 {
			m.Seats[i].Player, m.Seats[i].Name = e.Player, e.Name
		}
	}
}

// openGroup creates the match of a group with all seats taken, and begins it.
func openGroup(w *world.Tx, s *model.Season, m *model.LeagueMatch) *table.Table {
	l := w.League(s.League)
	terms := world.Must(termsOf(w.Rules(), m.Game, s.Rules.Terms))
	taken := groupSeats(w, s, m)
	terms.League, terms.Watch, terms.First = s.ID, true, taken[0].Name
	t := table.OpenTable(w, model.Match{Game: m.Game, Edition: m.Edition, Options: m.Options, Terms: terms, Host: noHost, Phase: model.PhaseLobby,
		Note: fmt.Sprintf("%s %d", l.Name, s.No), CreatedAt: w.Now()}, taken)
	if no := t.Begin(); no != nil {
		panic(world.Fault{Err: fmt.Errorf("match %d: %w", t.Row.ID, no)})
	}
	t.Advance()
	return t
}

// groupSeats returns the seats of a group's match. Nobody is asked again, because they agreed to play when
// they entered.
func groupSeats(w *world.Tx, s *model.Season, m *model.LeagueMatch) []model.Seat {
	taken := map[string]bool{}
	for _, o := range m.Seats {
		taken[engine.LookalikeForm(o.Name)] = o.Player != 0
	}
	var seats []model.Seat
	for _, o := range m.Seats {
		seat := model.Seat{No: o.Seat, Name: o.Name, Player: o.Player, State: model.SeatJoined}
		if o.Player == 0 {
			seat.Name, seat.State = freeName(taken, table.BotNames()[o.Seat%len(table.BotNames())]), model.SeatBot
		} else if e := w.Entrant(s.ID, o.Player); e != nil {
			seat.Address = e.Address
		}
		seats = append(seats, seat)
	}
	return seats
}

// wakeGroups starts groups that were waiting for a player of one of these groups.
func wakeGroups(w *world.Tx, s *model.Season, of ...model.LeagueMatch) {
	players := []int64{}
	for _, m := range of {
		for _, o := range m.Seats {
			players = append(players, o.Player, o.Drawn)
		}
	}
	players = slices.DeleteFunc(players, func(p int64) bool { return p == 0 })
	for _, m := range w.Groups(model.GroupFilter{Season: s.ID, State: model.GroupPlanned, Players: players}) {
		if !m.StartsAt.After(w.Now()) {
			seasonDue(w, s, model.DueStart, strconv.Itoa(m.No), w.Now())
		}
	}
}

// ListGroupsOfPlayer lists the groups of a season in which a player sits.
func ListGroupsOfPlayer(w *world.Tx, season, player int64) []model.LeagueMatch {
	return slices.DeleteFunc(w.Groups(model.GroupFilter{Season: season, Players: []int64{player}}), func(m model.LeagueMatch) bool { return !slices.Contains(playersIn(&m), player) })
}

// DropEntrant takes an entrant out of a season: out of groups that have not started, and off their seats in those
// that have. These seats are offered to substitutes; a bot plays until one accepts.
func DropEntrant(w *world.Tx, s *model.Season, e *model.Entrant) {
	e.State, e.LeftAt = model.EntrantDropped, new(w.Now())
	saveEntrants(w, *e)
	groups := ListGroupsOfPlayer(w, s.ID, e.Player)
	for i := range groups {
		leaveGroup(w, s, &groups[i], e.Player)
	}
	wakeGroups(w, s, groups...)
	maybeClose(w, s)
}

// leaveGroup takes a player out of one group.
func leaveGroup(w *world.Tx, s *model.Season, m *model.LeagueMatch, player int64) {
	i := slices.IndexFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == player })
	if i < 0 || m.Seats[i].Gone != nil && m.Seats[i].Drawn == player {
		return
	}
	switch m.State {
	case model.GroupPlanned:
		m.Seats[i].Player = 0
		saveGroup(w, m)
	case model.GroupRunning:
		m.Seats[i].Gone = new(w.Now())
		saveGroup(w, m)
		seats.VacateGroup(table.LoadTable(w, m.Match), player, seats.ListSubstitutes(w, s, m))
	}
}

// ReplaceEntrant drops an entrant and gives the groups that had not started to another.
func ReplaceEntrant(w *world.Tx, s *model.Season, from, to *model.Entrant) {
	groups := ListGroupsOfPlayer(w, s.ID, from.Player)
	DropEntrant(w, s, from)
	to.State, to.Division = model.EntrantEntered, from.Division
	saveEntrants(w, *to)
	for i := range groups {
		inherit(w, &groups[i], from.Player, to)
	}
}

// inherit replaces the player drawn for a seat by another, if the group has not started.
func inherit(w *world.Tx, m *model.LeagueMatch, from int64, to *model.Entrant) {
	i := slices.IndexFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Drawn == from })
	if m.State != model.GroupPlanned || i < 0 || slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == to.Player }) {
		return
	}
	o := &m.Seats[i]
	o.Player, o.Drawn, o.Name = to.Player, to.Player, to.Name
	saveGroup(w, m)
}

// noteHolders records who holds each seat of a group now. It is nobody if a bot plays because the player gave
// up, was kicked or stopped answering; an announced absence does not count.
func noteHolders(w *world.Tx, m *model.LeagueMatch, t *model.Table) {
	for i := range m.Seats {
		o := &m.Seats[i]
		o.Player = 0
		if seat := t.Seat(o.Seat); seat != nil {
			if chair := t.Match.Chair(seat.Name); seat.State == model.SeatJoined || chair != nil && chair.Away {
				o.Player = seat.Player
			}
		}
		if o.Player != o.Drawn && o.Gone == nil {
			o.Gone = new(w.Now())
		}
	}
}

// resultOf returns the result of a group, for those who were drawn and those who held the seats at the end.
func resultOf(w *world.Tx, s *model.Season, m *model.LeagueMatch, t *model.Table) *league.Result {
	res := &league.Result{Group: m.No, Round: m.Round, Aborted: t.Row.Phase == model.PhaseAborted, Closed: m.ByHouse}
	var winners []string
	if r := t.Match.State().Result(); r != nil {
		winners, res.GivenUp = r.Winners, len(r.Winners) == 0
	}
	names := map[int64]string{}
	for _, e := range w.Entrants(s.ID) {
		names[e.Player] = e.Name
	}
	for _, o := range m.Seats {
		seat := t.Seat(o.Seat)
		f := league.Finish{Name: names[o.Drawn], Score: t.Match.ScoreOf(seat.Name), Won: slices.Contains(winners, seat.Name), Misses: missesOf(t, seat.Name)}
		if o.Player != o.Drawn {
			f.By = cmp.Or(names[o.Player], league.Bot) // Bot also stands for somebody from outside the league
		}
		res.Seats = append(res.Seats, f)
	}
	return res
}

// missesOf counts the turns that a seat's first holder missed.
func missesOf(t *model.Table, name string) int {
	taken := t.Match.TakenOver(name)
	return engine.CountWhere(t.Match.Standing(), func(f engine.Fact) bool {
		e, ok := f.Event.(engine.Missed)
		return ok && e.By == "" && e.Of == name && (taken == 0 || f.Seq < taken)
	})
}

// GroupNames lists the players of a group.
func GroupNames(m *model.LeagueMatch) []string {
	taken := engine.FilterList(m.Seats, func(s model.LeagueSeat) bool { return s.Player != 0 })
	return engine.MapList(taken, func(s model.LeagueSeat) string { return s.Name })
}
