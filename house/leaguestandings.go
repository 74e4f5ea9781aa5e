package house

import (
	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Standings tell how a season stands: the sender's division, or the first.
func Standings(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if a, meant := standingsMail(d, rest); meant {
		return a
	}
	l, s, a := leagueForStandings(d, rest)
	if s == nil {
		return a
	}
	rows := season.Table(d.W, s)
	if len(rows) == 0 {
		return desk.Told(table.Say("house.league-standings-none", "league", l.Name, "season", s.No))
	}
	division, name := 1, ""
	if d.Player != nil {
		if e := world.Get(d.W, world.Entrant{Season: s.ID, Player: d.Player.ID}); e != nil && e.Division > 0 {
			division, name = e.Division, e.Name
		}
	}
	page := notice.Page{Title: table.Say("house.league-standings-title", "league", l.Name, "season", s.No, "division", division), Lines: []engine.Phrase{table.Say("house.league-rows-how")}}
	for _, r := range rows {
		if r.Division == division {
			page.Lines = append(page.Lines, standingsRow(r, name))
		}
	}
	return desk.Answer{State: model.LineTold, Says: []engine.Phrase{table.Say("house.league-standings", "league", l.Name)}, Pages: []notice.Page{page}}
}

// standingsMail turns the weekly standings off and on for the sender.
func standingsMail(d *desk.Desk, rest string) (desk.Answer, bool) {
	if !desk.OffOrOn(rest) {
		return desk.Answer{}, false
	}
	if d.Operator {
		return desk.Refuse("house.league-operator-joins-not"), true
	}
	d.NeedPlayer()
	d.Player.Settings.NoStandings = rest == "off"
	d.W.Do(world.SavePlayer{Player: *d.Player})
	return desk.Done(table.Say("standings.mail-" + rest)), true
}

// standingsRow is one line of a table; the reader's own is marked.
func standingsRow(r league.Row, reader string) engine.Phrase {
	key := "house.league-row"
	switch {
	case r.Name == reader:
		key = "house.league-row-you"
	case r.Left:
		key = "house.league-row-left"
	}
	return table.Say(key, "rank", r.Rank, "name", r.Name, "points", r.Points.Decimal(), "count", r.Played)
}

// leagueForStandings is the league that is named, else the one the sender is in, else the only
// one, and of it the season that has a table. The season is nil with an answer that asks.
func leagueForStandings(d *desk.Desk, name string) (*model.League, *model.Season, desk.Answer) {
	l := leagueMeant(d, name)
	if l == nil && name != "" {
		return nil, nil, noLeague(d, "standings", name)
	}
	if l == nil {
		return nil, nil, standingsOfWhich(d)
	}
	s := world.Get(d.W, world.SeasonOf{League: l.ID, No: 0})
	if s.DrawnAt == nil && s.No > 1 {
		s = world.Get(d.W, world.SeasonOf{League: l.ID, No: s.No - 1})
	}
	return l, s, desk.Answer{}
}

func leagueMeant(d *desk.Desk, name string) *model.League {
	if name != "" {
		return leagueNamed(d, name)
	}
	if d.Player != nil {
		parts := world.Get(d.W, world.EntrantsOf{Player: d.Player.ID})
		if len(parts) == 1 {
			s := world.Get(d.W, world.Season{ID: parts[0].Season})
			return world.Get(d.W, world.League{ID: s.League})
		}
	}
	all := world.Get(d.W, world.Leagues{})
	if len(all) != 1 {
		return nil
	}
	return &all[0]
}

func standingsOfWhich(d *desk.Desk) desk.Answer {
	all := world.Get(d.W, world.Leagues{})
	if len(all) == 0 {
		return desk.Told(table.Say("house.league-no-leagues"))
	}
	a := desk.Refuse("house.league-which", "word", "standings")
	for _, l := range all {
		if len(a.Nearest) < 5 {
			a.Nearest = append(a.Nearest, "standings "+engine.Normalise(l.Name))
		}
	}
	return a
}
