package engine

import "time"

// Lost says whether a seat was asked for its choice number step in a time that
// is lost, since the house was restored from a backup, and to when it was restored. What
// the seat held then nobody knows any more.
func (m *Match) Lost(seat string, step int) (of time.Time, lost bool) {
	past := Open(m.Game, m.Setup, m.seed)
	for _, f := range m.log {
		r, ok := f.Event.(Rewound)
		if !ok || r.Skip <= 0 {
			past.Apply(f)
			continue
		}
		asked := past.stepOf(seat)
		past.Apply(f)
		if step > asked && step < past.stepOf(seat) {
			return r.Of, true
		}
	}
	return time.Time{}, false
}

// stepOf is the number of the choice awaited of a seat, 0 before it sits.
func (m *Match) stepOf(seat string) int {
	if c := m.Chair(seat); c != nil {
		return c.Steps + 1
	}
	return 0
}
