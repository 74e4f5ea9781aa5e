// Package tally counts what a finished match adds to the statistics: which sides and which seats won, how
// long it took, and how often somebody's time ran out. It only counts; the house stores the counts and adds
// them up.
package tally

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"pitpost.example/engine"
)

// Count is one number of a match: N cases of a key, and the sum of a value over these cases.
type Count struct {
	What  string `json:"what"`
	Key   string `json:"key"`
	N     int64  `json:"n"`
	Total int64  `json:"total"` // the sum over the cases
}

// The kinds of counts.
const (
	Matches = "match"  // N matches; Total is their turns
	Side    = "side"   // N rounds won by the side in the key, "" for nobody
	Role    = "role"   // N times a seat was on the side in the key; Total of them won
	Place   = "place"  // N seats at this position after the starting player, who is 1; Total of them won the match
	Turns   = "turns"  // N matches; the key is the number of turns, rounded down to a multiple of TurnsAKey
	Days    = "days"   // N matches that took at most this many days
	Misses  = "misses" // N times that a seat's time ran out; the key is what was done then
	Choices = "choice" // N choices by people
)

// days are the keys of Days. Longer matches count under the last one.
var days = []int{1, 3, 7, 14, 21, 30, 60, 90, 365}

// TurnsAKey is the number of match lengths, in turns, that share a key.
const TurnsAKey = 10

// CountMatch counts a finished match. It returns nil if the match has no result.
func CountMatch(whole *engine.Match) []Count {
	if whole.State() == nil || whole.State().Result() == nil {
		return nil
	}
	c := counter{counts: map[[2]string]*Count{}}
	for past, f := range whole.Replay(whole.Standing()) {
		c.fact(past, f)
	}
	turns := whole.State().View("").Turn - 1
	c.add(Matches, "", 1, turns)
	c.add(Turns, strconv.Itoa(turns/TurnsAKey*TurnsAKey), 1, turns)
	if !c.first.IsZero() {
		c.add(Days, daysKey(c.last.Sub(c.first)), 1, int(c.last.Sub(c.first)/(24*time.Hour)))
	}
	c.places(whole)
	return c.list()
}

type counter struct {
	counts      map[[2]string]*Count
	starter     string
	first, last time.Time
}

func (c *counter) add(what, key string, n, total int) {
	at := [2]string{what, key}
	if c.counts[at] == nil {
		c.counts[at] = &Count{What: what, Key: key}
	}
	c.counts[at].N += int64(n)
	c.counts[at].Total += int64(total)
}

func (c *counter) fact(past *engine.Match, f engine.Fact) {
	if c.first.IsZero() {
		c.first = f.At
	}
	c.last = f.At
	if e, ok := f.Event.(engine.Missed); ok && e.By == "" {
		c.add(Misses, e.Outcome, 1, 0)
	}
	if state := past.State(); state != nil {
		if deal, ok := f.Event.(engine.Dealing); ok && c.starter == "" {
			c.starter = deal.Opens()
		}
		c.round(past, f)
		if chair := past.Chair(f.Seat); chair != nil && !chair.Bot && state.Chosen(f) {
			c.add(Choices, "", 1, 0)
		}
	}
}

func (c *counter) round(past *engine.Match, f engine.Fact) {
	of, won, ok := past.Sides(f)
	if !ok || won == "" && past.GaveUp(f) { // a round that all gave up says nothing about its sides
		return
	}
	c.add(Side, won, 1, 0)
	for _, side := range of {
		c.add(Role, side, 1, 0)
		if won == side {
			c.add(Role, side, 0, 1)
		}
	}
}

// places counts who won, by the position after the starting player.
func (c *counter) places(whole *engine.Match) {
	names := whole.Names()
	from, winners := slices.Index(names, c.starter), whole.State().Result().Winners
	if from < 0 || len(winners) == 0 { // nobody won a match that all gave up
		return
	}
	for i := range names {
		won := 0
		if slices.Contains(winners, names[(from+i)%len(names)]) {
			won = 1
		}
		c.add(Place, strconv.Itoa(i+1), 1, won)
	}
}

// list returns the counts in a fixed order.
func (c *counter) list() []Count {
	sorted := slices.SortedFunc(maps.Values(c.counts), func(a, b *Count) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Key, b.Key))
	})
	return engine.MapList(sorted, func(n *Count) Count { return *n })
}

func daysKey(took time.Duration) string {
	i := slices.IndexFunc(days[:len(days)-1], func(d int) bool { return took <= time.Duration(d)*24*time.Hour })
	if i < 0 {
		i = len(days) - 1
	}
	return strconv.Itoa(days[i])
}
