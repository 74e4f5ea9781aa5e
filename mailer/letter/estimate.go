package letter

import (
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// turnIn returns in how many seconds the reader's turn probably comes, 0 if nobody can say. It follows the
// game's order of play and counts people only, because a bot moves within a second.
func turnIn(s *builder, awaited []string) int {
	m := s.table.Match
	if s.seat == nil || len(awaited) == 0 || !dealt(m) {
		return 0
	}
	at, took := s.now, lately(m)
	for _, name := range m.MovingFrom(awaited[0]) {
		if name == s.seat.Name {
			break
		}
		seat := s.table.SeatNamed(name)
		if chair := m.Chair(name); seat == nil || chair == nil || chair.Bot {
			continue
		}
		back, plays := backAt(s, seat, at)
		if at = back; plays {
			at = at.Add(usualTime(took[name], s.table.Row.Terms.Pace))
		}
	}
	return int(rounded(at.Sub(s.now)) / time.Second)
}

// dealt reports whether the present round has begun. While the gold of the last one is shared, or before any, there
// is no order of play.
func dealt(m *engine.Match) bool {
	return lastFact(m, engine.DealsRound) > lastFact(m, engine.ClosesRound)
}

// backAt returns when a seat can move that has its turn at a time: at once, or after its player's absence.
// plays is false if the match waits no longer for them, so that the house plays then.
func backAt(s *builder, seat *model.Seat, at time.Time) (back time.Time, plays bool) {
	if clock := s.table.Clock(seat.No); clock != nil && clock.Began.After(at) { // it stands for an absence
		return clock.Began, clock.Soft.After(clock.Began)
	}
	if p := s.src.Player(seat.Player); p != nil && table.IsAbsent(p, at) {
		return table.WaitsForAbsentUntil(s.table, seat, p, at)
	}
	return at, true
}

// turnsOfLate is how many of a person's last turns tell how long their next will take.
const turnsOfLate = 3

// usualTime is how long a turn probably takes a person: the mean of their last turns. What is not known yet counts as
// a sixth of the pace, because people usually answer long before their time is over.
func usualTime(took []time.Duration, pace time.Duration) time.Duration {
	took = took[max(0, len(took)-turnsOfLate):]
	sum := time.Duration(turnsOfLate-len(took)) * pace / 6
	for _, t := range took {
		sum += t
	}
	return sum / turnsOfLate
}

// lately returns how long each person took for each of their turns in a match, without pauses. Turns in which
// they were absent, or which a bot finished, tell nothing.
func lately(m *engine.Match) map[string][]time.Duration {
	w := stopwatch{past: engine.OpenMatch(m.Game, m.Setup, [32]byte{}), began: map[string]time.Time{}, took: map[string][]time.Duration{}}
	for _, f := range m.Facts() {
		w.fact(f)
	}
	return w.took
}

// stopwatch measures turns.
type stopwatch struct {
	past   *engine.Match
	began  map[string]time.Time // the turns that run; zero for one that tells nothing
	took   map[string][]time.Duration
	paused time.Time
}

func (w *stopwatch) fact(f engine.Fact) {
	switch e := f.Event.(type) {
	case engine.Away:
		w.began[e.Of] = time.Time{}
	case engine.Back:
		delete(w.began, e.Of) // their turn begins anew
	case engine.Replaced:
		delete(w.began, e.Of)
		delete(w.took, e.Of)
	case engine.Rewound:
		clear(w.began)
	case engine.Paused:
		w.paused = f.At
	case engine.Resumed:
		w.goOn(f.At.Sub(w.paused))
	}
	w.past.Apply(f)
	due := w.past.Awaited()
	w.end(due, f.At)
	for _, seat := range due {
		if _, runs := w.began[seat]; !runs {
			w.began[seat] = f.At
		}
	}
}

// goOn leaves a pause out of the turns that run.
func (w *stopwatch) goOn(after time.Duration) {
	for seat, began := range w.began {
		if !began.IsZero() {
			w.began[seat] = began.Add(after)
		}
	}
}

// end ends the turns of all seats that are not due any more.
func (w *stopwatch) end(due []string, at time.Time) {
	for seat, began := range w.began {
		if slices.Contains(due, seat) {
			continue
		}
		if chair := w.past.Chair(seat); !began.IsZero() && chair != nil && !chair.Bot {
			w.took[seat] = append(w.took[seat], at.Sub(began))
		}
		delete(w.began, seat)
	}
}

// rounded rounds an estimate to what people would say: minutes by fives, hours, days.
func rounded(d time.Duration) time.Duration {
	unit := 5 * time.Minute
	switch {
	case d > 48*time.Hour:
		unit = 24 * time.Hour
	case d > 55*time.Minute:
		unit = time.Hour
	}
	return max(d.Round(unit), unit)
}
