package engine

import "slices"

// AtOnce is a State that asks all seats for a choice at once, before the first deal: a book has
// everybody choose for themselves and then open together. Each choice is a fact as soon as it is
// made, so that it stands, but nobody else learns of it before the last seat has chosen.
//
// While Choosing is true, ToMove lists the seats that have not chosen, and Tell says nothing of a
// choice to other seats unless it is the last that is missing. The last choice is followed by the
// deal. The choice begins no step, no bank and no standing orders; the deal does.
type AtOnce interface {
	// Choosing reports whether seats choose at once in this position.
	Choosing() bool
}

// Choosing reports whether the seats choose at once now, so that nothing else happens until the last
// of them has chosen.
func (m *Match) Choosing() bool {
	s, ok := m.state.(AtOnce)
	return ok && m.Phase == Running && s.Choosing()
}

// opens returns what a seat ("" for the public) is told of when a fact is about to be applied: the
// fact, and before it the choices that others made at once, if the fact is the last that was missing.
// All carry the number of that fact, because they are told with it.
func (m *Match) opens(f Fact, seat string) []Fact {
	if !m.Choosing() || !m.Chooses(f) || !slices.Equal(m.ToMove(), []string{f.Seat}) {
		return []Fact{f}
	}
	chosen := Where(m.Standing(), func(g Fact) bool { return g.Seat != "" && g.Seat != seat })
	for i := range chosen {
		chosen[i].Seq = f.Seq
	}
	return append(chosen, f)
}
