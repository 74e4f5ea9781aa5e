package table

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// NotesAnHour is how many letters that nobody asked for a seat gets in an hour. Answers, turns, the
// ends of rounds and matches and questions are not counted.
const NotesAnHour = 3

// untoldMost is how much waits for one letter; beyond it the story of the match has to do.
const untoldMost = 20

// lately are the times of the letters within an hour that nobody asked for.
func lately(s *model.Seat, now time.Time) []time.Time {
	return slices.DeleteFunc(slices.Clone(s.Standing.Noted), func(at time.Time) bool { return !at.After(now.Add(-time.Hour)) })
}

func enough(s *model.Seat, now time.Time) bool { return len(lately(s, now)) >= NotesAnHour }

// Later leaves sentences to the seat's next letter.
func Later(w *world.Tx, t *model.Table, s *model.Seat, says ...engine.Phrase) {
	untold := slices.Clone(s.Standing.Untold)
	for _, p := range says {
		at := slices.IndexFunc(untold, func(u model.Untold) bool {
			return bytes.Equal(notice.Params(u.Says), notice.Params(p)) // one of them may come from a row
		})
		switch {
		case at >= 0:
			untold[at].Times++
		case len(untold) < untoldMost:
			untold = append(untold, model.Untold{Says: p, Times: 1})
		}
	}
	s.Standing.Untold = untold
	w.Save(t)
}

// TakeUntold is what waited for the letter that is about to be queued.
func TakeUntold(w *world.Tx, t *model.Table, s *model.Seat) []engine.Phrase {
	if len(s.Standing.Untold) == 0 {
		return nil
	}
	var says []engine.Phrase
	for _, u := range s.Standing.Untold {
		p := u.Says
		if u.Times > 1 && p.Args["count"] != nil {
			p.Args = maps.Clone(p.Args)
			p.Args["count"] = u.Times
		}
		says = append(says, p)
	}
	s.Standing.Untold = nil
	w.Save(t)
	return says
}
