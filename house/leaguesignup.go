package house

import (
	"encoding/json"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// LeagueJoin enters the sender into the season: before the muster as all others, later
// with the next groups.
func LeagueJoin(d *desk.Desk, l *leagueLine) desk.Answer {
	if d.Player == nil {
		return desk.Refuse("house.league-operator-joins-not")
	}
	if l.league.EndedAt != nil {
		return desk.Refuse("house.league-ended", "league", l.league.Name)
	}
	e := world.Get(d.W, world.Entrant{Season: l.season.ID, Player: d.Player.ID})
	if e != nil && (e.State == model.EntrantEntered || e.State == model.EntrantLate) {
		return desk.Done(table.Say("house.league-in-already", "league", l.league.Name, "name", e.Name))
	}
	e = enter(d, l.season, e, d.From, false)
	return desk.Done(entered(d, l.league, l.season, e)...)
}

// enter keeps the sender as an entrant of a season; e is what they were before, nil for nothing.
func enter(d *desk.Desk, s *model.Season, e *model.Entrant, address string, substitute bool) *model.Entrant {
	return season.Enter(d.W, s, e, d.Player, table.NameOf(d.Display(), d.From, d.House.Games, d.House.Names), address, substitute)
}

// entered says what becomes of an entrant.
func entered(d *desk.Desk, l *model.League, s *model.Season, e *model.Entrant) []engine.Phrase {
	switch {
	case e.State == model.EntrantEntered:
		return []engine.Phrase{table.Say("house.league-entered", "league", l.Name, "season", s.No, "name", e.Name, "until", engine.Moment(s.MusterAt), "at", engine.Moment(s.StartsAt)),
			table.Say("house.league-private")}
	case e.State == model.EntrantSubstitute:
		return []engine.Phrase{table.Say("house.league-substitutes", "league", l.Name, "season", s.No, "name", e.Name), table.Say("house.league-private")}
	}
	return []engine.Phrase{table.Say("house.league-late", "league", l.Name, "season", s.No, "name", e.Name), table.Say("house.league-private")}
}

// LeagueLeave takes the sender out of a season; once groups run, only after a yes.
func LeagueLeave(d *desk.Desk, l *leagueLine) desk.Answer {
	if d.Player == nil {
		return desk.Refuse("house.league-operator-joins-not")
	}
	e := world.Get(d.W, world.Entrant{Season: l.season.ID, Player: d.Player.ID})
	if e == nil || e.State == model.EntrantDropped || e.State == model.EntrantDeclined {
		return desk.Refuse("house.league-not-in", "league", l.league.Name)
	}
	if l.season.DrawnAt != nil && e.State == model.EntrantEntered && !d.Sure {
		return d.SureFirst(l.line, table.Say("house.league-leave-sure", "league", l.league.Name))
	}
	leagues(d.House).Drop(d.W, l.season, e)
	return desk.Done(table.Say("house.league-left", "league", l.league.Name))
}

// answerLeague takes the yes or no of somebody who was put on a list of sign-ups.
func answerLeague(d *desk.Desk, ask *model.Ask, yes bool) desk.Answer {
	var in season.Invite
	if err := json.Unmarshal(ask.Params, &in); err != nil {
		panic(world.Fault{Err: err})
	}
	s := world.Get(d.W, world.LockSeason{ID: in.Season})
	if s == nil {
		return desk.Refuse("house.nothing-asked")
	}
	l := world.Get(d.W, world.League{ID: s.League})
	e := world.Get(d.W, world.Entrant{Season: s.ID, Player: ask.Player})
	switch {
	case e == nil || s.State == model.SeasonClosed || l.EndedAt != nil:
		return desk.Refuse("house.league-ended", "league", l.Name)
	case e.State != model.EntrantInvited:
		return desk.Done(table.Say("house.league-in-already", "league", l.Name, "name", e.Name))
	case !yes:
		e.State = model.EntrantDeclined
		d.W.SaveEntrants(*e)
		return desk.Done(table.Say("house.league-declined", "league", l.Name))
	}
	e = enter(d, s, e, in.Address, false)
	return desk.Done(entered(d, l, s, e)...)
}
