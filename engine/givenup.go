package engine

// GaveUp reports whether a fact that is about to be applied ends a round, or the match, because all
// gave it up: its end comes right behind Conceded. A round whose gold is being shared has ended
// before, so giving that up changes nothing.
func (m *Match) GaveUp(f Fact) bool {
	last := len(m.log) - 1
	return Closes(f) && last >= 0 && Is[Conceded](m.log[last])
}
