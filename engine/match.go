package engine

import (
	"iter"
	"slices"
)

// Match is a game played by people: who sits where, how far it has come, and the position in it. It
// is folded only from the facts of the log. Clocks, addresses and settings are kept elsewhere.
type Match struct {
	Game   Game
	Setup  Setup
	Chairs []Chair // in the order in which they joined; clockwise once started
	Phase  Phase
	Paused bool
	// Seq is the number of the last fact folded.
	Seq int
	// Deals counts the deals so far.
	Deals int

	seed  [32]byte
	salts []Salt
	// log has every fact folded so far, and a rewind folds a part of it again; rewinds counts those.
	rewinds int
	log     []Fact
	state   State
}

// Chair is one seat of a Match.
type Chair struct {
	Name string
	// Steps counts the choices made on this seat, including those that a rewind took back. The
	// choice that is awaited is step Steps+1.
	Steps int
	// Missed counts the deadlines missed in a row.
	Missed int
	// MissedLast says that the last turn of whoever holds the seat was missed, MissedIn in which deal
	// they missed one last (0 for none), and HadTurn that the seat has had a turn: made, missed or
	// played by a bot.
	MissedLast bool
	MissedIn   int
	HadTurn    bool
	// Bot says that the house plays the seat, Resigned that its player left for good, Away that its
	// player is absent for a time.
	Bot, Resigned, Away bool

	// defaulted says that the house makes this seat's choices until the end of the turn because a
	// deadline was missed. Such choices do not reset Missed.
	defaulted bool
}

// Phase says how far a match has come.
type Phase uint8

// The phases of a match.
const (
	Lobby Phase = iota
	Running
	Over
	Aborting // aborted, without a result
)

// Ended reports whether the match is over or aborted.
func (p Phase) Ended() bool { return p == Over || p == Aborting }

// OpenMatch returns a match before its first fact. It does not read Setup.Seats: Joined adds seats, and
// Started fixes them.
func OpenMatch(g Game, s Setup, seed [32]byte) *Match {
	return &Match{Game: g, Setup: s, seed: seed}
}

// Replay folds facts again and yields each of them with the match as it was before that fact.
func (m *Match) Replay(facts []Fact) iter.Seq2[*Match, Fact] {
	return func(yield func(*Match, Fact) bool) {
		past := OpenMatch(m.Game, m.Setup, m.seed)
		for _, f := range facts {
			if !yield(past, f) {
				return
			}
			past.Apply(f)
		}
	}
}

// at returns the match after the given facts.
func (m *Match) at(facts []Fact) *Match {
	past := OpenMatch(m.Game, m.Setup, m.seed)
	for _, f := range facts {
		past.Apply(f)
	}
	return past
}

// Chooses reports whether a fact that is about to be applied is a choice of its seat.
func (m *Match) Chooses(f Fact) bool { return f.Seat != "" && m.state != nil && m.state.Chosen(f) }

// Sides returns what Sided.Sides says about a fact that is about to be applied; ok is false if the
// fact ends no round, or the game has no sides.
func (m *Match) Sides(f Fact) (of map[string]string, won string, ok bool) {
	if s, sided := m.state.(Sided); sided {
		return s.Sides(f)
	}
	return nil, "", false
}

// State returns the position; nil before the start.
func (m *Match) State() State { return m.state }

// Dice returns the dice of the match as it is now: with the salts in seat order and the number of
// rewinds so far.
func (m *Match) Dice() Dice {
	d := Dice{Seed: m.seed, Rewinds: m.rewinds}
	for _, c := range m.Chairs {
		d.Salts = append(d.Salts, FilterList(m.salts, func(s Salt) bool { return s.By == c.Name })...)
	}
	return d
}

