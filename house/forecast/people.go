// Package forecast predicts how people play by mail: how soon they answer, how many miss a turn, plan ahead,
// go away or leave, and what that means for a season of a league.
//
// The model of people is in this file. Its figures come from:
//
//   - Kooti and others, "Evolution of Conversations in the Age of Email Overload" (2015), 16 billion
//     letters of two million people: the times to reply spread over many orders of magnitude. Half of the
//     replies come within an hour of a letter that calls for one, nine in ten within a day or two, and
//     fewer at night and at weekends. A move needs thought and is no duty, so we take six hours for half
//     of them, with the same spread.
//   - Nelson, "A Study in Non-Orphaned Games" (1995), 353 games of seven players by post and network: 2.0
//     to 2.6 seats change hands in a game, which takes years; one player in ten leaves for good in a year.
//   - Hartl on similar games on the web: people who leave rarely say so, and some turn is missed in every
//     game.
//   - The statistics of e4ec.org, a chess club by mail, since 2002: 1.56 letters out for each letter in.
//     We compare a season with that.
//
// Nobody has published how many people plan ahead, announce a holiday or answer a reminder. Those figures are
// our guesses and are marked as such.
package forecast

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

const day = 24 * time.Hour

// What people are like on average. The time to answer is counted while they are awake and has a log-normal
// distribution: half answer before the median, and a tenth after all waking hours of a day.
const (
	median   = 6 * time.Hour // awake, from letter to answer
	within   = 0.48          // spread of one person's answers, in sigmas
	between  = 0.25          // spread between people
	leaves   = 0.10          // share that leaves within a year
	silently = 0.70          // share of these that does not say so
	planners = 1.0 / 3       // share that plans ahead
	freeDays = 0.25          // share that reads no mail on Saturdays and Sundays
	bounces  = 0.05          // share whose mailbox refuses letters for some days in a year
)

// Our guesses.
const (
	tells    = 0.60          // share of holidays that the house is told of
	reacts   = 0.60          // share of reminders that are answered soon
	soon     = 2 * time.Hour // median of these, awake
	plans    = 0.50          // share of a planner's letters with a plan
	orders   = 0.20          // share that gives standing orders, if a game takes them
	standins = 0.10          // share that is ready to stand in
)

// Span is the time from From up to, but not including, To.
type Span struct{ From, To time.Time }

// Holds reports whether a moment lies in the span.
func (s Span) Holds(at time.Time) bool { return !at.Before(s.From) && at.Before(s.To) }

// Person is how one simulated person answers mail.
type Person struct {
	// East is their offset from UTC: in Europe, the Americas, or Asia and Australia.
	East time.Duration
	// Wakes is the local time at which they first look at mail, and Awake how long they look at it.
	Wakes, Awake time.Duration
	// Pace is the factor by which they are slower than others.
	Pace float64
	// FreeDays means that they read no mail on Saturdays and Sundays.
	FreeDays bool
	// Plans, Orders and StandsIn mean that they plan ahead, give standing orders and stand in.
	Plans, Orders, StandsIn bool
	// Holidays are when they read no mail; Told says of each whether the house was told.
	Holidays  []Span
	Announced []bool
	// Bounces is when letters to them bounce; empty for never.
	Bounces Span
	// Leaves is when they leave for good, zero for never. Silent means that they do not say so.
	Leaves time.Time
	Silent bool
}

// SimulatePeople returns n people for a year from a day on, the same ones for the same seed.
func SimulatePeople(n int, seed uint64, from time.Time) []Person {
	odds := rand.New(rand.NewPCG(seed, 1))
	all := make([]Person, n)
	for i := range all {
		all[i] = person(odds, from)
	}
	return all
}

// zones holds UTC offsets in hours, by continent; there is no summer time.
var zones = [][]int{{0, 1, 1, 1, 2, 3}, {-8, -6, -5, -5, -3}, {5, 8, 9, 10}}

func person(odds *rand.Rand, from time.Time) Person {
	continent := zones[odds.IntN(len(zones))]
	p := Person{
		East: time.Duration(continent[odds.IntN(len(continent))]) * time.Hour, Wakes: 6*time.Hour + time.Duration(odds.IntN(7))*30*time.Minute,
		Awake: 15*time.Hour + time.Duration(odds.IntN(5))*30*time.Minute, Pace: math.Exp(between * odds.NormFloat64()),
		FreeDays: odds.Float64() < freeDays, Plans: odds.Float64() < planners, Orders: odds.Float64() < orders, StandsIn: odds.Float64() < standins,
	}
	for half := range 2 { // a holiday of five to fourteen days in each half of the year
		begins := from.Add(time.Duration(half*182+odds.IntN(168)) * day)
		p.Holidays = append(p.Holidays, Span{begins, begins.Add(time.Duration(5+odds.IntN(10)) * day)})
		p.Announced = append(p.Announced, odds.Float64() < tells)
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

// Gone reports whether they have left for good.
func (p *Person) Gone(at time.Time) bool { return !p.Leaves.IsZero() && !at.Before(p.Leaves) }

// reads reports whether they look at mail at this moment.
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

// after returns when they have been awake for that long since a moment. It counts in steps of a quarter of an
// hour.
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

// Answers returns when they answer a letter that comes at a moment.
func (p *Person) Answers(at time.Time, odds *rand.Rand) time.Time {
	return p.after(at, time.Duration(p.Pace*math.Exp(within*odds.NormFloat64())*float64(median)))
}

// Reminded returns when they answer after a reminder, if they were going to answer at later.
func (p *Person) Reminded(at, later time.Time, odds *rand.Rand) time.Time {
	if odds.Float64() >= reacts {
		return later
	}
	if early := p.after(at, time.Duration(math.Exp(within*odds.NormFloat64())*float64(soon))); early.Before(later) {
		return early
	}
	return later
}

// PlansNow reports whether a letter of theirs has a plan for the next turn.
func (p *Person) PlansNow(odds *rand.Rand) bool { return p.Plans && odds.Float64() < plans }
