package leagues

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech/dates"
)

// openNext opens the sign-up of the next season now, whether the league has ended or is in its pause.
func openNext(d *desk.Desk, l *leagueLine) desk.Result {
	if l.season.State != model.SeasonClosed {
		return desk.Refuse("house.league-open-already", "league", l.league.Name, "season", l.season.No)
	}
	l.league.EndedAt = nil
	d.W.SaveLeague(*l.league)
	next := season.OpenNextSeason(d.W, l.season)
	return desk.AnswerDone(engine.Say("house.league-opened", "league", l.league.Name, "season", next.No, "until", engine.FormatMoment(next.MusterAt), "at", engine.FormatMoment(next.StartsAt),
		"commitment", season.SeedCommitment(next)))
}

// muster closes the sign-up now.
func muster(d *desk.Desk, l *leagueLine) desk.Result {
	if l.season.State != model.SeasonSignup {
		return desk.Refuse("house.league-not-signup", "league", l.league.Name)
	}
	in, least := season.ListStarters(d.W, l.season), l.season.Rules.Least
	if len(in) < least {
		return desk.Refuse("house.league-too-few", "league", l.league.Name, "count", least)
	}
	if !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-muster-sure", "league", l.league.Name, "count", len(in)))
	}
	season.CloseSignUp(d.W, l.season)
	return desk.AnswerDone(engine.Say("house.league-mustered", "league", l.league.Name, "count", len(in), "at", engine.FormatMoment(l.season.StartsAt)))
}

// drawGroups draws the groups now.
func drawGroups(d *desk.Desk, l *leagueLine) desk.Result {
	if l.season.State != model.SeasonMustered {
		return desk.Refuse("house.league-not-mustered", "league", l.league.Name)
	}
	if !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-draw-sure", "league", l.league.Name))
	}
	if least := l.season.Rules.Least; len(season.ListStarters(d.W, l.season)) < least {
		return desk.Refuse("house.league-too-few", "league", l.league.Name, "count", least)
	}
	n := season.DrawSeason(d.W, l.season)
	return desk.AnswerDone(engine.Say("house.league-drawn", "league", l.league.Name, "count", n, "seed", season.SeedInHex(l.season), "until", engine.FormatMoment(l.season.EndsAt)))
}

// closeSeason ends the season now. Bots finish the matches that are running, and those are scored.
func closeSeason(d *desk.Desk, l *leagueLine) desk.Result {
	if l.season.State != model.SeasonRunning {
		return desk.Refuse("house.league-not-running", "league", l.league.Name)
	}
	running := len(season.ListGroupsInState(d.W, l.season, model.GroupRunning))
	if !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-close-sure", "league", l.league.Name, "count", running))
	}
	l.season.EndsAt = d.Now()
	season.CloseSeason(d.W, l.season)
	return desk.AnswerDone(engine.Say("house.league-closes", "league", l.league.Name, "season", l.season.No, "count", running))
}

// endLeague makes the current season the league's last.
func endLeague(d *desk.Desk, l *leagueLine) desk.Result {
	if l.league.EndedAt != nil {
		return desk.Refuse("house.league-ended", "league", l.league.Name)
	}
	if !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-end-sure", "league", l.league.Name))
	}
	l.league.EndedAt = new(d.Now())
	d.W.SaveLeague(*l.league)
	if l.season.State == model.SeasonSignup || l.season.State == model.SeasonMustered {
		season.CancelSeason(d.W, l.season)
	}
	return desk.AnswerDone(engine.Say("house.league-ends", "league", l.league.Name, "season", l.season.No))
}

// dropEntrant removes a player from the season: "league drop winter Bo".
func dropEntrant(d *desk.Desk, l *leagueLine) desk.Result {
	if len(l.rest) != 1 {
		return desk.Refuse("house.league-drop-form", "league", engine.NormaliseText(l.league.Name))
	}
	e, a := entrantNamed(d, l, l.rest[0])
	if e == nil {
		return a
	}
	if !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-drop-sure", "league", l.league.Name, "name", e.Name))
	}
	season.DropEntrant(d.W, l.season, e)
	d.W.Queue(model.Notice{Key: fmt.Sprintf("season:%d:dropped:%d:%d", l.season.ID, e.Player, d.Now().Unix()), Player: e.Player, Address: e.Address, Purpose: model.PurposeNote,
		Params: notice.EncodeParams(notice.Note{Subject: engine.Say("house.league-dropped-subject",
			"league", l.league.Name),
			Lines: []engine.Phrase{engine.Say("house.league-dropped-you", "league", l.league.Name, "season", l.season.No)}})})
	return desk.AnswerDone(engine.Say("house.league-dropped", "league", l.league.Name, "name", e.Name))
}

