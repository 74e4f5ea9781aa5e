package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// LeagueSubstitute enters the sender as a substitute, or for an organiser puts one entrant
// into another's place: "league substitute winter Bo with Cy".
func LeagueSubstitute(d *desk.Desk, l *leagueLine) desk.Answer {
	if len(l.rest) > 0 {
		return putInPlace(d, l)
	}
	if d.Player == nil {
		return desk.Refuse("house.league-operator-joins-not")
	}
	e := world.Get(d.W, world.Entrant{Season: l.season.ID, Player: d.Player.ID})
	if e != nil && (e.State == model.EntrantEntered || e.State == model.EntrantLate) {
		return desk.Refuse("house.league-in-already", "league", l.league.Name, "name", e.Name)
	}
	e = enter(d, l.season, e, d.From, true)
	return desk.Done(entered(d, l.league, l.season, e)...)
}

// putInPlace drops one entrant and gives the groups they had to another.
func putInPlace(d *desk.Desk, l *leagueLine) desk.Answer {
	if len(l.rest) != 3 || l.rest[1] != "with" {
		return desk.Refuse("house.league-substitute-form", "league", engine.Normalise(l.league.Name))
	}
	if !d.Organises(l.league) {
		return desk.Answer{State: model.LineRefused, Says: []engine.Phrase{table.Say("house.league-organiser-only", "league", l.league.Name)}}
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
		return desk.Refuse("house.league-no-substitute", "name", to.Name)
	}
	if !d.Sure && !d.Operator {
		return d.SureFirst(l.line, table.Say("house.league-substitute-sure", "league", l.league.Name, "name", from.Name, "with", to.Name))
	}
	leagues(d.House).PutInPlace(d.W, l.season, from, to)
	return desk.Done(table.Say("house.league-substituted", "league", l.league.Name, "name", from.Name, "with", to.Name))
}
