package engine

import "slices"

// LongTurn is a State whose turns have several choices. Letters say <game>.how-turn above the commands: that a
// letter may hold the whole turn, and how it ends.
type LongTurn interface {
	// MidTurn says that the seat to move has begun its turn and not ended it.
	MidTurn() bool
	// TurnGoesOn says whether the seat stays to move after a legal command.
	TurnGoesOn(seat, command string) bool
	// Finishes says whether a line, normalised, asks the house to end the turn by
	// safe moves ("done").
	Finishes(line string) bool
}

// Patient is a State that asks some seats for a choice the others need not
// wait for.
type Patient interface {
	// HoldsUp says whether the table waits for a seat that is to move.
	HoldsUp(seat string) bool
	// Skipped is the choice that a seat passes over by sending this line, and
	// that the house then makes for it; "" for none.
	Skipped(seat, line string) string
}

// MidTurn says that the turn of a seat has been begun and goes on.
func (m *Match) MidTurn(seat string) bool {
	long, ok := m.state.(LongTurn)
	return ok && m.Phase == Running && long.MidTurn() && slices.Contains(m.ToMove(), seat) && m.HoldsUp(seat)
}

// HoldsUp says whether the table waits for a seat that is to move.
func (m *Match) HoldsUp(seat string) bool {
	p, ok := m.state.(Patient)
	return !ok || p.HoldsUp(seat)
}

// Awaited lists the seats to move that the table waits for.
func (m *Match) Awaited() []string {
	return slices.DeleteFunc(slices.Clone(m.ToMove()), func(s string) bool { return !m.HoldsUp(s) })
}
