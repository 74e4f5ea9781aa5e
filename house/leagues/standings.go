package leagues

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// ShowStandings shows the standings, once in a letter, or turns the weekly ones on or off.
func ShowStandings(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if speech.IsSwitch(rest) {
		return standingsMail(d, rest)
	}
	return desk.ShowPageOnce("standings", tables)(d, line, rest)
}

// tables shows the standings of the latest season that has any: in the sender's division, otherwise in the
// first. Organisers are shown all divisions.
func tables(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	l := leagueMeant(d, rest)
	switch {
	case l == nil && rest != "":
		return noLeague(d, "standings", rest)
	case l == nil:
		a := desk.Refuse("house.league-which", "command", "standings")
		if a.Nearest = nearLeagues(d, "standings", func(*model.League, string) bool { return true }); a.Nearest == nil {
			return desk.AnswerInfo(engine.Say("house.league-no-leagues"))
		}
		return a
	}
	s := d.W.SeasonOf(l.ID, 0)
	if s.DrawnAt == nil && s.No > 1 { // not drawn yet, so show the season before
		s = d.W.SeasonOf(l.ID, s.No-1)
	}
	rows := season.ShownStandings(d.W, s)
	if len(rows) == 0 {
		return desk.AnswerInfo(engine.Say("house.league-standings-none", "league", l.Name, "season", s.No))
	}
	division, name := 1, ""
	if d.Player != nil {
		if e := d.W.Entrant(s.ID, d.Player.ID); e != nil && e.Division > 0 {
			division, name = e.Division, e.Name
		}
	}
	var pages []notice.Page
	for at, last := 1, rows[len(rows)-1].Division; at <= last; at++ {
		if at != division && !d.Organises(l) {
			continue
		}
		in := engine.FilterList(rows, func(r league.Row) bool { return r.Division == at })
		lines := engine.MapList(in, func(r league.Row) engine.Phrase { return standingsRow(r, name) })
		lines = append(lines, season.DescribeAdjusted(in)...)
		pages = append(pages, notice.Page{Title: engine.Say("house.league-standings-title", "league", l.Name, "season", s.No, "division", at), Lines: append([]engine.Phrase{engine.Say("house.league-rows-how")}, lines...)})
	}
	return desk.Result{State: model.LineShown, Says: []engine.Phrase{engine.Say("house.league-standings", "league", l.Name)}, Pages: pages}
}

// standingsMail turns the sender's weekly standings on or off.
func standingsMail(d *desk.Desk, rest string) desk.Result {
	if d.Operator {
		return desk.Refuse("house.league-operator-joins-not")
	}
	d.NeedPlayer()
	d.Player.Settings.NoStandings = rest == "off"
	return desk.AnswerDone(engine.Say("standings.mail-" + rest))
}

// standingsRow is one line of the standings; the reader's own line is marked.
func standingsRow(r league.Row, reader string) engine.Phrase {
	key := "house.league-row"
	switch {
	case r.Name == reader:
		key = "house.league-row-you"
	case r.Left:
		key = "house.league-row-left"
	}
	return engine.Say(key, "rank", r.Rank, "name", r.Name, "points", r.Points.Decimal(), "count", r.Played)
}

// leagueMeant returns the league that is named, otherwise the one the sender is in, otherwise the only one;
// nil if none of these exists.
func leagueMeant(d *desk.Desk, name string) *model.League {
	if name != "" {
		return leagueNamed(d, name)
	}
	if l := OnlyLeagueOf(d); l != nil {
		return l
	}
	all := d.W.Leagues()
	if len(all) != 1 {
		return nil
	}
	return &all[0]
}

// OnlyLeagueOf returns the league whose season the sender is in, nil if they are in none or in several.
func OnlyLeagueOf(d *desk.Desk) *model.League {
	if d.Player == nil {
		return nil
	}
	parts := d.W.OpenEntries(d.Player.ID)
	if len(parts) != 1 {
		return nil
	}
	s := d.W.Season(parts[0].Season)
	return d.W.League(s.League)
}

