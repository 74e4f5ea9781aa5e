package forecast

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"
)

// Match describes a match for a forecast.
type Match struct {
	Seats, Turns int // Turns counts those of all seats together
	Pace, Bank   time.Duration
	// Remind lists how long after its turn began a seat is reminded.
	Remind []time.Duration
}

// Season describes when the matches of a season begin. Each player is in Groups of them, AtOnce at the same
// time. The next matches begin Round after those before, spread over Waves.
type Season struct {
	Players        int
	Groups, AtOnce int
	Round, Waves   time.Duration
	// In returns a match of a round, counted from 1.
	In func(round int) Match
}

// Outlook is a forecast.
type Outlook struct {
	// Half of the matches take at most Half, nine in ten at most Most.
	Half, Most time.Duration
	// Lasts is the time from the first match's start to the last one's end.
	Lasts time.Duration
	// Turns counts turns of people (not bots), Missed those not answered in time.
	Turns, Missed int
	// Busy holds the letters of the busiest day.
	Busy Letters
}

// Letters counts the letters of one day.
type Letters struct {
	Digests   int // about turns and the ends of matches
	Receipts  int
	Reminders int
	Others    int // starts of matches, news of the table, weekly standings
}

// Total returns the number of all letters.
func (l Letters) Total() int { return l.Digests + l.Receipts + l.Reminders + l.Others }

// Needed returns the number of letters that must not wait. Others are sent last if there is a limit.
func (l Letters) Needed() int { return l.Digests + l.Receipts + l.Reminders }

// lastTakes caches the last result of Takes, because opening a match asks for each guest, and most matches are
// alike.
var lastTakes atomic.Pointer[taken]

type taken struct {
	like  string
	takes time.Duration
}

// Takes returns within which time half of such matches end, if the players have no other match.
func (m Match) Takes() time.Duration {
	const matches = 21
	like := fmt.Sprint(m)
	if last := lastTakes.Load(); last != nil && last.like == like {
		return last.takes
	}
	takes := Season{Players: matches * m.Seats, Groups: 1, In: func(int) Match { return m }}.Look(1, time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)).Half
	lastTakes.Store(&taken{like, takes})
	return takes
}

// enough is the number of players that is simulated at most; larger seasons are scaled up.
const enough = 240

// Look simulates a season from a day on: turns, answers and times, but no game. The same seed gives the same
// outlook. For large seasons it simulates a part and scales the counts up.
func (s Season) Look(seed uint64, from time.Time) Outlook {
	if all := s.Players; all > enough {
		s.Players = enough
		return s.Look(seed, from).times(all, enough)
	}
	look := &simulation{people: SimulatePeople(s.Players, seed, from), odds: rand.New(rand.NewPCG(seed, 5)), days: map[int]*Letters{}, from: from}
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
	for _, day := range slices.Sorted(maps.Keys(look.days)) { // the first of equally busy days wins
		l := look.days[day]
		l.Others += (s.Players + 6) / 7 // weekly standings
		if l.Total() > out.Busy.Total() {
			out.Busy = *l
		}
	}
	return out
}

// times scales the counts from one number of players to another.
func (o Outlook) times(players, of int) Outlook {
	for _, n := range []*int{&o.Turns, &o.Missed, &o.Busy.Digests, &o.Busy.Receipts, &o.Busy.Reminders, &o.Busy.Others} {
		*n = *n * players / of
	}
	return o
}

// simulation is a season while it is played.
type simulation struct {
	people        []Person
	odds          *rand.Rand
	from          time.Time
	days          map[int]*Letters
	turns, missed int
}

func (k *simulation) lettersOn(at time.Time) *Letters {
	n := int(at.Sub(k.from) / day)
	if k.days[n] == nil {
		k.days[n] = &Letters{}
	}
	return k.days[n]
}

const (
	turnsANote  = 4  // once in how many turns a table hears something other than turns and receipts
	turnsARound = 10 // turns of a seat after which a new round refills its reserve
)

// play simulates a match between some people and returns when it ends.
func (k *simulation) play(m Match, group []int, at time.Time) time.Time {
	bank, planned, bots, misses := make([]time.Duration, len(group)), make([]bool, len(group)), make([]bool, len(group)), make([]int, len(group))
	k.lettersOn(at).Others += len(group)
	for turn := range m.Turns * len(group) / max(1, m.Seats) {
		seat := turn % len(group)
		p := &k.people[group[seat]]
		if turn%(turnsARound*len(group)) == 0 {
			bank = slices.Repeat([]time.Duration{m.Bank}, len(group))
		}
		if bots[seat] {
			continue
		}
		k.turns++
		if planned[seat] {
			planned[seat] = false
			continue
		}
		k.lettersOn(at).Digests++
		answer, due := p.Answers(at, k.odds), at.Add(m.Pace+bank[seat])
		for _, after := range m.Remind {
			if said := at.Add(after); answer.After(said) {
				k.lettersOn(said).Reminders++
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
		k.lettersOn(at).Receipts++
		if turn%turnsANote == 0 {
			k.lettersOn(at).Others++
		}
		planned[seat] = p.PlansNow(k.odds)
	}
	k.lettersOn(at).Digests += len(group)
	return at
}
