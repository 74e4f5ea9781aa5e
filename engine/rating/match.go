package rating

import (
	"math"
	"slices"

	"pitpost.example/engine"
)

// Match is what one match says about its players.
type Match struct {
	Game string
	// Entries are those rated by where they ended; none where the match is not rated.
	Entries []Entry
	// Rounds are those won or lost by sides, in the order in which they were played.
	Rounds []Round
	// Turns say how reliably each played, rated or not, by player.
	Turns []Turns
}

// Entry is a player and their place, 1 the best; equal places tie.
type Entry struct {
	Player int64
	Place  int
}

// Round is one round between sides. Won is the role that won, "" for nobody.
type Round struct {
	Won   string
	Sides []Side
}

// Side are those who played one role in a round, and their place.
type Side struct {
	Role    string
	Place   int
	Members []Member
}

// Member is a player, or 0 for a bot. One who does not count lends the side their strength,
// but is not rated.
type Member struct {
	Player int64
	Counts bool
}

// Turns are a player's turns of one match: those made in time and those missed.
type Turns struct {
	Player       int64
	Made, Missed int
}

// Percent is the share of turns made in time, rounded down, so that 100 means all; 100 of none.
func (t Turns) Percent() int {
	if t.Made+t.Missed == 0 {
		return 100
	}
	return 100 * t.Made / (t.Made + t.Missed)
}

// Holding is a player's time on a seat: the facts after From, up to To.
type Holding struct {
	Seat     string
	Player   int64
	From, To int
	// Taken says that they took the seat over, Place how it stood then.
	Taken bool
	Place float64
	// Left says that they left it for good.
	Left bool

	again bool // they left, and were seated there once more later
}

// End is the To of who held a seat to the end.
const End = math.MaxInt

// Read gives what a match that is over or was aborted says, from its log and from who sat
// where when. An aborted match rates nobody, nor does one that the house finished for people
// who were still there; what was played of it still tells who is reliable.
func Read(m *engine.Match, holdings []Holding) *Match {
	out := &Match{Game: m.Game.Name(), Turns: turns(m, holdings)}
	if m.Phase != engine.Over || finishedByTheHouse(m) {
		return out
	}
	held := atTheEnd(m, holdings)
	out.Entries = entries(m, held)
	if len(out.Entries) > 0 {
		out.Rounds = rounds(m, held)
	}
	return out
}

// finishedByTheHouse says that bots played a match to its end for people who had neither left
// nor missed: its season was over. That measures nobody.
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

// atTheEnd marks as left those whose seat a bot plays at the end without an absence that was
// announced, and forgets that somebody left who was seated again.
func atTheEnd(m *engine.Match, holdings []Holding) []Holding {
	held := slices.Clone(holdings)
	away := map[string]bool{}
	for _, f := range m.Facts() {
		note(away, f.Event)
	}
	for i := range held {
		h := &held[i]
		if c := m.Chair(h.Seat); h.To != End || c != nil && c.Bot && !away[h.Seat] {
			h.Left = true
		}
	}
	for i := range held {
		again := slices.IndexFunc(held, func(o Holding) bool {
			return o.Player == held[i].Player && o.From >= held[i].To && o.Seat == held[i].Seat
		})
		if held[i].Left && again >= 0 {
			held[again].Taken, held[again].Place = held[i].Taken, held[i].Place
			held[i].Left, held[i].again = false, true
		}
	}
	return held
}

// note keeps whose players are away, as they had said.
func note(away map[string]bool, e engine.Event) {
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

// counts says whether a player is rated: a stand-in only who stayed and left the seat better
// than it was.
func counts(m *engine.Match, h Holding) bool {
	return !h.Taken || !h.Left && m.Places()[h.Seat] < h.Place
}

// entries are the players by where they ended: those at the table by their seats, winners
// first, those who left behind them all. Bots are passed over: who of the others stands before
// whom is the same without them. Nobody is rated alone, nor where nobody stayed.
func entries(m *engine.Match, held []Holding) []Entry {
	result := m.State().Result()
	rank := func(seat string) [2]int {
		won := 0
		if slices.Contains(result.Winners, seat) {
			won = 1
		}
		return [2]int{won, result.Scores[seat]}
	}
	var stayed, left []Holding
	for _, h := range held {
		switch {
		case h.again || !counts(m, h):
		case h.Left:
			left = append(left, h)
		default:
			stayed = append(stayed, h)
		}
	}
	if len(stayed) == 0 || len(stayed)+len(left) < 2 {
		return nil
	}
	var out []Entry
	for _, h := range stayed {
		before := func(o Holding) bool {
			a, b := rank(o.Seat), rank(h.Seat)
			return a[0] > b[0] || a[0] == b[0] && a[1] > b[1]
		}
		out = append(out, Entry{h.Player, 1 + engine.Count(stayed, before)})
	}
	for _, h := range left {
		out = append(out, Entry{h.Player, len(stayed) + 1})
	}
	return out
}
