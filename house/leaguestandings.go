package house

import (
	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Standings tell how a season stands: the sender's division, or the first.
func Standings(d *desk, _ command.Line, rest string) answer {
	if a, meant := standingsMail(d, rest); meant {
		return a
	}
	l, s, a := leagueForStandings(d, rest)
	if s == nil {
		return a
	}
	rows := season.Table(d.w, s)
	if len(rows) == 0 {
		return told(say("house.league-standings-none", "league", l.Name, "season", s.No))
	}
	division, name := 1, ""
	if d.player != nil {
		if e := world.Get(d.w, world.Entrant{Season: s.ID, Player: d.player.ID}); e != nil && e.Division > 0 {
			division, name = e.Division, e.Name
		}
	}
	page := notice.Page{Title: say("house.league-standings-title", "league", l.Name, "season", s.No, "division", division), Lines: []engine.Phrase{say("house.league-rows-how")}}
	for _, r := range rows {
		if r.Division == division {
			page.Lines = append(page.Lines, standingsRow(r, name))
		}
	}
	return answer{state: model.LineTold, says: []engine.Phrase{say("house.league-standings", "league", l.Name)}, pages: []notice.Page{page}}
}

// standingsMail turns the weekly standings off and on for the sender.
func standingsMail(d *desk, rest string) (answer, bool) {
	if !offOrOn(rest) {
		return answer{}, false
	}
	if d.operator {
		return refuse("house.league-operator-joins-not"), true
	}
	d.needPlayer()
	d.player.Settings.NoStandings = rest == "off"
	d.w.Do(world.SavePlayer{Player: *d.player})
	return done(say("standings.mail-" + rest)), true
}

// offOrOn tells "standings off" from a league's name: such a line changes something, and
// needs a proved sender.
func offOrOn(rest string) bool { return rest == "off" || rest == "on" }

// standingsRow is one line of a table; the reader's own is marked.
func standingsRow(r league.Row, reader string) engine.Phrase {
	key := "house.league-row"
	switch {
	case r.Name == reader:
		key = "house.league-row-you"
	case r.Left:
		key = "house.league-row-left"
	}
	return say(key, "rank", r.Rank, "name", r.Name, "points", r.Points.Decimal(), "count", r.Played)
}

// leagueForStandings is the league that is named, else the one the sender is in, else the only
// one, and of it the season that has a table. The season is nil with an answer that asks.
func leagueForStandings(d *desk, name string) (*model.League, *model.Season, answer) {
	l := leagueMeant(d, name)
	if l == nil && name != "" {
		return nil, nil, noLeague(d, "standings", name)
	}
	if l == nil {
		return nil, nil, standingsOfWhich(d)
	}
	s := world.Get(d.w, world.SeasonOf{League: l.ID, No: 0})
	if s.DrawnAt == nil && s.No > 1 {
		s = world.Get(d.w, world.SeasonOf{League: l.ID, No: s.No - 1})
	}
	return l, s, answer{}
}

func leagueMeant(d *desk, name string) *model.League {
	if name != "" {
		return leagueNamed(d, name)
	}
	if d.player != nil {
		parts := world.Get(d.w, world.EntrantsOf{Player: d.player.ID})
		if len(parts) == 1 {
			s := world.Get(d.w, world.Season{ID: parts[0].Season})
			return world.Get(d.w, world.League{ID: s.League})
		}
	}
	all := world.Get(d.w, world.Leagues{})
	if len(all) != 1 {
		return nil
	}
	return &all[0]
}

func standingsOfWhich(d *desk) answer {
	all := world.Get(d.w, world.Leagues{})
	if len(all) == 0 {
		return told(say("house.league-no-leagues"))
	}
	a := refuse("house.league-which", "word", "standings")
	for _, l := range all {
		if len(a.nearest) < 5 {
			a.nearest = append(a.nearest, "standings "+engine.Normalise(l.Name))
		}
	}
	return a
}
