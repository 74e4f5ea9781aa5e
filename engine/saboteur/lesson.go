package saboteur

import "pitpost.example/engine"

// Lesson tells a newcomer what the seat is after, and first how a card is read, then what broken
// tools do, then what others may hide.
func (s *State) Lesson(seat string, letter int) []engine.Phrase {
	i := s.seat(seat)
	if i < 0 || s.phase != digging {
		return nil
	}
	aim := "saboteur.lesson.miner"
	if s.players[i].role == saboteur {
		aim = "saboteur.lesson.saboteur"
	}
	about := [engine.Lessons]string{"saboteur.lesson.cards", "saboteur.lesson.tools", "saboteur.lesson.others"}[letter-1]
	return []engine.Phrase{engine.Say(aim), engine.Say(about, "card", cardPhrase(pathNEW), "count", dealFor(len(s.players)).saboteurs)}
}
