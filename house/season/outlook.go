package season

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/forecast"
	"pitpost.example/model"
)

// Outlook is what to expect of a season of a league.
type Outlook struct {
	League  string
	Players int
	Matches int // at once
	Closes  time.Duration
	forecast.Outlook
}

// Outlook reckons how long a season will take by its rules and how many are in it, and how many letters
// it needs, with people as package forecast knows them; nil for a season that has too few.
func (ls *Leagues) Outlook(name string, written json.RawMessage, players int, from time.Time) (*Outlook, error) {
	rules, err := league.ReadRules(written)
	if err != nil || players < rules.Least {
		return nil, err
	}
	terms := make([]model.Terms, rules.Groups)
	for i := range terms {
		if terms[i], err = ls.Terms(rules.PlayIn(i+1).Game, termLine(rules.Terms), rules.Group); err != nil {
			return nil, fmt.Errorf("league %s: %w", name, err)
		}
	}
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	look := forecast.Season{Players: players, Groups: rules.Groups, AtOnce: rules.AtOnce, Round: days(rules.Calendar.Round), Waves: days(rules.Calendar.Waves),
		In: func(round int) forecast.Match {
			p := rules.PlayIn(round)
			return Expect(ls.Games(p.Game), engine.Setup{Edition: p.Edition, Options: p.Options}, rules.Group, terms[round-1])
		}}
	return &Outlook{League: name, Players: players, Matches: (players*rules.AtOnce + rules.Group - 1) / rules.Group, Closes: days(rules.Calendar.Season), Outlook: look.Look(1, from)}, nil
}

// Expect is what a match is like as far as its clocks and its length go.
func Expect(game engine.Game, setup engine.Setup, seats int, terms model.Terms) forecast.Match {
	m := forecast.Match{Seats: seats, Turns: 10 * seats, Pace: terms.Pace, Bank: terms.Bank}
	if game, ok := game.(engine.Lasting); ok {
		m.Turns, _ = game.Turns(setup, seats)
	}
	began := time.Unix(0, 0)
	clock := engine.Clock{Began: began, Soft: began.Add(terms.Pace), Due: began.Add(terms.Pace + terms.Bank)}
	for _, at := range clock.Reminders(terms.Remind, engine.ParseSpan) {
		m.Remind = append(m.Remind, at.Sub(began))
	}
	return m
}
