package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// leagueShow tells where a league stands, its dates and how to enter.
func leagueShow(d *desk.Desk, name string) desk.Answer {
	l := leagueNamed(d, name)
	if l == nil {
		return noLeague(d, "league", name)
	}
	p := leagueState(d, l)
	s := world.Get(d.W, world.SeasonOf{League: l.ID, No: 0})
	says := []engine.Phrase{p, season.Play(s), table.Say("house.league-commitment", "commitment", season.Commitment(s), "drawn", s.DrawnAt != nil)}
	if s.DrawnAt != nil {
		says = append(says, table.Say("house.league-seed", "seed", season.Seed(s)))
	}
	if d.Player != nil {
		e := world.Get(d.W, world.Entrant{Season: s.ID, Player: d.Player.ID})
		if e != nil && (e.State == model.EntrantEntered || e.State == model.EntrantLate || e.State == model.EntrantSubstitute) {
			says = append(says, table.Say("house.league-you-are", "name", e.Name, "division", e.Division))
		}
	}
	return desk.Told(append(says, table.Say("house.league-words", "league", engine.Normalise(l.Name)))...)
}

// leagueState is a league in a line: its season and what comes next.
func leagueState(d *desk.Desk, l *model.League) engine.Phrase {
	s := world.Get(d.W, world.SeasonOf{League: l.ID, No: 0})
	all := world.Get(d.W, world.Entrants{Season: s.ID})
	in, mine := 0, false
	for _, e := range all {
		if e.State == model.EntrantEntered || e.State == model.EntrantLate {
			in++
			mine = mine || d.Player != nil && e.Player == d.Player.ID
		}
	}
	pairs := []any{"league", l.Name, "season", s.No, "count", in}
	switch {
	case l.EndedAt != nil && s.State == model.SeasonClosed:
		return table.Say("house.league-is-ended", pairs...)
	case s.State == model.SeasonSignup:
		return table.Say("house.league-is-signup", append(pairs, "until", engine.Moment(s.MusterAt), "at", engine.Moment(s.StartsAt), "mine", mine)...)
	case s.State == model.SeasonMustered:
		return table.Say("house.league-is-mustered", append(pairs, "at", engine.Moment(s.StartsAt))...)
	case s.State == model.SeasonRunning:
		return table.Say("house.league-is-running", append(pairs, "until", engine.Moment(s.EndsAt))...)
	}
	return table.Say("house.league-is-closing", pairs...)
}

// MyGames lists the sender's matches with where each stands, and the groups that
// will start.
func MyGames(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	if d.Player == nil {
		return desk.Told(table.Say("house.no-match-yet"))
	}
	ids := world.Get(d.W, world.MatchesOf{Player: d.Player.ID})
	var says []engine.Phrase
	for _, id := range ids {
		t := d.W.Table(id)
		if s := table.SeatOf(t, d.Player.ID); s != nil && (t.Row.Phase == model.PhaseRunning || t.Row.Phase == model.PhasePaused || t.Row.Phase == model.PhaseLobby) {
			p := whereItStands(d, t, s)
			says = append(says, p)
		}
	}
	more := groupsToCome(d)
	if says = append(says, more...); len(says) == 0 {
		return desk.Told(table.Say("house.no-match-yet"))
	}
	return desk.Told(says...)
}

// whereItStands is one match in a line: the round, the move, who is to move and until when.
func whereItStands(d *desk.Desk, t *model.Table, s *model.Seat) engine.Phrase {
	pairs := []any{"match", int(t.Row.ID), "game", table.Say(t.Row.Game + ".title"), "name", s.Name, "names", t.Match.Names()}
	if t.Row.Phase == model.PhaseLobby || t.Match.State() == nil {
		return table.Say("house.games-lobby", pairs...)
	}
	v := t.Match.State().View("")
	pairs = append(pairs, "round", v.Round, "turn", v.Turn, "whose", t.Match.ToMove())
	for _, c := range d.W.Clocks(t) {
		if c.Seat == s.No && t.Match.HoldsUp(s.Name) {
			return table.Say("house.games-yours", append(pairs, "until", engine.Moment(c.Soft))...)
		}
	}
	return table.Say("house.games-waits", pairs...)
}

// groupsToCome are the sender's league groups that have not started yet.
func groupsToCome(d *desk.Desk) []engine.Phrase {
	parts := world.Get(d.W, world.EntrantsOf{Player: d.Player.ID})
	var says []engine.Phrase
	for _, e := range parts {
		all := world.Get(d.W, world.GroupsOf{Season: e.Season, Player: e.Player})
		s := world.Get(d.W, world.Season{ID: e.Season})
		l := world.Get(d.W, world.League{ID: s.League})
		for _, m := range all {
			if m.State == model.GroupPlanned {
				says = append(says, table.Say("house.games-planned", "league", l.Name, "division", m.Division, "at", engine.Moment(m.StartsAt), "names", season.Names(&m)))
			}
		}
	}
	return says
}
