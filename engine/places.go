package engine

import (
	"maps"
	"slices"
)

// Scoring is a State that knows the scores before the end.
type Scoring interface {
	// Scores returns what each seat has so far, counted as at the end. It uses hidden cards and
	// hands, so only the house may see it.
	Scores() map[string]int
}

// PlacesByScore returns the places of the seats by their scores: 1 for the highest. Seats with equal
// scores share the mean of their places, so two leaders have 1.5 each.
func PlacesByScore(scores map[string]int) map[string]float64 {
	places := make(map[string]float64, len(scores))
	all := slices.Collect(maps.Values(scores))
	for name, score := range scores {
		above := CountWhere(all, func(other int) bool { return other > score })
		same := CountWhere(all, func(other int) bool { return other == score })
		places[name] = float64(above) + float64(same+1)/2
	}
	return places
}

// Places returns the places of the seats as the match stands or ended, and none before the start.
// In a game that keeps no score all seats share one place.
func (m *Match) Places() map[string]float64 { return PlacesByScore(m.scores()) }

// ScoreOf returns what a seat has so far or had at the end.
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
