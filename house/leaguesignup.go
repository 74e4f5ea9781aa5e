package house

import (
	"encoding/json"

	"pitpost.example/engine"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// LeagueJoin enters the sender into the season: before the muster as all others, later
// with the next groups.
func LeagueJoin(d *desk, l *leagueLine) answer {
	if d.player == nil {
		return refuse("house.league-operator-joins-not")
	}
	if l.league.EndedAt != nil {
		return refuse("house.league-ended", "league", l.league.Name)
	}
	e := world.Get(d.w, world.Entrant{Season: l.season.ID, Player: d.player.ID})
	if e != nil && (e.State == model.EntrantEntered || e.State == model.EntrantLate) {
		return done(say("house.league-in-already", "league", l.league.Name, "name", e.Name))
	}
	e = enter(d, l.season, e, d.from, false)
	return done(entered(d, l.league, l.season, e)...)
}

// enter keeps the sender as an entrant of a season; e is what they were before, nil for nothing.
func enter(d *desk, s *model.Season, e *model.Entrant, address string, substitute bool) *model.Entrant {
	return season.Enter(d.w, s, e, d.player, nameOf(d.display(), d.from, d.house.Games, d.house.Names), address, substitute)
}

// entered says what becomes of an entrant.
func entered(d *desk, l *model.League, s *model.Season, e *model.Entrant) []engine.Phrase {
	switch {
	case e.State == model.EntrantEntered:
		return []engine.Phrase{say("house.league-entered", "league", l.Name, "season", s.No, "name", e.Name, "until", engine.Moment(s.MusterAt), "at", engine.Moment(s.StartsAt)),
			say("house.league-private")}
	case e.State == model.EntrantSubstitute:
		return []engine.Phrase{say("house.league-substitutes", "league", l.Name, "season", s.No, "name", e.Name), say("house.league-private")}
	}
	return []engine.Phrase{say("house.league-late", "league", l.Name, "season", s.No, "name", e.Name), say("house.league-private")}
}

// LeagueLeave takes the sender out of a season; once groups run, only after a yes.
func LeagueLeave(d *desk, l *leagueLine) answer {
	if d.player == nil {
		return refuse("house.league-operator-joins-not")
	}
	e := world.Get(d.w, world.Entrant{Season: l.season.ID, Player: d.player.ID})
	if e == nil || e.State == model.EntrantDropped || e.State == model.EntrantDeclined {
		return refuse("house.league-not-in", "league", l.league.Name)
	}
	if l.season.DrawnAt != nil && e.State == model.EntrantEntered && !d.sure {
		return d.sureFirst(l.line, say("house.league-leave-sure", "league", l.league.Name))
	}
	leagues(d.house).Drop(d.w, l.season, e)
	return done(say("house.league-left", "league", l.league.Name))
}

// answerLeague takes the yes or no of somebody who was put on a list of sign-ups.
func answerLeague(d *desk, ask *model.Ask, yes bool) answer {
	var in season.Invite
	if err := json.Unmarshal(ask.Params, &in); err != nil {
		panic(world.Fault{Err: err})
	}
	s := world.Get(d.w, world.LockSeason{ID: in.Season})
	if s == nil {
		return refuse("house.nothing-asked")
	}
	l := world.Get(d.w, world.League{ID: s.League})
	e := world.Get(d.w, world.Entrant{Season: s.ID, Player: ask.Player})
	switch {
	case e == nil || s.State == model.SeasonClosed || l.EndedAt != nil:
		return refuse("house.league-ended", "league", l.Name)
	case e.State != model.EntrantInvited:
		return done(say("house.league-in-already", "league", l.Name, "name", e.Name))
	case !yes:
		e.State = model.EntrantDeclined
		d.w.SaveEntrants(*e)
		return done(say("house.league-declined", "league", l.Name))
	}
	e = enter(d, s, e, in.Address, false)
	return done(entered(d, l, s, e)...)
}
