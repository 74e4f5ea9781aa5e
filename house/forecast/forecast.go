package forecast

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"
)

// Match is what a match of a season is like.
type Match struct {
	Seats, Turns int // Turns are those of all seats together
	Pace, Bank   time.Duration
	// Remind are the times after which a seat that has not moved is reminded.
	Remind []time.Duration
}

// Season is when its matches begin: Groups of them for each player, AtOnce side by side, each lot of
// them Round after the one before and spread over Waves.
type Season struct {
	Players        int
	Groups, AtOnce int
	Round, Waves   time.Duration
	// In is the match of a round, from 1.
	In func(round int) Match
}

// Outlook is what a season comes to.
type Outlook struct {
	// Half and Most are how long half of the matches take at most, and nine in ten.
	Half, Most time.Duration
	// Lasts is from the first match's beginning to the last one's end.
	Lasts time.Duration
	// Turns are those of people, Missed of them not answered in time.
	Turns, Missed int
	// Busy is how many letters go out on the busiest day.
	Busy Letters
}

// Letters are those of one day.
type Letters struct {
	Digests   int // turns, and the ends of matches
	Receipts  int
	Reminders int
	Others    int // beginnings of matches, news of the table, weekly standings
}

// Total is all of them.
func (l Letters) Total() int { return l.Digests + l.Receipts + l.Reminders + l.Others }

// Needed is what must not wait: all but the standings and the like, which go last when letters are
// scarce.
func (l Letters) Needed() int { return l.Digests + l.Receipts + l.Reminders }

// lately is what was last found out: one letter that opens a match asks for each guest, and most
// matches are like the one before.
var lately atomic.Pointer[struct {
	like  string
	takes time.Duration
}]

// Takes is how long half of such matches take at most, where people have nothing else to play.
func (m Match) Takes() time.Duration {
	const matches = 21
	like := fmt.Sprint(m)
	if last := lately.Load(); last != nil && last.like == like {
		return last.takes
	}
	takes := Season{Players: matches * m.Seats, Groups: 1, In: func(int) Match { return m }}.Look(1, time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)).Half
	lately.Store(&struct {
		like  string
		takes time.Duration
	}{like, takes})
	return takes
}

// enough players say how a season of more of them goes.
const enough = 240

// Look plays a season from a day on with people as they are: turns, answers and times, without a
// game. The same seed gives the same outlook. Of a season of many players it plays a part, and
// counts turns and letters for all.
func (s Season) Look(seed uint64, from time.Time) Outlook {
	if all := s.Players; all > enough {
		s.Players = enough
		return s.Look(seed, from).times(all, enough)
	}
	look := &looking{people: People(s.Players, seed, from), odds: rand.New(rand.NewPCG(seed, 5)), days: map[int]*Letters{}, from: from}
	var lasted []time.Duration
	end := from
	for round := 1; round <= s.Groups; round++ {
		m := s.In(round)
		order := look.odds.Perm(s.Players)
		opens := from.Add(s.Round * time.Duration((round-1)/max(1, s.AtOnce)))
		groups := slices.Collect(slices.Chunk(order, max(1, m.Seats)))
		for i, group := range groups {
			begins := opens.Add(s.Waves / time.Duration(len(groups)) * time.Duration(i))
			ended := look.play(m, group, begins)
			lasted = append(lasted, ended.Sub(begins))
			if ended.After(end) {
				end = ended
			}
		}
	}
	out := Outlook{Lasts: end.Sub(from), Turns: look.turns, Missed: look.missed}
	if slices.Sort(lasted); len(lasted) > 0 {
		out.Half, out.Most = lasted[len(lasted)/2], lasted[len(lasted)*9/10]
	}
	for _, day := range slices.Sorted(maps.Keys(look.days)) { // of days as busy the first
		l := look.days[day]
		l.Others += (s.Players + 6) / 7 // standings
		if l.Total() > out.Busy.Total() {
			out.Busy = *l
		}
	}
	return out
}

// times is the outlook where so many play in place of so many.
func (o Outlook) times(players, of int) Outlook {
	for _, n := range []*int{&o.Turns, &o.Missed, &o.Busy.Digests, &o.Busy.Receipts, &o.Busy.Reminders, &o.Busy.Others} {
		*n = *n * players / of
	}
	return o
}

// looking is a season that is being played.
type looking struct {
	people        []Person
	odds          *rand.Rand
	from          time.Time
	days          map[int]*Letters
	turns, missed int
}

func (k *looking) on(at time.Time) *Letters {
	n := int(at.Sub(k.from) / day)
	if k.days[n] == nil {
		k.days[n] = &Letters{}
	}
	return k.days[n]
}

const (
	turnsANote  = 4  // a table hears something beside turns and receipts after so many
	turnsARound = 10 // of a seat, after which a new round gives the reserve anew
)

// play plays a match of some people and says when it ends.
func (k *looking) play(m Match, group []int, at time.Time) time.Time {
	bank, planned, bots, misses := make([]time.Duration, len(group)), make([]bool, len(group)), make([]bool, len(group)), make([]int, len(group))
	k.on(at).Others += len(group)
	for turn := range m.Turns * len(group) / max(1, m.Seats) {
		seat := turn % len(group)
		p := &k.people[group[seat]]
		if turn%(turnsARound*len(group)) == 0 {
			for i := range bank {
				bank[i] = m.Bank
			}
		}
		if bots[seat] {
			continue
		}
		k.turns++
		if planned[seat] {
			planned[seat] = false
			continue
		}
		k.on(at).Digests++
		answer, due := p.Answers(at, k.odds), at.Add(m.Pace+bank[seat])
		for _, after := range m.Remind {
			if said := at.Add(after); answer.After(said) {
				k.on(said).Reminders++
				answer = p.Reminded(said, answer, k.odds)
			}
		}
		if p.Gone(at) || answer.After(due) {
			k.missed++
			at, bank[seat] = due, 0
			misses[seat]++
			bots[seat] = p.Gone(at) && misses[seat] > 1
			continue
		}
		if over := answer.Sub(at) - m.Pace; over > 0 {
			bank[seat] -= over
		}
		at, misses[seat] = answer, 0
		k.on(at).Receipts++
		if turn%turnsANote == 0 {
			k.on(at).Others++
		}
		planned[seat] = p.PlansNow(k.odds)
	}
	k.on(at).Digests += len(group)
	return at
}
