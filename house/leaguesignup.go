package house

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/house/notice"
)

// leagueJoin enters the sender into the season: before the muster as all others, later
// with the next groups.
func (d *desk) leagueJoin(l *leagueLine) answer {
	if d.player == nil {
		return refuse("house.league-operator-joins-not")
	}
	if l.league.EndedAt != nil {
		return refuse("house.league-ended", "league", l.league.Name)
	}
	e, err := d.w.Entrant(l.season.ID, d.player.ID)
	if err != nil {
		return answer{err: err}
	}
	if e != nil && (e.State == "entered" || e.State == "late") {
		return done(say("house.league-in-already", "league", l.league.Name, "name", e.Name))
	}
	if e, err = d.enter(l.season, e, d.from); err != nil {
		return answer{err: err}
	}
	return done(d.entered(l.league, l.season, e)...)
}

// enter keeps the sender as an entrant of a season; e is what they were before, nil for nothing.
func (d *desk) enter(s *db.Season, e *db.Entrant, address string) (*db.Entrant, error) {
	if e == nil {
		name, err := d.leagueName(s)
		if err != nil {
			return nil, err
		}
		e = &db.Entrant{Season: s.ID, Player: d.player.ID, Name: name, Address: address}
	}
	e.State, e.JoinedAt, e.LeftAt = enteredNow(d.w, s), d.now(), nil
	return e, d.w.SaveEntrants(*e)
}

// enteredNow is what somebody is who enters a season as it stands: whoever comes after the
// draw is late, and groups for them are made at the next wave.
func enteredNow(w *db.Work, s *db.Season) string {
	if s.State == "signup" || s.State == "mustered" {
		return "entered"
	}
	seasonDue(w, s, "late", nextLate(w.Now()))
	return "late"
}

// leagueName is a name for the sender that nobody in the season has: the one of an earlier
// season if it is free.
func (d *desk) leagueName(s *db.Season) (string, error) {
	all, err := d.w.Entrants(s.ID)
	if err != nil {
		return "", err
	}
	taken := map[string]bool{}
	for _, e := range all {
		taken[engine.Fold(e.Name)] = true
	}
	return nameBeside(taken, nameOf(d.display(), d.from, d.Games, d.Names)), nil
}

// nameBeside gives a name a letter, or two, behind it where it is taken, and takes it.
func nameBeside(taken map[string]bool, name string) string {
	base := []rune(name)
	if len(base) > 17 {
		base = base[:17]
	}
	free := name
	for n := 1; taken[engine.Fold(free)]; n++ {
		free = string(base) + "-" + letters(n)
	}
	taken[engine.Fold(free)] = true
	return free
}

// letters counts in letters: b to z, then aa, ab and so on.
func letters(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return letters(n/26-1) + string(rune('a'+n%26))
}

// entered says what becomes of an entrant.
func (d *desk) entered(l *db.League, s *db.Season, e *db.Entrant) []engine.Phrase {
	switch {
	case e.State == "entered":
		return []engine.Phrase{say("house.league-entered", "league", l.Name, "season", s.No, "name", e.Name, "until", stamp(s.MusterAt), "at", stamp(s.StartsAt)),
			say("house.league-private")}
	case e.State == "substitute":
		return []engine.Phrase{say("house.league-substitutes", "league", l.Name, "season", s.No, "name", e.Name), say("house.league-private")}
	}
	return []engine.Phrase{say("house.league-late", "league", l.Name, "season", s.No, "name", e.Name), say("house.league-private")}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// leagueLeave takes the sender out of a season; once groups run, only after a yes.
func (d *desk) leagueLeave(l *leagueLine) answer {
	if d.player == nil {
		return refuse("house.league-operator-joins-not")
	}
	e, err := d.w.Entrant(l.season.ID, d.player.ID)
	if err != nil {
		return answer{err: err}
	}
	if e == nil || e.State == "dropped" || e.State == "declined" {
		return refuse("house.league-not-in", "league", l.league.Name)
	}
	if l.season.DrawnAt != nil && e.State == "entered" && !d.sure {
		return d.sureFirst(l.line, say("house.league-leave-sure", "league", l.league.Name))
	}
	if err := d.drop(l.season, e); err != nil {
		return answer{err: err}
	}
	return done(say("house.league-left", "league", l.league.Name))
}

// leagueInvite is the params of an ask of kind "league".
type leagueInvite struct {
	Season  int64  `json:"season"`
	Address string `json:"address"`
}

// answerLeague takes the yes or no of somebody who was put on a list of sign-ups.
func (d *desk) answerLeague(ask *db.Ask, yes bool) (answer, error) {
	var in leagueInvite
	if err := json.Unmarshal(ask.Params, &in); err != nil {
		return answer{}, err
	}
	s, err := d.w.LockSeason(in.Season)
	if err != nil || s == nil {
		return refuse("house.nothing-asked"), err
	}
	l, err := d.w.League(s.League)
	if err != nil {
		return answer{}, err
	}
	e, err := d.w.Entrant(s.ID, ask.Player)
	if err != nil {
		return answer{}, err
	}
	switch {
	case e == nil || s.State == "closed" || l.EndedAt != nil:
		return refuse("house.league-ended", "league", l.Name), nil
	case e.State != "invited":
		return done(say("house.league-in-already", "league", l.Name, "name", e.Name)), nil
	case !yes:
		e.State = "declined"
		return done(say("house.league-declined", "league", l.Name)), d.w.SaveEntrants(*e)
	}
	if e, err = d.enter(s, e, in.Address); err != nil {
		return answer{}, err
	}
	return done(d.entered(l, s, e)...), nil
}

// inviteToLeague asks somebody from a list whether they want to play: one letter a season.
func inviteToLeague(w *db.Work, l *db.League, s *db.Season, e *db.Entrant) error {
	open, err := w.OpenAsks(e.Player)
	if err != nil {
		return err
	}
	for _, a := range open {
		var in leagueInvite
		if a.Kind == "league" && json.Unmarshal(a.Params, &in) == nil && in.Season == s.ID {
			return nil
		}
	}
	id, err := w.NewAsk(db.Ask{Player: e.Player, Address: e.Address, Kind: "league", Params: notice.Params(leagueInvite{Season: s.ID, Address: e.Address}),
		AskedAt: w.Now(), LapsesAt: s.EndsAt})
	if err != nil {
		return err
	}
	w.Queue(db.Notice{Key: fmt.Sprintf("season:%d:ask:%d", s.ID, e.Player), Player: e.Player, Address: e.Address, Purpose: "ask", Params: notice.Params(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: say("house.league-invite-subject", "league", l.Name),
		Lines: []engine.Phrase{say("house.league-invite", "league", l.Name, "season", s.No, "name", e.Name), leaguePlay(s),
			say("house.league-invite-how", "until", stamp(s.MusterAt), "at", stamp(s.StartsAt), "by_time", stamp(s.EndsAt)),
			say("house.league-invite-answers"), say("house.league-private")}})})
	return nil
}
