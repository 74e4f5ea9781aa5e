// Package leagues carries out what players and organisers write about leagues: entering and leaving, opening
// and closing seasons, standings. The seasons themselves are run by package season.
package leagues

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// leagueDoes maps the words after "league" to what they do. organiser restricts one to the league's
// organisers and the operator.
var leagueDoes = map[string]struct {
	do        func(*desk.Desk, *leagueLine) desk.Result
	organiser bool
}{
	"join":       {join, false},
	"leave":      {leave, false},
	"substitute": {substitute, false},
	"open":       {openNext, true},
	"muster":     {muster, true},
	"draw":       {drawGroups, true},
	"close":      {closeSeason, true},
	"end":        {endLeague, true},
	"drop":       {dropEntrant, true},
	"adjust":     {adjustPoints, true},
	"organiser":  {shareOrganising, true},
}

// leagueLine is one "league …" line while it is carried out.
type leagueLine struct {
	line   speech.Line
	league *model.League
	season *model.Season // the latest, locked
	rest   []string      // the words after the league's name, folded
}

// RunLeagueCommand lists the leagues, shows one, or does what the next word says.
func RunLeagueCommand(d *desk.Desk, line speech.Line, rest string) desk.Result {
	words := strings.Fields(rest)
	if len(words) == 0 {
		return ListLeagues(d, line, "")
	}
	word := speech.FindLeagueWord(words[0])
	if word == "" && len(words) == 2 { // "league winter join"
		words[0], words[1] = words[1], words[0]
		word = speech.FindLeagueWord(words[0])
	}
	if word == "" {
		return leagueShow(d, words[0])
	}
	if len(words) == 1 {
		near := nearLeagues(d, "league "+word, func(l *model.League, _ string) bool { return l.EndedAt == nil })
		return desk.Refuse("house.league-which", "command", word).Offering(near...)
	}
	l := leagueNamed(d, words[1])
	if l == nil {
		return noLeague(d, "league "+word, words[1])
	}
	does := leagueDoes[word]
	if does.organiser && !d.Organises(l) {
		return desk.Refuse("house.league-organiser-only", "league", l.Name)
	}
	if !d.Operator {
		d.NeedPlayer()
	}
	return does.do(d, &leagueLine{line: line, league: l, season: desk.LatestSeason(d.W, l), rest: words[2:]})
}

// leagueNamed finds a league by its name, with or without quotation marks; nil if there is none.
func leagueNamed(d *desk.Desk, name string) *model.League {
	return season.FindLeague(d.W, strings.Trim(name, "\"'“”„«»‘’"))
}

// noLeague refuses an unknown league and offers the command with similar names.
func noLeague(d *desk.Desk, command, name string) desk.Result {
	near := nearLeagues(d, command, func(_ *model.League, known string) bool {
		return engine.EditDistance(known, engine.NormaliseText(name)) <= 2
	})
	return desk.Refuse("house.league-none", "league", engine.ClipText(name)).Offering(near...)
}

// nearLeagues returns, for up to five leagues that may accepts, command with the league's name.
func nearLeagues(d *desk.Desk, command string, may func(l *model.League, name string) bool) (near []string) {
	for _, l := range d.W.Leagues() {
		if name := engine.NormaliseText(l.Name); len(near) < 5 && may(&l, name) {
			near = append(near, command+" "+name)
		}
	}
	return near
}

// ListLeagues lists the leagues that have not ended.
func ListLeagues(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	var says []engine.Phrase
	for _, l := range d.W.Leagues() {
		if l.EndedAt == nil && len(says) < 40 {
			says = append(says, leagueState(d, &l))
		}
	}
	if len(says) == 0 {
		return desk.AnswerInfo(engine.Say("house.league-no-leagues"))
	}
	return desk.AnswerInfo(says...)
}

// join enters the sender into the season. After the draw they come into the next late groups.
func join(d *desk.Desk, l *leagueLine) desk.Result {
	if d.Player == nil {
		return desk.Refuse("house.league-operator-joins-not")
	}
	if l.league.EndedAt != nil {
		return desk.Refuse("house.league-ended", "league", l.league.Name)
	}
	e := d.W.Entrant(l.season.ID, d.Player.ID)
	if e.Plays() {
		return desk.AnswerDone(engine.Say("house.league-in-already", "league", l.league.Name, "name", e.Name))
	}
	e = enter(d, l.season, e, d.From, false)
	return desk.AnswerDone(entered(d, l.league, l.season, e)...)
}

// enter saves the sender as an entrant of a season. e is their entry so far, nil if they have none.
func enter(d *desk.Desk, s *model.Season, e *model.Entrant, address string, substitute bool) *model.Entrant {
	return season.EnterPlayer(d.W, s, e, d.Player, naming(d, s).NameOf(d.Display(), d.From), address, substitute)
}

// naming returns what decides whether names of a season's entrants are usable.
func naming(d *desk.Desk, s *model.Season) table.Naming {
	return table.Naming{Games: season.SeasonGames(s, d.House.Games), Langs: []string{d.Lang}}
}

// entered tells an entrant what happens next.
func entered(d *desk.Desk, l *model.League, s *model.Season, e *model.Entrant) []engine.Phrase {
	pairs := []any{"league", l.Name, "season", s.No, "name", e.Name}
	what := engine.Say("house.league-late", pairs...)
	switch e.State {
	case model.EntrantEntered:
		what = engine.Say("house.league-entered", append(pairs, "until", engine.FormatMoment(s.MusterAt), "at", engine.FormatMoment(s.StartsAt))...)
	case model.EntrantSubstitute:
		what = engine.Say("house.league-substitutes", pairs...)
	}
	return append([]engine.Phrase{what, engine.Say("house.league-private")}, naming(d, s).Lettered(e.Name)...)
}

