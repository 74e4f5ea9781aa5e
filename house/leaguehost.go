package house

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// LeagueOpen opens the sign-up of a next season now, where the league had ended or waits.
func LeagueOpen(d *desk, l *leagueLine) answer {
	if l.season.State != model.SeasonClosed {
		return refuse("house.league-open-already", "league", l.league.Name, "season", l.season.No)
	}
	l.league.EndedAt = nil
	d.w.Do(world.SaveLeague{League: *l.league})
	next := leagues(d.house).Next(d.w, l.season)
	return done(say("house.league-opened", "league", l.league.Name, "season", next.No, "until", engine.Moment(next.MusterAt), "at", engine.Moment(next.StartsAt),
		"commitment", season.Commitment(next)))
}

// LeagueMuster closes the sign-up now.
func LeagueMuster(d *desk, l *leagueLine) answer {
	if l.season.State != model.SeasonSignup {
		return refuse("house.league-not-signup", "league", l.league.Name)
	}
	if a := enoughEntered(d, l); a.state == model.LineRefused {
		return a
	}
	in := season.EnteredIn(d.w, l.season)
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-muster-sure", "league", l.league.Name, "count", len(in)))
	}
	season.Muster(d.w, l.season)
	return done(say("house.league-mustered", "league", l.league.Name, "count", len(in), "at", engine.Moment(l.season.StartsAt)))
}

// enoughEntered refuses to go on with fewer players than a group needs.
func enoughEntered(d *desk, l *leagueLine) answer {
	least, enough := season.Enough(d.w, l.season)
	if !enough {
		return refuse("house.league-too-few", "league", l.league.Name, "count", least)
	}
	return done()
}

// LeagueDraw draws the groups now.
func LeagueDraw(d *desk, l *leagueLine) answer {
	if l.season.State != model.SeasonMustered {
		return refuse("house.league-not-mustered", "league", l.league.Name)
	}
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-draw-sure", "league", l.league.Name))
	}
	if a := enoughEntered(d, l); a.state == model.LineRefused {
		return a
	}
	n := season.Draw(d.w, l.season)
	return done(say("house.league-drawn", "league", l.league.Name, "count", n, "seed", season.Seed(l.season), "until", engine.Moment(l.season.EndsAt)))
}

// LeagueClose ends the season now: what runs is finished by the house and scored.
func LeagueClose(d *desk, l *leagueLine) answer {
	if l.season.State != model.SeasonRunning {
		return refuse("house.league-not-running", "league", l.league.Name)
	}
	_, running := d.w.LeagueOpen(l.season.ID)
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-close-sure", "league", l.league.Name, "count", running))
	}
	l.season.EndsAt = d.now()
	season.Close(d.w, l.season)
	return done(say("house.league-closes", "league", l.league.Name, "season", l.season.No, "count", running))
}

// LeagueEnd lets no season open after this one.
func LeagueEnd(d *desk, l *leagueLine) answer {
	if l.league.EndedAt != nil {
		return refuse("house.league-ended", "league", l.league.Name)
	}
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-end-sure", "league", l.league.Name))
	}
	now := d.now()
	l.league.EndedAt = &now
	d.w.Do(world.SaveLeague{League: *l.league})
	if l.season.State == model.SeasonSignup || l.season.State == model.SeasonMustered {
		season.Cancel(d.w, l.season)
	}
	return done(say("house.league-ends", "league", l.league.Name, "season", l.season.No))
}

// LeagueDrop takes a player out of the season: "league drop winter Bo".
func LeagueDrop(d *desk, l *leagueLine) answer {
	if len(l.rest) != 1 {
		return refuse("house.league-drop-form", "league", engine.Normalise(l.league.Name))
	}
	e, a := entrantNamed(d, l, l.rest[0])
	if e == nil {
		return a
	}
	if !d.sure && !d.operator {
		return d.sureFirst(l.line, say("house.league-drop-sure", "league", l.league.Name, "name", e.Name))
	}
	leagues(d.house).Drop(d.w, l.season, e)
	d.w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:dropped:%d:%d", l.season.ID, e.Player, d.now().Unix()), Player: e.Player, Address: e.Address, Purpose: model.PurposeNote,
		Params: notice.Params(notice.Note{Subject: say("house.league-dropped-subject", "league", l.league.Name),
			Lines: []engine.Phrase{say("house.league-dropped-you", "league", l.league.Name, "season", l.season.No)}})})
	return done(say("house.league-dropped", "league", l.league.Name, "name", e.Name))
}

