// Package forecast says what to expect of people who play by mail: how soon they answer, how many
// miss a turn, plan ahead, go away or leave, and what a season of a league comes to with them.
//
// The model of people is this file alone. Where it has its figures from:
//
//   - Kooti and others, "Evolution of Conversations in the Age of Email Overload" (2015), 16 billion
//     letters of two million people: replies are spread over many orders of magnitude, half of them
//     come within an hour of a letter that calls for one and nine in ten within a day or two; fewer
//     come at night and at weekends. A move asks for thought and is no duty, so that the half of them
//     comes within six hours here, and the spread is theirs.
//   - Nelson, "A Study in Non-Orphaned Games" (1995), 353 games of seven by post and network: 2.0 to
//     2.6 seats of a game change hands in the years that one takes; one in ten a year is gone for good.
//   - Hartl on games of the same kind on the web: who leaves seldom says so, and turns are missed in
//     each of ten games.
//   - The counts that e4ec.org, a chess club by mail, has published since 2002: 1.56 letters out for
//     each letter in, which a season here is compared with.
//
// Nobody has published how many plan ahead, tell of a holiday or answer a reminder: those are our
// guesses, said to be so where they stand.
package forecast

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

const day = 24 * time.Hour

// What people are like, all of them together. Answers come after so much time awake, spread as a
// log-normal is: half before its median, and a tenth after what a day has of waking hours.
const (
	median   = 6 * time.Hour // awake, from letter to answer
	within   = 0.48          // how far one's own answers are spread, in sigmas
	between  = 0.25          // how far people differ
	leaves   = 0.10          // of them leave within a year
	silently = 0.70          // of who leaves says nothing
	planners = 1.0 / 3       // plan ahead
	freeDays = 0.25          // read no mail on Saturdays and Sundays
	bounces  = 0.05          // have a mailbox that refuses letters for some days of a year
)

// Guesses.
const (
	tells     = 0.60          // of holidays are told to the house
	reacts    = 0.60          // of reminders bring an answer soon
	soon      = 2 * time.Hour // that is, awake, half of the time
	plans     = 0.50          // of a planner's letters hold a plan
	orders    = 0.20          // give a standing order where a game takes one
	standins  = 0.10          // are ready to stand in
	volunteer = 0.50          // of who is asked to take a seat over does
)

// Span is from a moment up to another.
type Span struct{ From, To time.Time }

// Holds says whether a moment lies in it.
func (s Span) Holds(at time.Time) bool { return !at.Before(s.From) && at.Before(s.To) }

// Person is somebody as they answer mail.
type Person struct {
	// East is how far east of Greenwich they live: Europe, the Americas, Asia and Australia.
	East time.Duration
	// Wakes is when they first look at mail, by their own clock, and Awake for how long.
	Wakes, Awake time.Duration
	// Pace is how much longer than others they take.
	Pace float64
	// FreeDays says that they read no mail on Saturdays and Sundays.
	FreeDays bool
	// Plans, Orders and StandsIn: see the constants.
	Plans, Orders, StandsIn bool
	// Holidays are when they read no mail, and Told which of them the house is told of.
	Holidays []Span
	Told     []bool
	// Bounces is when letters to them come back; empty for never.
	Bounces Span
	// Leaves is when they leave for good, zero for never; Silent that they do not say so.
	Leaves time.Time
	Silent bool
}

// People are so many for a year, the same for the same seed.
func People(n int, seed uint64, from time.Time) []Person {
	odds := rand.New(rand.NewPCG(seed, 1))
	all := make([]Person, n)
	for i := range all {
		all[i] = person(odds, from)
	}
	return all
}

// zones are hours east of Greenwich on three continents, summer and winter alike.
var zones = [][]int{{0, 1, 1, 1, 2, 3}, {-8, -6, -5, -5, -3}, {5, 8, 9, 10}}

func person(odds *rand.Rand, from time.Time) Person {
	continent := zones[odds.IntN(len(zones))]
	p := Person{
		East: time.Duration(continent[odds.IntN(len(continent))]) * time.Hour, Wakes: 6*time.Hour + time.Duration(odds.IntN(7))*30*time.Minute,
		Awake: 15*time.Hour + time.Duration(odds.IntN(5))*30*time.Minute, Pace: math.Exp(between * odds.NormFloat64()),
		FreeDays: odds.Float64() < freeDays, Plans: odds.Float64() < planners, Orders: odds.Float64() < orders, StandsIn: odds.Float64() < standins,
	}
	for half := range 2 { // a holiday in each half of the year, of five to fourteen days
		begins := from.Add(time.Duration(half*182+odds.IntN(168)) * day)
		p.Holidays = append(p.Holidays, Span{begins, begins.Add(time.Duration(5+odds.IntN(10)) * day)})
		p.Told = append(p.Told, odds.Float64() < tells)
	}
	if odds.Float64() < bounces {
		begins := from.Add(time.Duration(odds.IntN(360)) * day)
		p.Bounces = Span{begins, begins.Add(time.Duration(2+odds.IntN(4)) * day)}
	}
	if odds.Float64() < leaves {
		p.Leaves, p.Silent = from.Add(time.Duration(odds.Int64N(int64(365*day)))), odds.Float64() < silently
	}
	return p
}

// Gone says whether they have left for good.
func (p *Person) Gone(at time.Time) bool { return !p.Leaves.IsZero() && !at.Before(p.Leaves) }

// reads says whether they look at mail at a moment at all.
func (p *Person) reads(at time.Time) bool {
	here := at.Add(p.East)
	if p.FreeDays && (here.Weekday() == time.Saturday || here.Weekday() == time.Sunday) {
		return false
	}
	if slices.ContainsFunc(p.Holidays, func(h Span) bool { return h.Holds(at) }) {
		return false
	}
	since := here.Sub(here.Truncate(day)) - p.Wakes
	if since < 0 {
		since += day
	}
	return since < p.Awake
}

// after is when so much time awake has gone by since a moment, to the quarter of an hour.
func (p *Person) after(at time.Time, awake time.Duration) time.Time {
	const step = 15 * time.Minute
	for {
		left, reads := step, p.reads(at)
		switch {
		case reads && awake <= 0:
			return at
		case reads:
			left = min(step, awake)
			awake -= left
		}
		at = at.Add(max(left, time.Minute))
	}
}

// Answers is when they answer a letter that comes at a moment.
func (p *Person) Answers(at time.Time, odds *rand.Rand) time.Time {
	return p.after(at, time.Duration(p.Pace*math.Exp(within*odds.NormFloat64())*float64(median)))
}

// Reminded is when they answer what they were going to answer later, now that a reminder came.
func (p *Person) Reminded(at, later time.Time, odds *rand.Rand) time.Time {
	if odds.Float64() >= reacts {
		return later
	}
	if early := p.after(at, time.Duration(math.Exp(within*odds.NormFloat64())*float64(soon))); early.Before(later) {
		return early
	}
	return later
}

// PlansNow says whether a letter of theirs holds a plan for the turn after.
func (p *Person) PlansNow(odds *rand.Rand) bool { return p.Plans && odds.Float64() < plans }

// TakesOver says whether they take a seat that is offered to them.
func (p *Person) TakesOver(odds *rand.Rand) bool { return odds.Float64() < volunteer }
