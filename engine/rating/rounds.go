package rating

import (
	"cmp"
	"slices"

	"pitpost.example/engine"
)

// rounds returns the rounds that sides won or lost in a match, without those that a rewind took back. A round
// counts only if there are at least two sides and each has a player who is rated, if it was not given up and
// if each seat had a turn in it. If nobody won a round, it is a tie.
func rounds(m *engine.Match, holdings []Holding, rules Rules) []Round {
	var out []Round
	had := turnsHad{}
	for past, f := range m.Replay(m.Standing()) {
		had.add(past, f)
		of, won, ok := past.Sides(f)
		if ok && (rules == First || !past.GaveUp(f) && had.all(past)) {
			if r := roundOf(m, past, holdings, f.Seq, of, won); r != nil {
				out = append(out, *r)
			}
		}
		if engine.DealsRound(f) {
			clear(had)
		}
	}
	return out
}

func roundOf(m, past *engine.Match, holdings []Holding, seq int, of map[string]string, won string) *Round {
	r := &Round{Won: won}
	rated := map[string]bool{}
	for _, seat := range m.Names() {
		role := of[seat]
		i := slices.IndexFunc(r.Sides, func(s Side) bool { return s.Role == role })
		if i < 0 {
			i = len(r.Sides)
			r.Sides = append(r.Sides, Side{Role: role, Place: 1})
			if won != "" && won != role {
				r.Sides[i].Place = 2
			}
		}
		p := memberOf(m, past, holdings, seq, seat)
		rated[role] = rated[role] || p.Counts
		r.Sides[i].Members = append(r.Sides[i].Members, p)
	}
	if len(r.Sides) < 2 || slices.ContainsFunc(r.Sides, func(s Side) bool { return !rated[s.Role] }) {
		return nil
	}
	return r
}

// memberOf returns who played a seat at the time of fact seq; past is the match up to there.
func memberOf(m, past *engine.Match, holdings []Holding, seq int, seat string) Member {
	if c := past.Chair(seat); c == nil || c.Bot {
		return Member{}
	}
	if h := holder(holdings, seat, seq); h != nil {
		return Member{Player: h.Player, Counts: counts(m, *h)}
	}
	return Member{}
}

// holder returns who held a seat at the time of fact seq, or nil.
func holder(holdings []Holding, seat string, seq int) *Holding {
	i := slices.IndexFunc(holdings, func(h Holding) bool { return h.Seat == seat && h.From < seq && seq <= h.To })
	if i < 0 {
		return nil
	}
	return &holdings[i]
}

// turns counts the turns that each player made in time and those they missed, and notes in holdings who made
// a move of their own. A turn counts as made even if a rewind took it back. Turns missed in an announced
// absence and turns played by a bot do not count, and a choice missed several times counts once.
func turns(m *engine.Match, holdings []Holding) []Turns {
	c := counter{past: engine.OpenMatch(m.Game, m.Setup, [32]byte{}), holdings: holdings,
		away: map[string]bool{}, defaulted: map[string]bool{}, chosenFor: map[string]bool{}, missed: map[string]int{}, of: map[int64]*Turns{}}
	for _, h := range holdings {
		c.of[h.Player] = &Turns{Player: h.Player}
	}
	for _, f := range m.Facts() {
		c.fact(f)
	}
	var out []Turns
	for _, t := range c.of {
		if t.Made+t.Missed > 0 {
			out = append(out, *t)
		}
	}
	slices.SortFunc(out, func(a, b Turns) int { return cmp.Compare(a.Player, b.Player) })
	return out
}

type counter struct {
	past            *engine.Match
	holdings        []Holding
	away, defaulted map[string]bool
	chosenFor       map[string]bool // defaulted, and the house chooses: the seat had neither plan nor draft
	missed          map[string]int  // the step last missed, plus one (0 for none)
	of              map[int64]*Turns
}

func (c *counter) fact(f engine.Fact) {
	trackAway(c.away, f.Event)
	switch e := f.Event.(type) {
	case engine.Missed:
		c.miss(f.Seq, e)
	case engine.Replaced:
		delete(c.defaulted, e.Of)
		delete(c.chosenFor, e.Of)
		delete(c.missed, e.Of)
	}
	turn := c.turn(f)
	c.past.Apply(f)
	if turn && !c.past.MidTurn(f.Seat) {
		delete(c.defaulted, f.Seat)
		delete(c.chosenFor, f.Seat)
	}
}

func (c *counter) miss(seq int, e engine.Missed) {
	chair := c.past.Chair(e.Of)
	if chair == nil {
		return
	}
	if e.Outcome != "wait" {
		c.defaulted[e.Of] = true
		c.chosenFor[e.Of] = e.Outcome != "plan" && e.Outcome != "draft"
	}
	if c.away[e.Of] || e.By != "" || c.missed[e.Of] == chair.Steps+1 { // By: a host or operator had it played early
		return
	}
	c.missed[e.Of] = chair.Steps + 1
	if h := holder(c.holdings, e.Of, seq); h != nil {
		c.of[h.Player].Missed++
	}
}

// turn reports whether a fact is a choice. If it begins a turn made in time, it counts the turn.
func (c *counter) turn(f engine.Fact) bool {
	chair := c.past.Chair(f.Seat)
	if chair == nil || !c.past.Chooses(f) {
		return false
	}
	if inTurn(c.past, f) && !chair.Bot && !c.chosenFor[f.Seat] {
		if h := holder(c.holdings, f.Seat, f.Seq); h != nil {
			h.moved = true
		}
	}
	if !chair.Bot && !c.defaulted[f.Seat] && c.missed[f.Seat] != chair.Steps+1 && !c.past.MidTurn(f.Seat) {
		if h := holder(c.holdings, f.Seat, f.Seq); h != nil {
			c.of[h.Player].Made++
		}
	}
	return true
}
