package season

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	dbleague "pitpost.example/db/league"
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

// BusyDays reckons the mail of each season that is not closed and that somebody is in.
func (ls *Leagues) BusyDays(ctx context.Context, store *db.DB) ([]BusyDay, error) {
	all, err := dbleague.Reaches(ctx, store)
	if err != nil {
		return nil, err
	}
	var out []BusyDay
	for _, l := range all {
		rules, err := league.ReadRules(l.Rules)
		if err != nil {
			return nil, err
		}
		if l.Players < rules.Least {
			continue
		}
		m, err := ls.mailOf(&rules, l.Players)
		if err != nil {
			return nil, fmt.Errorf("league %s: %w", l.League, err)
		}
		m.League = l.League
		out = append(out, m)
	}
	return out, nil
}

func (ls *Leagues) mailOf(rules *league.Rules, players int) (BusyDay, error) {
	m := BusyDay{Players: players, Matches: (players*rules.AtOnce + rules.Group - 1) / rules.Group}
	terms, err := ls.Terms(rules.Games[0].Game, termLine(rules.Terms), rules.Group)
	if err != nil {
		return m, err
	}
	perTurn := terms.Pace / 6
	turns := m.Matches * int(24*time.Hour) / int(perTurn)
	length := ls.longest(rules)
	ends := max(1, turns/max(length, 1)) // matches a day
	m.Digests = turns + ends*rules.Group
	m.Receipts = turns
	m.Reminders = turns * remindedOf / 100
	m.Others = ends*rules.Group + (players+6)/7
	return m, nil
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
