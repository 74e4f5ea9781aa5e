// Package leagues is what players and organisers say of leagues by mail: entering and leaving,
// opening and closing seasons, standings. The seasons themselves run in package season.
package leagues

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// leagueDoes is what the words behind "league" do; organiser says that one is for who runs the
// league (and the operator) alone.
var leagueDoes = map[string]struct {
	do        func(*desk.Desk, *leagueLine) desk.Answer
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
	"organiser":  {shareOrganising, true},
}

// leagueLine is one "league …" line as it is carried out.
type leagueLine struct {
	line   command.Line
	league *model.League
	season *model.Season // the latest, locked
	rest   []string      // behind the league's name, folded
}

// League lists the leagues, shows one, or does what the next word says.
func League(d *desk.Desk, line command.Line, rest string) desk.Answer {
	words := strings.Fields(rest)
	if len(words) == 0 {
		return Leagues(d, line, "")
	}
	word := command.LeagueWord(words[0])
	if word == "" && len(words) == 2 { // "league winter join"
		words[0], words[1] = words[1], words[0]
		word = command.LeagueWord(words[0])
	}
	if word == "" {
		return leagueShow(d, words[0])
	}
	if len(words) == 1 {
		return leagueWhich(d, word)
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

// leagueNamed finds a league by its name, as people write names: also in quotation marks; nil
// if there is none.
func leagueNamed(d *desk.Desk, name string) *model.League {
	return world.Get(d.W, world.LeagueNamed{Name: strings.Trim(name, "\"'“”„«»‘’")})
}

// noLeague says that there is no such league, and offers the command with names close to it.
func noLeague(d *desk.Desk, command, name string) desk.Answer {
	a := desk.Refuse("house.league-none", "league", engine.Clip(name))
	a.Nearest = nearLeagues(d, command, func(_ *model.League, known string) bool { return engine.Distance(known, engine.Normalise(name)) <= 2 })
	return a
}

// nearLeagues are commands about leagues that somebody may mean, five at most.
func nearLeagues(d *desk.Desk, command string, may func(l *model.League, name string) bool) (near []string) {
	for _, l := range world.Get(d.W, world.Leagues{}) {
		if name := engine.Normalise(l.Name); len(near) < 5 && may(&l, name) {
			near = append(near, command+" "+name)
		}
	}
	return near
}

// leagueWhich offers the leagues that a deed without a name could mean.
func leagueWhich(d *desk.Desk, deed string) desk.Answer {
	a := desk.Refuse("house.league-which", "command", deed)
	a.Nearest = nearLeagues(d, "league "+deed, func(l *model.League, _ string) bool { return l.EndedAt == nil })
	return a
}

// Leagues lists what is played here.
func Leagues(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	var says []engine.Phrase
	for _, l := range world.Get(d.W, world.Leagues{}) {
		if l.EndedAt == nil && len(says) < 40 {
			says = append(says, leagueState(d, &l))
		}
	}
	if len(says) == 0 {
		return desk.Told(engine.Say("house.league-no-leagues"))
	}
	return desk.Told(says...)
}
