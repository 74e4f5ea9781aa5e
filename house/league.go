package house

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// leagueDoes is what a word behind "league" does; organiser says that it is for who runs the
// league (and the operator) alone.
func leagueDoes(word string) (do func(*desk, *leagueLine) answer, organiser bool) {
	switch word {
	case "join":
		return (*desk).leagueJoin, false
	case "leave":
		return (*desk).leagueLeave, false
	case "substitute":
		return (*desk).leagueSubstitute, false
	case "open":
		return (*desk).leagueOpen, true
	case "muster":
		return (*desk).leagueMuster, true
	case "draw":
		return (*desk).leagueDraw, true
	case "close":
		return (*desk).leagueClose, true
	case "end":
		return (*desk).leagueEnd, true
	case "drop":
		return (*desk).leagueDrop, true
	case "organiser":
		return (*desk).leagueOrganiser, true
	}
	return nil, false
}

// leagueLine is one "league …" line as it is carried out.
type leagueLine struct {
	line   command.Line
	league *model.League
	season *model.Season // the latest, locked
	rest   []string      // behind the league's name, folded
}

// league lists the leagues, shows one, or does what the next word says.
func (d *desk) league(line command.Line, rest string) answer {
	words := strings.Fields(rest)
	if len(words) == 0 {
		return d.leagues(line, "")
	}
	word := command.LeagueWord(words[0])
	if word == "" && len(words) == 2 { // "league winter join"
		words[0], words[1] = words[1], words[0]
		word = command.LeagueWord(words[0])
	}
	if word == "" {
		return d.leagueShow(words[0])
	}
	if len(words) == 1 {
		return d.leagueWhich(word)
	}
	l := d.leagueNamed(words[1])
	if l == nil {
		return d.noLeague("league "+word, words[1])
	}
	do, organiser := leagueDoes(word)
	if organiser {
		if !d.organises(l) {
			return answer{state: model.LineRefused, says: []engine.Phrase{say("house.league-organiser-only", "league", l.Name)}}
		}
	}
	d.needPlayerUnlessOperator()
	season := latestSeason(d.w, l)
	return do(d, &leagueLine{line: line, league: l, season: season, rest: words[2:]})
}

func (d *desk) needPlayerUnlessOperator() {
	if d.operator {
		return
	}
	d.needPlayer()
}

// latestSeason reads the season of a league that is under way and holds it. There is always one.
func latestSeason(w *world.Tx, l *model.League) *model.Season {
	s := world.Get(w, world.SeasonOf{League: l.ID, No: 0})
	return world.Get(w, world.LockSeason{ID: s.ID})
}

// organises says whether the words at hand are those of who runs a league.
func (d *desk) organises(l *model.League) bool {
	if d.operator {
		return true
	}
	if d.player == nil {
		return false
	}
	all := world.Get(d.w, world.Organisers{League: l.ID})
	return slices.Contains(all, d.player.ID)
}

// leagueNamed finds a league by its name, as people write names: also in quotation marks; nil
// if there is none.
func (d *desk) leagueNamed(name string) *model.League {
	return world.Get(d.w, world.LeagueNamed{Name: strings.Trim(name, "\"'“”„«»‘’")})
}

// noLeague says that there is no such league, and offers the command with names close to it.
func (d *desk) noLeague(command, name string) answer {
	all := world.Get(d.w, world.Leagues{})
	a := refuse("house.league-none", "league", engine.Clip(name))
	for _, l := range all {
		if len(a.nearest) < 5 && engine.Distance(engine.Normalise(l.Name), engine.Normalise(name)) <= 2 {
			a.nearest = append(a.nearest, command+" "+engine.Normalise(l.Name))
		}
	}
	return a
}

// leagueWhich offers the leagues that a deed without a name could mean.
func (d *desk) leagueWhich(deed string) answer {
	all := world.Get(d.w, world.Leagues{})
	a := refuse("house.league-which", "word", deed)
	for _, l := range all {
		if l.EndedAt == nil && len(a.nearest) < 5 {
			a.nearest = append(a.nearest, "league "+deed+" "+engine.Normalise(l.Name))
		}
	}
	return a
}

// leagues lists what is played here.
func (d *desk) leagues(command.Line, string) answer {
	all := world.Get(d.w, world.Leagues{})
	var says []engine.Phrase
	for i := range all {
		if all[i].EndedAt != nil || len(says) >= 40 {
			continue
		}
		p := d.leagueState(&all[i])
		says = append(says, p)
	}
	if len(says) == 0 {
		return told(say("house.league-no-leagues"))
	}
	return told(says...)
}
