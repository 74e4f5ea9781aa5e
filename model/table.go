package model

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
)

// PlanKind is what a plan is for.
type PlanKind string

// The kinds of plans.
const (
	PlanDraft PlanKind = "draft" // for the current turn, until it is confirmed or time runs out
	PlanNext  PlanKind = "next"  // for the seat's next turn
)

// Clock is a row of clocks: the time of a seat whose choice is awaited.
type Clock struct {
	Seat       int
	Step       int
	Began      time.Time
	Soft       time.Time
	Due        time.Time
	Reminded   int
	StoppedAt  *time.Time
	StoppedWhy string
}

// Plan is a move kept for a coming turn: alternatives in the order they are tried, with cards by code.
type Plan struct {
	Kind  PlanKind
	Lines []string
	At    time.Time
}

// Table is a match with everything that belongs to it, locked by the transaction that loaded it. Row and
// Seats may be changed freely; what has changed is saved at the end.
type Table struct {
	Row   Match
	Seats []Seat // by number
	// Match is the fold of the log. world.Tx.Append keeps it up to date.
	Match  *engine.Match
	Clocks []Clock        // by seat
	Plans  map[int][]Plan // by seat; drafts come last
}

// Clock returns a copy of a seat's clock, nil if it has none.
func (t *Table) Clock(seat int) *Clock {
	for _, c := range t.Clocks {
		if c.Seat == seat {
			return &c
		}
	}
	return nil
}

// SetClock sets a seat's clock. Like all methods that change clocks and plans it makes new slices and maps,
// so that what was read stays as it was.
func (t *Table) SetClock(c Clock) {
	c.Began, c.Soft, c.Due, c.StoppedAt = TruncateMicro(c.Began), TruncateMicro(c.Soft), TruncateMicro(c.Due), TruncateMicroAt(c.StoppedAt)
	t.DropClock(c.Seat)
	t.Clocks = append(t.Clocks, c)
	slices.SortFunc(t.Clocks, func(a, b Clock) int { return a.Seat - b.Seat })
}

// DropClock removes a seat's clock.
func (t *Table) DropClock(seat int) {
	t.Clocks = slices.DeleteFunc(slices.Clone(t.Clocks), func(c Clock) bool { return c.Seat == seat })
}

// SetPlan sets a plan in place of one of the same kind.
func (t *Table) SetPlan(seat int, p Plan) {
	p.At = TruncateMicro(p.At)
	t.DropPlan(seat, p.Kind)
	of := append(slices.Clone(t.Plans[seat]), p)
	slices.SortFunc(of, func(a, b Plan) int { return cmp.Compare(b.Kind, a.Kind) })
	t.Plans = maps.Clone(t.Plans)
	if t.Plans == nil {
		t.Plans = map[int][]Plan{}
	}
	t.Plans[seat] = of
}

// PlanFor returns the lines of a seat's plan of a kind, nil if there is none.
func (t *Table) PlanFor(seat int, kind PlanKind) []string {
	for _, p := range t.Plans[seat] {
		if p.Kind == kind {
			return slices.Clip(p.Lines)
		}
	}
	return nil
}

// DropPlan removes a seat's plans of some kinds.
func (t *Table) DropPlan(seat int, kinds ...PlanKind) {
	rest := slices.DeleteFunc(slices.Clone(t.Plans[seat]), func(p Plan) bool { return slices.Contains(kinds, p.Kind) })
	if len(rest) == len(t.Plans[seat]) {
		return
	}
	t.Plans = maps.Clone(t.Plans)
	if t.Plans[seat] = rest; len(rest) == 0 {
		delete(t.Plans, seat)
	}
}

// In iterates over the seats in one of some states, or over all if none is given.
func (t *Table) In(states ...SeatState) iter.Seq[*Seat] {
	return func(yield func(*Seat) bool) {
		for i := range t.Seats {
			if s := &t.Seats[i]; (len(states) == 0 || slices.Contains(states, s.State)) && !yield(s) {
				return
			}
		}
	}
}

// HoldsUp reports whether the table waits for a seat that is to move. It also waits for a choice for which the
// game would not, if bots have all the other seats: a newcomer who practises makes it with the table as dealt.
func (t *Table) HoldsUp(seat string) bool { return t.Match.HoldsUp(seat) || t.Practises(seat) }

// Practises reports whether a seat is a person's and bots have all the others.
func (t *Table) Practises(seat string) bool {
	return !slices.ContainsFunc(t.Seats, func(s Seat) bool {
		return (s.State == SeatJoined) != (s.Name == seat) || s.State != SeatJoined && s.State != SeatBot
	})
}

// Public reports whether people without a seat may follow a match: its host opened it to anybody, or allowed it with "new".
func (t *Table) Public() bool { return t.Row.Listed || t.Row.Terms.Watch }

// Count returns how many seats are in one of some states.
func (t *Table) Count(states ...SeatState) (n int) {
	for range t.In(states...) {
		n++
	}
	return n
}

// NamesOf returns the names of the seats in one of some states.
func (t *Table) NamesOf(states ...SeatState) []string {
	return t.NamesThat(func(*Seat) bool { return true }, states...)
}

// NamesThat returns the names of those of them that satisfy is; nil if none does.
func (t *Table) NamesThat(is func(*Seat) bool, states ...SeatState) (names []string) {
	for s := range t.In(states...) {
		if is(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Seat finds a seat by its number; nil if there is none.
func (t *Table) Seat(no int) *Seat {
	for s := range t.In() {
		if s.No == no {
			return s
		}
	}
	return nil
}

// HostName returns the name of the host's seat or of the referee, "" if there is no host.
func (t *Table) HostName() string {
	if t.Row.Referee != 0 {
		return t.Row.RefereeName
	}
	if h := t.Seat(t.Row.Host); h != nil {
		return h.Name
	}
	return ""
}

// HostPlayer returns the player on the host's seat or the referee, 0 if there is neither.
func (t *Table) HostPlayer() int64 {
	if t.Row.Referee != 0 {
		return t.Row.Referee
	}
	if h := t.Seat(t.Row.Host); h != nil {
		return h.Player
	}
	return 0
}
