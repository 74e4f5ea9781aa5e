package clonk

// Scores are the coins of each seat as they would be counted if the match ended now.
func (s *State) Scores() map[string]int { return s.score().Scores }
