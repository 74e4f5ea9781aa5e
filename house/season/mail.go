package season

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
)

// BusyDay reckons the letters that a season sends on a busy day: all its matches are
// under way, and people answer in a sixth of the time they have.
type BusyDay struct {
	League    string
	Players   int
	Matches   int // at once
	Digests   int // turns, and the ends of matches
	Receipts  int
	Reminders int
	Others    int // beginnings of matches, weekly standings
}

// Total is all of them.
func (m BusyDay) Total() int { return m.Digests + m.Receipts + m.Reminders + m.Others }

// Needed is what must not wait: all but the standings and the like, which go last when
// letters are scarce.
func (m BusyDay) Needed() int { return m.Digests + m.Receipts + m.Reminders }

// remindedOf is how many turns in a hundred come to a reminder: some 6 to 31 are missed.
const remindedOf = 25

// BusyDay reckons the mail of a season by its rules and how many are in it; nil for a season
// that has too few.
func (ls *Leagues) BusyDay(name string, written json.RawMessage, players int) (*BusyDay, error) {
	rules, err := league.ReadRules(written)
	if err != nil || players < rules.Least {
		return nil, err
	}
	terms, err := ls.Terms(rules.Games[0].Game, termLine(rules.Terms), rules.Group)
	if err != nil {
		return nil, fmt.Errorf("league %s: %w", name, err)
	}
	m := BusyDay{League: name, Players: players, Matches: (players*rules.AtOnce + rules.Group - 1) / rules.Group}
	perTurn := terms.Pace / 6
	turns := m.Matches * int(24*time.Hour) / int(perTurn)
	ends := max(1, turns/max(ls.longest(&rules), 1)) // matches a day
	m.Digests = turns + ends*rules.Group
	m.Receipts = turns
	m.Reminders = turns * remindedOf / 100
	m.Others = ends*rules.Group + (players+6)/7
	return &m, nil
}

// longest is how many turns the longest game of the mix takes.
func (ls *Leagues) longest(rules *league.Rules) int {
	most := 10 * rules.Group
	for i, p := range rules.Games {
		game, ok := ls.Games(p.Game).(engine.Lasting)
		if !ok {
			continue
		}
		turns, _ := game.Turns(engine.Setup{Edition: p.Edition, Options: p.Options}, rules.Group)
		if i == 0 || turns > most {
			most = turns
		}
	}
	return most
}
