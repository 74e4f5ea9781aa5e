package peak

import "pitpost.example/engine"

// This file says what is told about a match that is over. These interfaces are optional, like all
// in engine/optional.go: without them, the last letter has bare numbers and no story.

// Points makes the game engine.Remembered, together with Emblem: it puts a score into words.
func (Game) Points(score int) engine.Phrase { return engine.Say("peak.ledger.points", "count", score) }

// Emblem is printed in front of a result that people pass on. A game with sides has one for each
// side.
func (Game) Emblem(string) string { return "🗻" }

// Tale makes the state engine.Recounted: it returns what a fact that is about to be applied adds to
// the story.
func (s *State) Tale(f engine.Fact) []engine.Phrase {
	if e, ok := f.Event.(HikeEnded); ok && e.Peak != "" {
		return []engine.Phrase{engine.Say("peak.tale.peak", "hike", e.Hike, "seat", e.Peak, "top", s.top())}
	}
	return nil
}
