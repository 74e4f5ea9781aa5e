package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// LeagueSubstitute enters the sender as a substitute, or for an organiser puts one entrant
// into another's place: "league substitute winter Bo with Cy".
func LeagueSubstitute(d *desk, l *leagueLine) answer {
	if len(l.rest) > 0 {
		return putInPlace(d, l)
	}
	if d.player == nil {
		return refuse("house.league-operator-joins-not")
	}
	e := world.Get(d.w, world.Entrant{Season: l.season.ID, Player: d.player.ID})
	if e != nil && (e.State == model.EntrantEntered || e.State == model.EntrantLate) {
		return refuse("house.league-in-already", "league", l.league.Name, "name", e.Name)
	}
	e = enter(d, l.season, e, d.from, true)
	return done(entered(d, l.league, l.season, e)...)
}

// putInPlace drops one entrant and gives the groups they had to another.
func putInPlace(d *desk, l *leagueLine) answer {
	if len(l.rest) != 3 || l.rest[1] != "with" {
		return refuse("house.league-substitute-form", "league", engine.Normalise(l.league.Name))
	}
	if !d.organises(l.league) {
		return answer{state: model.LineRefused, says: []engine.Phrase{say("house.league-organiser-only", "league", l.league.Name)}}
	}
	from, a := entrantNamed(d, l, l.rest[0])
	if from == nil {
		return a
	}
	to, a := entrantNamed(d, l, l.rest[2])
	if to == nil {
		return a
	}
	if to.State != model.EntrantSubstitute && to.State != model.EntrantLate {
		return refuse("house.league-no-substitute", "name", to.Name)
	}
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-substitute-sure", "league", l.league.Name, "name", from.Name, "with", to.Name))
	}
	leagues(d.house).PutInPlace(d.w, l.season, from, to)
	return done(say("house.league-substituted", "league", l.league.Name, "name", from.Name, "with", to.Name))
}
