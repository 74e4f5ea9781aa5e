package house

import (
	"cmp"
	"slices"

	"pitpost/db"
	"pitpost/engine"
)

// drop takes an entrant out of a season: out of the groups to come, and off the seats they
// hold, which substitutes are offered and a bot plays until then.
func (d *desk) drop(s *db.Season, e *db.Entrant) error {
	now := d.now()
	e.State, e.LeftAt = "dropped", &now
	if err := d.w.SaveEntrants(*e); err != nil {
		return err
	}
	groups, err := d.w.LeagueMatchesOf(s.ID, e.Player)
	if err != nil {
		return err
	}
	for i := range groups {
		if err := d.leaveGroup(s, &groups[i], e.Player); err != nil {
			return err
		}
	}
	of := make([]*db.LeagueMatch, len(groups))
	for i := range groups {
		of[i] = &groups[i]
	}
	return firstError(wakeGroups(d.w, s, of...), d.maybeClose(d.w, s))
}

// leaveGroup takes a player out of one group.
func (d *desk) leaveGroup(s *db.Season, m *db.LeagueMatch, player int64) error {
	i := slices.IndexFunc(m.Seats, func(o db.LeagueSeat) bool { return o.Player == player })
	if i < 0 || m.Seats[i].Gone != nil && m.Seats[i].Drawn == player {
		return nil
	}
	switch m.State {
	case "planned":
		m.Seats[i].Player = 0
		return d.w.SaveLeagueMatch(m)
	case "running":
		now := d.now()
		m.Seats[i].Gone = &now
		if err := d.w.SaveLeagueMatch(m); err != nil {
			return err
		}
		return d.leaveSeat(s, m, player)
	}
	return nil
}

// leaveSeat takes a player off their seat in a running group and offers it to the first
// substitute who may sit there.
func (d *desk) leaveSeat(s *db.Season, m *db.LeagueMatch, player int64) error {
	t, err := d.w.Table(m.Match)
	if err != nil {
		return err
	}
	seat := seatOf(t, player)
	if seat == nil || seat.State != "joined" && seat.State != "bot" || t.Row.Phase != "running" && t.Row.Phase != "paused" {
		return nil
	}
	at := &desk{House: d.House, w: d.w, table: t, operator: true, sure: true}
	d.w.Append(t, engine.Fact{Event: engine.Resigned{Of: seat.Name}})
	if err := at.leave(seat, "house.all-resigned", seat.Name); err != nil {
		return err
	}
	if err := at.offerGroupSeat(s, m, seat); err != nil {
		return err
	}
	return settle(d.House, d.w, t)
}

// offerGroupSeat asks a substitute of the season to take a seat that a bot plays.
func (d *desk) offerGroupSeat(s *db.Season, m *db.LeagueMatch, seat *db.Seat) error {
	if p := d.table.Row.Phase; p != "running" && p != "paused" {
		return nil
	}
	subs, err := substitutesFor(d.w, s, m)
	if err != nil {
		return err
	}
	for _, e := range subs {
		address := e.Address
		if address == "" {
			all, err := d.w.Addresses(e.Player)
			if err != nil || len(all) == 0 {
				return err
			}
			address = all[0].Address
		}
		a := d.offerSeat(seat, guest{name: e.Name, address: address, known: true})
		if a.err != nil || a.state != "refused" {
			return a.err
		}
	}
	return nil
}

// substitutesFor lists the season's substitutes who may sit down in a group, those with the
// fewest matches on their hands before the others.
func substitutesFor(w *db.Work, s *db.Season, m *db.LeagueMatch) ([]db.Entrant, error) {
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	var free []db.Entrant
	var ids []int64
	for _, e := range all {
		sits := slices.ContainsFunc(m.Seats, func(o db.LeagueSeat) bool { return o.Player == e.Player || o.Drawn == e.Player })
		if e.State == "substitute" && !sits {
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
	free = slices.DeleteFunc(free, func(e db.Entrant) bool { return load[e.Player] >= rules.AtOnce })
	slices.SortStableFunc(free, func(a, b db.Entrant) int {
		return cmp.Or(load[a.Player]-load[b.Player], a.JoinedAt.Compare(b.JoinedAt))
	})
	return free, nil
}

// leagueSubstitute enters the sender as a substitute, or for an organiser puts one entrant
// into another's place: "league substitute winter Bo with Cy".
func (d *desk) leagueSubstitute(l *leagueLine) answer {
	if len(l.rest) > 0 {
		return d.putInPlace(l)
	}
	if d.player == nil {
		return refuse("house.league-operator-joins-not")
	}
	e, err := d.w.Entrant(l.season.ID, d.player.ID)
	if err != nil {
		return answer{err: err}
	}
	if e != nil && (e.State == "entered" || e.State == "late") {
		return refuse("house.league-in-already", "league", l.league.Name, "name", e.Name)
	}
	if e == nil {
		name, err := d.leagueName(l.season)
		if err != nil {
			return answer{err: err}
		}
		e = &db.Entrant{Season: l.season.ID, Player: d.player.ID, Name: name, Address: d.from}
	}
	e.State, e.JoinedAt, e.LeftAt = "substitute", d.now(), nil
	if err := d.w.SaveEntrants(*e); err != nil {
		return answer{err: err}
	}
	return done(d.entered(l.league, l.season, e)...)
}

// putInPlace drops one entrant and gives the groups they had to another.
func (d *desk) putInPlace(l *leagueLine) answer {
	if len(l.rest) != 3 || l.rest[1] != "with" {
		return refuse("house.league-substitute-form", "league", engine.Fold(l.league.Name))
	}
	if runs, err := d.organises(l.league); err != nil || !runs {
		return answer{state: "refused", says: []engine.Phrase{say("house.league-organiser-only", "league", l.league.Name)}, err: err}
	}
	from, a := d.entrantNamed(l, l.rest[0])
	if from == nil {
		return a
	}
	to, a := d.entrantNamed(l, l.rest[2])
	if to == nil {
		return a
	}
	if to.State != "substitute" && to.State != "late" {
		return refuse("house.league-no-substitute", "name", to.Name)
	}
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-substitute-sure", "league", l.league.Name, "name", from.Name, "with", to.Name))
	}
	groups, err := d.w.LeagueMatchesOf(l.season.ID, from.Player)
	if err != nil {
		return answer{err: err}
	}
	if err := d.drop(l.season, from); err != nil {
		return answer{err: err}
	}
	to.State, to.Division = "entered", from.Division
	if err := d.w.SaveEntrants(*to); err != nil {
		return answer{err: err}
	}
	for i := range groups {
		if err := inherit(d.w, &groups[i], from.Player, to); err != nil {
			return answer{err: err}
		}
	}
	return done(say("house.league-substituted", "league", l.league.Name, "name", from.Name, "with", to.Name))
}

// inherit gives a place in a group that is still to begin to who comes after another.
func inherit(w *db.Work, m *db.LeagueMatch, from int64, to *db.Entrant) error {
	i := slices.IndexFunc(m.Seats, func(o db.LeagueSeat) bool { return o.Drawn == from })
	if m.State != "planned" || i < 0 || slices.ContainsFunc(m.Seats, func(o db.LeagueSeat) bool { return o.Player == to.Player }) {
		return nil
	}
	o := &m.Seats[i]
	o.Player, o.Drawn, o.Name = to.Player, to.Player, to.Name
	return w.SaveLeagueMatch(m)
}
