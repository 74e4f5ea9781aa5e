package engine

import "slices"

// Directed is a State in which play may go against the order of the seats. Without it play goes
// clockwise, which is their order.
type Directed interface {
	// CounterClockwise reports whether it does.
	CounterClockwise() bool
}

// CounterClockwise reports whether play goes counter-clockwise, against the order of the seats. It
// is known before the start, too.
func (m *Match) CounterClockwise() bool {
	state := m.state
	if state == nil {
		state = m.Game.Blank(m.Setup)
	}
	d, ok := state.(Directed)
	return ok && d.CounterClockwise()
}

// InOrderOfPlay returns some seats, given clockwise, in the order in which they move, beginning with
// the first of them.
func (m *Match) InOrderOfPlay(clockwise []string) []string {
	order := slices.Clone(clockwise)
	if m.CounterClockwise() && len(order) > 1 {
		slices.Reverse(order[1:])
	}
	return order
}

// MovingFrom lists all seats in the order in which they move, beginning with one of them.
func (m *Match) MovingFrom(seat string) []string {
	names := m.Names()
	at := max(0, slices.Index(names, seat))
	return m.InOrderOfPlay(slices.Concat(names[at:], names[:at]))
}
