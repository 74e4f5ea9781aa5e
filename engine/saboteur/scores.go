package saboteur

// Scores are the gold that each seat was paid in the rounds that are over.
func (s *State) Scores() map[string]int { return s.outcome().Scores }
