package engine

// Takeback is the fact up to which the log holds when the last n choices of
// seats that count are taken back, the seat whose choice is the earliest of
// them, and the turn it was made in; ok is false where there are not so many.
func (m *Match) Takeback(n int, counts func(seat string) bool) (to int, seat string, turn int, ok bool) {
	past := Open(m.Game, m.Setup, m.seed)
	type choice struct {
		before, turn int
		seat         string
	}
	var choices []choice
	last := 0
	for _, f := range held(m.log, m.Seq) {
		if past.state != nil && past.Phase == Running && past.state.Chosen(f) && counts(f.Seat) {
			choices = append(choices, choice{last, past.state.View("").Turn, f.Seat})
		}
		past.Apply(f)
		last = f.Seq
	}
	if n < 1 || n > len(choices) {
		return 0, "", 0, false
	}
	c := choices[len(choices)-n]
	return c.before, c.seat, c.turn, true
}