// leagueShow shows a league, its dates and how to enter.
func leagueShow(d *desk.Desk, name string) desk.Result {
	l := leagueNamed(d, name)
	if l == nil {
		return noLeague(d, "league", name)
	}
	p := leagueState(d, l)
	s := d.W.SeasonOf(l.ID, 0)
	says := []engine.Phrase{p, season.DescribeSeason(s), engine.Say("house.league-commitment", "commitment", season.SeedCommitment(s), "drawn", s.DrawnAt != nil)}
	if s.DrawnAt != nil {
		says = append(says, engine.Say("house.league-seed", "seed", season.SeedInHex(s)))
	}
	if d.Player != nil {
		e := d.W.Entrant(s.ID, d.Player.ID)
		if e.Plays() || e != nil && e.State == model.EntrantSubstitute {
			says = append(says, engine.Say("house.league-you-are", "name", e.Name, "division", e.Division))
		}
	}
	return desk.AnswerInfo(append(says, engine.Say("house.league-words", "league", engine.NormaliseText(l.Name)))...)
}

// leagueState describes a league in one line: its season and what comes next.
func leagueState(d *desk.Desk, l *model.League) engine.Phrase {
	s := d.W.SeasonOf(l.ID, 0)
	in := engine.FilterList(d.W.Entrants(s.ID), func(e model.Entrant) bool { return e.Plays() })
	mine := d.Player != nil && slices.ContainsFunc(in, func(e model.Entrant) bool { return e.Player == d.Player.ID })
	pairs := []any{"league", l.Name, "season", s.No, "count", len(in)}
	switch {
	case l.EndedAt != nil && s.State == model.SeasonClosed:
		return engine.Say("house.league-is-ended", pairs...)
	case s.State == model.SeasonSignup:
		return engine.Say("house.league-is-signup", append(pairs, "until", engine.FormatMoment(s.MusterAt), "at", engine.FormatMoment(s.StartsAt), "mine", mine)...)
	case s.State == model.SeasonMustered:
		return engine.Say("house.league-is-mustered", append(pairs, "at", engine.FormatMoment(s.StartsAt))...)
	case s.State == model.SeasonRunning:
		return engine.Say("house.league-is-running", append(pairs, "until", engine.FormatMoment(s.EndsAt))...)
	}
	return engine.Say("house.league-is-closing", pairs...)
}

// ListMyGames lists the sender's matches with their state, and the league groups that will start.
func ListMyGames(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if d.Player == nil {
		return desk.AnswerInfo(desk.ExplainOpening(d, "house.no-match-yet")...)
	}
	var says []engine.Phrase
	for t, s := range table.SeatsOf(d.W, d.Player.ID) {
		if !t.Row.Phase.Ended() {
			says = append(says, whereItStands(t, s))
		}
	}
	if says = append(says, groupsToCome(d)...); len(says) == 0 {
		return desk.AnswerInfo(desk.ExplainOpening(d, "house.no-match-yet")...)
	}
	return desk.AnswerInfo(says...)
}

// whereItStands describes a match in one line: the round, the turn, who is to move and until when.
func whereItStands(t *table.Table, s *model.Seat) engine.Phrase {
	pairs := []any{"match", int(t.Row.ID), "game", engine.Say(t.Row.Game + ".title"), "name", s.Name, "names", t.Match.Names()}
	if t.Row.Phase == model.PhaseLobby || t.Match.State() == nil {
		return engine.Say("house.games-lobby", pairs...)
	}
	v := t.Match.State().View("")
	pairs = append(pairs, "round", v.Round, "turn", v.Turn, "whose", t.Match.ToMove())
	if c := t.Clock(s.No); c != nil && t.HoldsUp(s.Name) {
		return engine.Say("house.games-yours", append(pairs, "until", engine.FormatMoment(c.Soft))...)
	}
	return engine.Say("house.games-waits", pairs...)
}

// groupsToCome lists the sender's league groups that have not started yet.
func groupsToCome(d *desk.Desk) []engine.Phrase {
	parts := d.W.OpenEntries(d.Player.ID)
	var says []engine.Phrase
	for _, e := range parts {
		all := season.ListGroupsOfPlayer(d.W, e.Season, e.Player)
		s := d.W.Season(e.Season)
		l := d.W.League(s.League)
		for _, m := range all {
			if m.State == model.GroupPlanned {
				says = append(says, engine.Say("house.games-planned", "league", l.Name, "division", m.Division, "at", engine.FormatMoment(m.StartsAt), "names", season.GroupNames(&m)))
			}
		}
	}
	return says
}