// entrantNamed finds who is in the season by name; nil and a refusal for nobody.
func entrantNamed(d *desk, l *leagueLine, name string) (*model.Entrant, answer) {
	all := world.Get(d.w, world.Entrants{Season: l.season.ID})
	var near []string
	for i := range all {
		e := &all[i]
		if e.State == model.EntrantDropped || e.State == model.EntrantDeclined {
			continue
		}
		if engine.Normalise(e.Name) == engine.Normalise(name) {
			return e, answer{}
		}
		if len(near) < 5 && strings.HasPrefix(engine.Normalise(e.Name), engine.Normalise(name)) {
			near = append(near, e.Name)
		}
	}
	a := refuse("house.league-nobody", "league", l.league.Name, "name", engine.Clip(name))
	a.nearest = near
	return nil, a
}

// LeagueOrganiser shares the league's running out, or takes it back.
func LeagueOrganiser(d *desk, l *leagueLine) answer {
	if len(l.rest) != 2 || l.rest[0] != "add" && l.rest[0] != "remove" {
		return refuse("house.league-organiser-form", "league", engine.Normalise(l.league.Name))
	}
	guests, no := reading.Guests(l.rest[1])
	if no != nil {
		return refused(no)
	}
	p, _ := d.w.PlayerByAddress(guests[0].Address)
	all := world.Get(d.w, world.Organisers{League: l.league.ID})
	if l.rest[0] == "remove" {
		if p == nil || !slices.Contains(all, p.ID) {
			return refuse("house.league-organiser-none", "address", guests[0].Address)
		}
		if len(all) == 1 {
			return refuse("house.league-organiser-last", "league", l.league.Name)
		}
		d.w.Do(world.Organise{League: l.league.ID, Player: p.ID, Off: true})
		return answer{state: model.LineDone, says: []engine.Phrase{say("house.league-organiser-removed", "league", l.league.Name, "address", guests[0].Address)}}
	}
	return makeOrganiser(d, l.league, guests[0])
}

// makeOrganiser lets somebody run a league, and tells them.
func makeOrganiser(d *desk, l *model.League, g reading.Guest) answer {
	p, _ := d.w.PlayerByAddress(g.Address)
	if world.Get(d.w, world.Unwanted{Address: g.Address}) {
		return answer{state: model.LineRefused, says: []engine.Phrase{say("house.not-invitable", "address", g.Address)}}
	}
	if a := d.mayInvite(g, p, 0, true); a.state == model.LineRefused {
		return a
	}
	if p == nil {
		p = d.newcomer(g)
	}
	d.w.Do(world.Organise{League: l.ID, Player: p.ID})
	d.w.Queue(model.Notice{Key: fmt.Sprintf("league:%d:organiser:%d:%d", l.ID, p.ID, d.now().Unix()), Player: p.ID, Address: g.Address, Purpose: model.PurposeNote,
		Params: notice.Params(notice.Note{Subject: say("house.league-organiser-subject", "league", l.Name),
			Lines: []engine.Phrase{say("house.league-organiser-you", "league", l.Name), say("house.league-organiser-words", "league", engine.Normalise(l.Name))}})})
	return done(say("house.league-organiser-added", "league", l.Name, "address", g.Address))
}

// organiserWords are what who runs a league may do in its matches, as a host does.
var organiserWords = []string{"nudge", "extend", "pause", "resume", "kick", "replace", "status"}

// mends says whether the sender may do that at a match of a league they run: not where they
// play themselves.
func (d *desk) mends(t *model.Table, word string) bool {
	if t == nil || d.player == nil || d.byKey() || t.Row.Terms.League == 0 || seatOf(t, d.player.ID) != nil || !slices.Contains(organiserWords, word) {
		return false
	}
	s := world.Get(d.w, world.Season{ID: t.Row.Terms.League})
	if s == nil {
		return false
	}
	all := world.Get(d.w, world.Organisers{League: s.League})
	return slices.Contains(all, d.player.ID)
}
