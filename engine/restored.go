package engine

import (
	"slices"
	"time"
)

// Lost says whether a seat was asked for its choice number step in a time that
// is lost, since the house was restored from a backup, and to when it was restored. What
// the seat held then nobody knows any more.
func (m *Match) Lost(seat string, step int) (of time.Time, lost bool) {
	if !slices.ContainsFunc(m.log, skips) {
		return time.Time{}, false
	}
	past := Open(m.Game, m.Setup, m.seed)
	for _, f := range m.log {
		if !skips(f) {
			past.Apply(f)
			continue
		}
		asked := past.stepOf(seat)
		past.Apply(f)
		if step > asked && step < past.stepOf(seat) {
			return f.Event.(Rewound).Of, true
		}
	}
	return time.Time{}, false
}

// skips says whether a fact tells of a time that is lost.
func skips(f Fact) bool {
	r, ok := f.Event.(Rewound)
	return ok && r.Skip > 0
}

// stepOf is the number of the choice awaited of a seat, 0 before it sits.
func (m *Match) stepOf(seat string) int {
	if c := m.Chair(seat); c != nil {
		return c.Steps + 1
	}
	return 0
}
