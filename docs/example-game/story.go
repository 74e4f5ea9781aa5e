package peak

import "pitpost.example/engine"

// What stays of a match that is over. A game can do without these seams, as without all that engine
// calls optional: then the last letter has bare numbers, and no story.

// Points makes the game Remembered, together with Emblem: it words a score.
func (Game) Points(score int) engine.Phrase { return engine.Say("peak.ledger.points", "count", score) }

// Emblem stands before a result that people pass on. A game with sides has one for each.
func (Game) Emblem(string) string { return "🗻" }

// Tale makes the state Recounted: what a fact that is about to be applied adds to the story.
func (s *State) Tale(f engine.Fact) []engine.Phrase {
	if e, ok := f.Event.(HikeEnded); ok && e.Peak != "" {
		return []engine.Phrase{engine.Say("peak.tale.peak", "hike", e.Hike, "seat", e.Peak, "top", s.top())}
	}
	return nil
}
