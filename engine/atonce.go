package engine

import "slices"

// AtOnce is a State that asks all seats for a choice at once, before the first deal: a book has
// everybody choose for themselves and then open together. Each choice is a fact as soon as it is
// made, so that it stands, but it is told with the last one.
//
// While Choosing is true, ToMove lists the seats that have not chosen, and Tell says nothing of a
// choice to anybody unless only one is missing. The seat itself reads in its View what it has chosen;
// no other view shows it. The last choice is followed by the deal. The choice begins no round: no bank
// and no standing orders; the deal does.
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

// opens returns what is told when a fact is about to be applied: the fact, and before it the choices
// that were made at once, if the fact is the last that was missing. All carry the number of that fact,
// because they are told with it.
func (m *Match) opens(f Fact) []Fact {
	if !m.Choosing() || !m.Chooses(f) || !slices.Equal(m.ToMove(), []string{f.Seat}) {
		return []Fact{f}
	}
	chosen := FilterList(m.Standing(), func(g Fact) bool { return g.Seat != "" })
	for i := range chosen {
		chosen[i].Seq = f.Seq
	}
	return append(chosen, f)
}