// entrantNamed finds somebody in the season by name. If there is nobody it returns nil and a refusal.
func entrantNamed(d *desk.Desk, l *leagueLine, name string) (*model.Entrant, desk.Result) {
	all := d.W.Entrants(l.season.ID)
	var near []string
	for i := range all {
		e := &all[i]
		if e.State == model.EntrantDropped || e.State == model.EntrantDeclined {
			continue
		}
		if engine.NormaliseText(e.Name) == engine.NormaliseText(name) {
			return e, desk.Result{}
		}
		if len(near) < 5 && strings.HasPrefix(engine.NormaliseText(e.Name), engine.NormaliseText(name)) {
			near = append(near, e.Name)
		}
	}
	return nil, desk.Refuse("house.league-nobody", "league", l.league.Name,
		"name", engine.ClipText(name)).Offering(near...)
}

// shareOrganising adds or removes an organiser of the league.
func shareOrganising(d *desk.Desk, l *leagueLine) desk.Result {
	if len(l.rest) != 2 || l.rest[0] != "add" && l.rest[0] != "remove" {
		return desk.Refuse("house.league-organiser-form", "league", engine.NormaliseText(l.league.Name))
	}
	guests, no := dates.ReadGuests(l.rest[1])
	if no != nil {
		return desk.RefuseWith(no)
	}
	p, _ := d.W.PlayerByAddress(guests[0].Address)
	all := d.W.Organisers(l.league.ID)
	if l.rest[0] == "remove" {
		if p == nil || !slices.Contains(all, p.ID) {
			return desk.Refuse("house.league-organiser-none", "address", guests[0].Address)
		}
		if len(all) == 1 {
			return desk.Refuse("house.league-organiser-last", "league", l.league.Name)
		}
		d.W.SetOrganiser(l.league.ID, p.ID, true)
		return desk.AnswerDone(engine.Say("house.league-organiser-removed", "league", l.league.Name, "address", guests[0].Address))
	}
	return MakeOrganiser(d, l.league, guests[0])
}

// MakeOrganiser makes somebody an organiser of a league and tells them.
func MakeOrganiser(d *desk.Desk, l *model.League, g dates.Guest) desk.Result {
	p, _ := d.W.PlayerByAddress(g.Address)
	if table.IsUninvitable(d.W, g.Address) {
		return desk.Refuse("house.not-invitable", "address", g.Address)
	}
	if a := d.ReserveInvitation(g, p, 0, true); a.Refuses() {
		return a
	}
	p = d.PlayerFor(p, g)
	d.W.SetOrganiser(l.ID, p.ID, false)
	d.W.Queue(model.Notice{Key: fmt.Sprintf("league:%d:organiser:%d:%d", l.ID, p.ID, d.Now().Unix()), Player: p.ID, Address: g.Address, Purpose: model.PurposeNote,
		Params: notice.EncodeParams(notice.Note{Subject: engine.Say("house.league-organiser-subject", "league", l.Name),
			Lines: []engine.Phrase{engine.Say("house.league-organiser-you", "league", l.Name), engine.Say("house.league-organiser-words", "league", engine.NormaliseText(l.Name))}})})
	return desk.AnswerDone(engine.Say("house.league-organiser-added", "league", l.Name, "address", g.Address))
}

// Order is what the operator orders when creating a league.
type Order struct {
	Name      string
	Organiser string // an address
	// Rules is a complete JSON object of rules. If it is nil, Options (key=value) are read instead.
	Rules   []byte
	Options []string
}

// NameForm is the form of a league's name.
var NameForm = regexp.MustCompile(`^[a-z][a-z0-9-]{1,19}$`)