// Chair finds a seat by its name; nil if there is none.
func (m *Match) Chair(name string) *Chair {
	i := slices.IndexFunc(m.Chairs, func(c Chair) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &m.Chairs[i]
}

// Names lists the names of the seats.
func (m *Match) Names() []string {
	return MapList(m.Chairs, func(c Chair) string { return c.Name })
}

// ToMove lists the seats that have a choice to make; it is empty in a lobby and after the end. A
// pause does not change it.
func (m *Match) ToMove() []string {
	if m.Phase != Running {
		return nil
	}
	return m.state.ToMove()
}

// Start returns the facts that begin the match with the present chairs. It applies none of them.
func (m *Match) Start() []Fact {
	started := Fact{Event: Started{Order: m.Names()}}
	next := *m
	next.Chairs = slices.Clone(m.Chairs)
	next.Apply(started)
	return append([]Fact{started}, next.state.Start(next.Dice())...)
}

// Play carries out a canonical command of a seat, or refuses it. The match is unchanged until the
// facts are applied.
func (m *Match) Play(seat, command string) ([]Fact, *Refusal) {
	if m.Phase != Running {
		return nil, Refuse("house.not-running")
	}
	return m.state.Play(seat, command, m.Dice())
}

// Concede gives up the round on behalf of by, a seat or "host", and returns the facts, or a Refusal
// that says why it cannot be given up now.
func (m *Match) Concede(by string) ([]Fact, *Refusal) {
	if m.Phase != Running {
		return nil, Refuse("house.not-running")
	}
	facts, refusal := m.state.Concede(m.Dice())
	if refusal != nil {
		return nil, refusal
	}
	return append([]Fact{{Event: Conceded{By: by}}}, facts...), nil
}

// GaveUp reports whether a fact that is about to be applied ends a round, or a match of one round,
// that all gave up: whoever won it is said by no rule of the game. It holds for matches of all rules.
func (m *Match) GaveUp(f Fact) bool {
	return ClosesRoundOrMatch(f) && len(m.log) > 0 && IsEvent[Conceded](m.log[len(m.log)-1])
}

// Apply folds one fact; a fact without a number gets the next one. It runs no rules and cannot
// fail. A fact of the game before the start of the match is an error in the log and is ignored.
func (m *Match) Apply(f Fact) {
	if f.Seq == 0 {
		f.Seq = m.Seq + 1
	}
	m.log = append(m.log, f)
	m.Seq = f.Seq
	switch e := f.Event.(type) {
	case Joined:
		m.Chairs = append(m.Chairs, Chair{Name: e.Name})
	case Salted:
		m.salts = append(m.salts, Salt(e))
	case Started:
		m.start(e.Order)
	case Missed:
		m.chair(e.Of, func(c *Chair) {
			c.defaulted = e.Outcome != "wait"
			c.HadTurn = true
			if e.By == "" {
				c.Missed++
				c.MissedLast, c.MissedIn = true, m.Deals
			}
		})
	case Paused:
		m.Paused = true
	case Resumed:
		m.Paused = false
	case Away:
		m.chair(e.Of, func(c *Chair) { c.Away = true })
	case Back:
		m.chair(e.Of, func(c *Chair) { c.Away, c.Bot, c.Missed, c.MissedLast = false, false, 0, false })
	case Resigned:
		m.chair(e.Of, func(c *Chair) { c.Resigned = true })
	case Replaced:
		m.chair(e.Of, func(c *Chair) { c.replace(e.With == "bot") })
	case Rewound:
		m.rewind(e.To, e.Skip)
	case Aborted:
		m.Phase = Aborting
	case Conceded:
		if m.state != nil {
			m.state.Apply(f)
		}
	case Changed:
		if _, ok := m.state.(Adjustable); ok {
			m.state.Apply(f)
		}
	case Said, Planned, Reminded, Extended, Opened, Suspected:
		// Seats are told about these, but nothing in the match depends on them.
	default:
		m.applyGame(f)
	}
}

// HandOf returns how many cards a seat holds, as its view shows them.
func (m *Match) HandOf(seat string) int {
	if m.state == nil {
		return 0
	}
	return len(m.state.View(seat).Hand)
}

// Printed lists the cards that a seat held, by place, when it was asked for its choice number step,
// and reports whether cards have been dealt anew since. It returns nil if there was no such step.
func (m *Match) Printed(seat string, step int) (cards []string, dealt bool) {
	past := OpenMatch(m.Game, m.Setup, m.seed)
	deals := 0
	for _, f := range m.log {
		past.Apply(f)
		if past.Phase == Lobby || past.state == nil {
			continue
		}
		steps := past.Chair(seat).Steps + 1
		if steps > step {
			break
		}
		if steps == step {
			printed := MapList(past.state.View(seat).Hand, func(h HandCard) string { return h.Card })
			cards, deals = append(cards[:0], printed...), past.Deals // nil stays nil: a seat without a hand had no cards printed
		}
	}
	return cards, deals != m.Deals
}

func (m *Match) applyGame(f Fact) {
	if m.state == nil {
		return
	}
	if f.Seat == "" && DealsRound(f) {
		// These are new hands: an answer to a letter with the old ones belongs to a past step.
		m.Deals++
		for i := range m.Chairs {
			m.Chairs[i].Steps++
		}
	}
	chosen := m.Chooses(f)
	turn := chosen && m.Deals > 0 && m.HoldsUp(f.Seat) // a choice before the deal, or one that nobody waits for, is no turn
	m.state.Apply(f)
	if chosen {
		m.chair(f.Seat, func(c *Chair) { c.choose(m.MidTurn(c.Name)) })
	}
	if turn {
		m.chair(f.Seat, func(c *Chair) { c.HadTurn = true })
	}
	if m.state.Result() != nil {
		m.Phase = Over
	}
}

func (c *Chair) choose(turnGoesOn bool) {
	c.Steps++
	if !c.defaulted && !c.Bot {
		c.Missed, c.MissedLast = 0, false
	}
	c.defaulted = c.defaulted && turnGoesOn
}

// replace gives the seat to a bot or to another player, who has missed nothing yet.
func (c *Chair) replace(bot bool) {
	c.Bot, c.Resigned, c.Away, c.Missed = bot, false, false, 0
	if !bot {
		c.MissedLast, c.MissedIn = false, 0
	}
}

func (m *Match) start(order []string) {
	chairs := make([]Chair, 0, len(order))
	for _, name := range order {
		if c := m.Chair(name); c != nil {
			chairs = append(chairs, *c)
		}
	}
	m.Chairs = chairs
	m.Setup.Seats = slices.Clone(order)
	m.state = m.Game.Blank(m.Setup)
	m.Phase = Running
}

// rewind folds the log again up to fact to, without what came later, but with steps and dice that
// were never used before. It leaves out skip more steps.
func (m *Match) rewind(to, skip int) {
	past := m.at(standing(m.log, to))
	for i := range past.Chairs {
		past.Chairs[i].Steps = m.Chairs[i].Steps + 1 + max(0, skip)
		past.Chairs[i].Bot = m.Chairs[i].Bot
	}
	past.log, past.Seq, past.rewinds = m.log, m.Seq, m.rewinds+1
	*m = *past
}

// standing returns the facts up to number to that still hold: without rewinds and without what they
// took back, but with what the table changed about its terms. So the cost of many rewinds is no more
// than that of their facts.
func standing(log []Fact, to int) []Fact {
	var facts []Fact
	for _, f := range log {
		changed := IsEvent[Changed](f)
		if f.Seq > to && !changed {
			continue
		}
		r, ok := f.Event.(Rewound)
		if !ok {
			facts = append(facts, f)
			continue
		}
		facts = slices.DeleteFunc(facts, func(f Fact) bool { return f.Seq > r.To && !IsEvent[Changed](f) })
	}
	return facts
}

func (m *Match) chair(name string, change func(*Chair)) {
	if c := m.Chair(name); c != nil {
		change(c)
	}
}

// Standing returns the facts that hold: without rewinds and without what they took back. Callers
// must not change them.
func (m *Match) Standing() []Fact { return standing(m.log, m.Seq) }