// leave takes the sender out of a season. After the draw it asks first.
func leave(d *desk.Desk, l *leagueLine) desk.Result {
	if d.Player == nil {
		return desk.Refuse("house.league-operator-joins-not")
	}
	e := d.W.Entrant(l.season.ID, d.Player.ID)
	if e == nil || e.State == model.EntrantDropped || e.State == model.EntrantDeclined {
		return desk.Refuse("house.league-not-in", "league", l.league.Name)
	}
	if l.season.DrawnAt != nil && e.State == model.EntrantEntered && !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-leave-sure", "league", l.league.Name))
	}
	season.DropEntrant(d.W, l.season, e)
	return desk.AnswerDone(engine.Say("house.league-left", "league", l.league.Name))
}

// LeaveAllSeasons takes a player out of all seasons that are open.
func LeaveAllSeasons(w *world.Tx, player int64) {
	for _, e := range w.OpenEntries(player) {
		if s := w.LockSeason(e.Season); s != nil && e.State != model.EntrantDropped && e.State != model.EntrantDeclined {
			season.DropEntrant(w, s, &e)
		}
	}
}

// AnswerInvitation carries out the yes or no of somebody whom an imported list named.
func AnswerInvitation(d *desk.Desk, ask *model.Ask, yes bool) desk.Result {
	in := world.DecodeJSON[season.Invite]("a league's question", ask.Params)
	s := d.W.LockSeason(in.Season)
	if s == nil {
		return desk.Refuse("house.nothing-asked")
	}
	l := d.W.League(s.League)
	e := d.W.Entrant(s.ID, ask.Player)
	switch {
	case e == nil || s.State == model.SeasonClosed || l.EndedAt != nil:
		return desk.Refuse("house.league-ended", "league", l.Name)
	case e.State != model.EntrantInvited:
		return desk.AnswerDone(engine.Say("house.league-in-already", "league", l.Name, "name", e.Name))
	case !yes:
		e.State = model.EntrantDeclined
		d.W.SaveEntrants([]model.Entrant{*e})
		return desk.AnswerDone(engine.Say("house.league-declined", "league", l.Name))
	}
	e = enter(d, s, e, in.Address, false)
	return desk.AnswerDone(entered(d, l, s, e)...)
}

// RepeatInvitation says again what an ask of kind "league" is about; nil if there is nothing left to answer.
func RepeatInvitation(d *desk.Desk, ask *model.Ask) []engine.Phrase {
	s := d.W.Season(world.DecodeJSON[season.Invite]("a league's question", ask.Params).Season)
	if s == nil {
		return nil
	}
	l, e := d.W.League(s.League), d.W.Entrant(s.ID, ask.Player)
	if e == nil || e.State != model.EntrantInvited || s.State == model.SeasonClosed || l.EndedAt != nil {
		return nil
	}
	return season.DescribeInvitation(l, s, e)
}

// substitute enters the sender as a substitute. For an organiser it puts one entrant in another's place:
// "league substitute winter Bo with Cy".
func substitute(d *desk.Desk, l *leagueLine) desk.Result {
	if len(l.rest) > 0 {
		return putInPlace(d, l)
	}
	if d.Player == nil {
		return desk.Refuse("house.league-operator-joins-not")
	}
	e := d.W.Entrant(l.season.ID, d.Player.ID)
	if e.Plays() {
		return desk.Refuse("house.league-in-already", "league", l.league.Name, "name", e.Name)
	}
	e = enter(d, l.season, e, d.From, true)
	return desk.AnswerDone(entered(d, l.league, l.season, e)...)
}

// putInPlace drops one entrant and gives their remaining groups to another.
func putInPlace(d *desk.Desk, l *leagueLine) desk.Result {
	if len(l.rest) != 3 || l.rest[1] != "with" {
		return desk.Refuse("house.league-substitute-form", "league", engine.NormaliseText(l.league.Name))
	}
	if !d.Organises(l.league) {
		return desk.Refuse("house.league-organiser-only", "league", l.league.Name)
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
	if !d.Sure {
		return d.AskIfSure(l.line, engine.Say("house.league-substitute-sure", "league", l.league.Name, "name", from.Name, "with", to.Name))
	}
	season.ReplaceEntrant(d.W, l.season, from, to)
	return desk.AnswerDone(engine.Say("house.league-substituted", "league", l.league.Name, "name", from.Name, "with", to.Name))
}

// MeansLeague reports whether "join …" means a league: "join league winter", or "join winter" if there is a league
// of that name and it is not the word of the current lobby.
func MeansLeague(d *desk.Desk, rest string) (name string, meant bool) {
	words := strings.Fields(rest)
	switch {
	case len(words) > 0 && (words[0] == "league" || words[0] == "leagues"):
		return strings.Join(words[1:], " "), true
	case len(words) != 1 || d.Table != nil && words[0] == engine.NormaliseText(d.Table.Row.Word):
		return "", false
	}
	l := leagueNamed(d, words[0])
	return words[0], l != nil
}

// AskWhatToJoin asks what to join and offers leagues that could be meant.
func AskWhatToJoin(d *desk.Desk, word string) desk.Result {
	near := nearLeagues(d, "league join", func(l *model.League, name string) bool {
		return l.EndedAt == nil && (word == "" || engine.EditDistance(name, word) <= 2)
	})
	return desk.Refuse("house.join-which").Offering(near...)
}
