package engine

import "slices"

// LongTurn is a State whose turns can have several choices. Letters of such a game print
// <game>.how-turn above the commands, which says that a letter may hold the whole turn and how it
// ends.
type LongTurn interface {
	// MidTurn reports whether the seat to move has begun its turn and not ended it.
	MidTurn() bool
	// TurnGoesOn reports whether the seat still is to move after a legal command.
	TurnGoesOn(seat, command string) bool
	// Finishes reports whether a line, normalised, asks the house to end the turn with safe moves
	// ("done").
	Finishes(line string) bool
}

// Patient is a State that also asks seats for choices that the others need not wait for.
type Patient interface {
	// HoldsUp reports whether the table has to wait for a seat that is to move.
	HoldsUp(seat string) bool
	// Skipped returns the choice that a line of the seat skips and that the house then makes for
	// it, or "" if the line skips none.
	Skipped(seat, line string) string
}

// MidTurn reports whether a seat has begun its turn and is still to move.
func (m *Match) MidTurn(seat string) bool {
	long, ok := m.state.(LongTurn)
	return ok && m.Phase == Running && long.MidTurn() && slices.Contains(m.ToMove(), seat) && m.HoldsUp(seat)
}

// HoldsUp reports whether the table has to wait for a seat that is to move.
func (m *Match) HoldsUp(seat string) bool {
	p, ok := m.state.(Patient)
	return !ok || p.HoldsUp(seat)
}

// Awaited lists the seats to move that the table has to wait for.
func (m *Match) Awaited() []string {
	return slices.DeleteFunc(slices.Clone(m.ToMove()), func(s string) bool { return !m.HoldsUp(s) })
}
