package engine

// HiddenRoles is a state in which some seats may be secretly against the others.
type HiddenRoles interface {
	// Guilty says whether the seat is one of those now.
	Guilty(seat string) bool
}

// Guess is a sealed suspicion, once it is opened.
type Guess struct {
	By, Whom string
	Round    int
	Turn     int // of the match, when it was sealed
	Right    bool
}

// Guesses are the suspicions of the match, each once a round, in the order in
// which they were sealed. They are opened with the roles at the end, never
// before.
func (m *Match) Guesses() []Guess {
	var out []Guess
	known := map[Guess]bool{}
	for past, f := range m.Replay(m.log) {
		e, suspected := f.Event.(Suspected)
		s, ok := past.state.(HiddenRoles)
		if !suspected || !ok {
			continue
		}
		v := past.state.View("")
		g := Guess{By: e.By, Whom: e.Whom, Round: v.Round}
		if !known[g] {
			known[g] = true
			g.Turn, g.Right = v.Turn, s.Guilty(e.Whom)
			out = append(out, g)
		}
	}
	return out
}
