package engine

// Scoring is a State that can say how it stands before its end.
type Scoring interface {
	// Scores is what each seat has by now, counted as at the end. It tells of
	// hidden cards and hands, and is for the house alone.
	Scores() map[string]int
}

// Places are the seats' places by their scores: 1 for the highest, and for equal
// scores the mean of the places they share, so that two who lead have 1.5 each.
func Places(scores map[string]int) map[string]float64 {
	places := make(map[string]float64, len(scores))
	for name, score := range scores {
		above, same := 0, 0
		for _, other := range scores {
			switch {
			case other > score:
				above++
			case other == score:
				same++
			}
		}
		places[name] = float64(above) + float64(same+1)/2
	}
	return places
}

// Places are the seats' places as the match stands, or as it ended; none before
// its start. Of a game that keeps no score all seats share one place.
func (m *Match) Places() map[string]float64 { return Places(m.scores()) }

// ScoreOf is what a seat has by now, or had at the end.
func (m *Match) ScoreOf(seat string) int { return m.scores()[seat] }

func (m *Match) scores() map[string]int {
	if m.state == nil {
		return nil
	}
	if r := m.state.Result(); r != nil {
		return r.Scores
	}
	if s, ok := m.state.(Scoring); ok {
		return s.Scores()
	}
	none := map[string]int{}
	for _, c := range m.Chairs {
		none[c.Name] = 0
	}
	return none
}
