package clonk

import "pitpost.example/engine"

// Lesson tells a newcomer what the seat is after, and first how cards go with each other, then what
// comes of empty spaces, then what others may hide.
func (s *State) Lesson(seat string, letter int) []engine.Phrase {
	if s.seat(seat) < 0 || s.phase == beforeDeal {
		return nil
	}
	about := [engine.Lessons]string{"clonk.lesson.cards", "clonk.lesson.rubble", "clonk.lesson.others"}[letter-1]
	return []engine.Phrase{engine.Say("clonk.lesson.aim"), engine.Say(about)}
}
