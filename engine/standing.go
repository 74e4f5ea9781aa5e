package engine

// Standing are the facts that hold: neither rewinds nor what they took back. They are not to
// be changed.
func (m *Match) Standing() []Fact { return held(m.log, m.Seq) }
