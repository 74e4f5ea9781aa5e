package rating

import (
	"math"
	"slices"

	"pitpost.example/engine"
)

// Match is what ratings need to know of one match.
type Match struct {
	Game string
	// Entries are the players rated by their final places; empty if the match is not rated.
	Entries []Entry
	// Rounds are the rounds that sides won or lost, in the order they were played.
	Rounds []Round
	// Turns counts each player's turns, made and missed, even if the match is not rated.
	Turns []Turns
}

// Entry is a player and their place, from 1. Players with equal places tie.
type Entry struct {
	Player int64
	Place  int
}

// Round is one round between sides. Won is the role that won, or "" if nobody did.
type Round struct {
	Won   string
	Sides []Side
}

// Side lists those who played one role in a round, with the place of the side.
type Side struct {
	Role    string
	Place   int
	Members []Member
}

// Member is a player, or 0 for a bot. The strength of a member who does not count is part of the side's, but
// they are not rated.
type Member struct {
	Player int64
	Counts bool
}

// Turns counts a player's turns in one match: those made in time and those missed.
type Turns struct {
	Player       int64
	Made, Missed int
}

// Percent returns the share of turns made in time. It is rounded down, so that 100 means all; it is also 100
// if there were no turns.
func (t Turns) Percent() int {
	if t.Made+t.Missed == 0 {
		return 100
	}
	return 100 * t.Made / (t.Made + t.Missed)
}

// Holding is the time a player held a seat: the facts after From, up to and including To.
type Holding struct {
	Seat     string
	Player   int64
	From, To int
	// Taken is set if they took the seat over from somebody; Place is the place it had then.
	Taken bool
	Place float64
	// Left is set if they left the seat for good.
	Left bool
	// Sent is set if they were sent away though they had missed nothing.
	Sent bool

	cameBack bool // they left, and later took the same seat again
	moved    bool // they made a move of their own
}

// End is the value of To for players who held their seat to the end.
const End = math.MaxInt

// Rules is the number of the rules by which a match is rated. A match keeps those by which it was
// rated first, so that old ratings can be reckoned again.
type Rules int

const (
	// First also rated what all gave up, what ended before each seat had a turn, and whoever never
	// moved by the place of their seat.
	First Rules = 1
	// Newest is for all matches that are rated from now on.
	Newest Rules = 2
)

// ReadMatch returns what ratings need of a match that is over or aborted, given who held which seat when. An
// aborted match rates nobody, and neither does one that bots finished for people who were still there, or of
// which nothing counts. The turns played in it still count for reliability.
func ReadMatch(m *engine.Match, holdings []Holding, rules Rules) *Match {
	all := slices.Clone(holdings)
	out := &Match{Game: m.Game.Name(), Turns: turns(m, all)}
	if m.Phase != engine.Over || finishedByTheHouse(m) {
		return out
	}
	result := m.State().Result()
	if rules > First {
		result = withoutGivenUp(m)
	}
	if result == nil {
		return out
	}
	markLeft(m, all)
	if rules > First {
		markUnmoved(all)
	}
	out.Entries = entries(m, all, result)
	if len(out.Entries) > 0 {
		out.Rounds = rounds(m, all, rules)
	}
	return out
}

// finishedByTheHouse reports whether bots finished a match for people who had neither left nor missed a turn,
// because the season was over. Such a result measures nobody.
func finishedByTheHouse(m *engine.Match) bool {
	for past, f := range m.Replay(m.Standing()) {
		if e, ok := f.Event.(engine.Replaced); ok && e.With == "bot" && e.By == "house" {
			if c := past.Chair(e.Of); c != nil && !c.Resigned && !c.Away && c.Missed == 0 {
				return true
			}
		}
	}
	return false
}

// markLeft sets Left for those whose seat a bot plays at the end, unless they had announced their absence. It
// clears Left and Sent for those who took their seat again later.
func markLeft(m *engine.Match, holdings []Holding) {
	away := map[string]bool{}
	for _, f := range m.Facts() {
		trackAway(away, f.Event)
	}
	for i := range holdings {
		h := &holdings[i]
		if c := m.Chair(h.Seat); h.To != End || c != nil && c.Bot && !away[h.Seat] {
			h.Left = true
		}
	}
	for i := range holdings {
		h := &holdings[i]
		again := slices.IndexFunc(holdings, func(o Holding) bool {
			return o.Player == h.Player && o.From >= h.To && o.Seat == h.Seat
		})
		if h.Left && again >= 0 {
			later := &holdings[again]
			later.Taken, later.Place = h.Taken, h.Place
			later.moved = later.moved || h.moved
			h.Left, h.Sent, h.cameBack = false, false, true
		}
	}
}

// markUnmoved sets Left for those who never made a move of their own.
func markUnmoved(holdings []Holding) {
	for i := range holdings {
		holdings[i].Left = holdings[i].Left || !holdings[i].moved && !holdings[i].cameBack
	}
}

// trackAway keeps track of the seats whose players have announced an absence.
func trackAway(away map[string]bool, e engine.Event) {
	switch e := e.(type) {
	case engine.Away:
		away[e.Of] = true
	case engine.Back:
		delete(away, e.Of)
	case engine.Resigned:
		delete(away, e.Of)
	case engine.Replaced:
		if e.With != "bot" {
			delete(away, e.Of)
		}
	}
}

// counts reports whether a player is rated. Nobody is who was sent away without a miss. A stand-in is rated
// only if they stayed and the seat ended in a better place than it had when they took it over.
func counts(m *engine.Match, h Holding) bool {
	switch {
	case h.Sent:
		return false
	case h.Taken:
		return !h.Left && m.Places()[h.Seat] < h.Place
	}
	return true
}

// entries returns the players by final place: first those still at the table by the results of their seats,
// winners first, then those who left, all in the same last place. Bots are left out, which does not change
// the order of the others. Nobody is rated if there would be only one entry, or if all have left.
func entries(m *engine.Match, holdings []Holding, result *engine.Result) []Entry {
	before := func(a, b string) bool {
		if won := slices.Contains(result.Winners, a); won != slices.Contains(result.Winners, b) {
			return won
		}
		return result.Scores[a] > result.Scores[b]
	}
	var stayed, left []Holding
	for _, h := range holdings {
		switch {
		case h.cameBack || !counts(m, h):
		case h.Left:
			left = append(left, h)
		default:
			stayed = append(stayed, h)
		}
	}
	if len(stayed) == 0 || len(stayed)+len(left) < 2 {
		return nil
	}
	return engine.MapList(append(stayed, left...), func(h Holding) Entry {
		if h.Left {
			return Entry{h.Player, len(stayed) + 1}
		}
		return Entry{h.Player, 1 + engine.CountWhere(stayed, func(o Holding) bool { return before(o.Seat, h.Seat) })}
	})
}
