package table

import (
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// How long a move waits in which a word is not understood, at most, and any move in a rally.
const (
	graceMost  = 10 * time.Minute
	graceRally = time.Minute
)

// A clock stands for one of these reasons. That of a letter from a stranger gives way to that of a grace, which would
// otherwise end in its middle.
const (
	whyGrace  = "grace"
	whyHeld   = "held"
	whyPaused = "paused"
)

// GraceLength returns how long a move of a seat waits before it is played, 0 if it does not wait. unsure says that a word of
// it was not understood, wants is what its player has asked for at each of their moves. Where only bots would wait, nothing
// does.
func GraceLength(t *model.Table, s *model.Seat, unsure bool, wants time.Duration, now time.Time) time.Duration {
	if t.People() < 2 {
		return 0
	}
	tenth := t.Row.Terms.Pace / 10
	span := max(t.Row.Terms.Slips, min(wants, tenth))
	if unsure {
		span = max(span, min(graceMost, tenth))
	}
	if rallies(t, s, now) {
		span = min(span, graceRally)
	}
	return span
}

// SetGrace keeps moves for a seat until g.At. Its clock stands as the letter with them found it.
func (t *Timed) SetGrace(s *model.Seat, g model.Grace) {
	g.At = model.TruncateMicro(g.At.UTC())
	t.StartClock(s.No, whyHeld)
	if t.Row.Phase == model.PhasePaused {
		t.StopClock(s.No, whyPaused)
		g.Left = g.At.Sub(t.Now())
	} else {
		t.StopClock(s.No, whyGrace)
		t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueGrace, At: g.At})
	}
	t.dropDue(s.No, model.DueRally)
	s.Standing.Grace = &g
}

// DropGrace forgets the moves that a seat's player can still take back and lets its clock run again.
func (t *Timed) DropGrace(s *model.Seat) {
	s.Standing.Grace = nil
	t.dropDue(s.No, model.DueGrace)
	t.StartClock(s.No, whyGrace)
	if due, fast := RallyDeadline(t.Table, s, t.Now()); fast {
		t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally, At: due})
	}
}

// OpenGrace returns the moves that a seat's player can still take back, nil if there are none or they are not wanted
// any more.
func OpenGrace(t *model.Table, s *model.Seat) *model.Grace {
	g := s.Standing.Grace
	if g == nil || !t.Row.Phase.InPlay() || s.State != model.SeatJoined || s.Player != g.Player {
		return nil
	}
	if t.StepOf(s) != g.Step || !slices.Contains(t.Match.ToMove(), s.Name) {
		return nil
	}
	return g
}

// inGrace reports whether the table waits for moves that can still be taken back. Bots and plans wait, too.
func (t *Timed) inGrace() bool {
	for s := range t.In(model.SeatJoined) {
		if OpenGrace(t.Table, s) != nil {
			return true
		}
	}
	return false
}

// LapseGraces forgets the moves that cannot be played any more, because their player has left, the match is over or what
// they were for was taken back. A player who is still there is told.
func (t *Timed) LapseGraces() {
	for s := range t.In() {
		g := s.Standing.Grace
		if g == nil || OpenGrace(t.Table, s) != nil {
			continue
		}
		t.DropGrace(s)
		if s.State == model.SeatJoined && s.Player == g.Player {
			KeepSentences(s, engine.Say("house.grace-lapsed", "command", g.Commands))
		}
	}
}

// PauseClocks stops all clocks of a match that is paused, and what waits for a grace.
func (t *Timed) PauseClocks() {
	for s := range t.In() {
		if g := s.Standing.Grace; g != nil {
			paused := *g
			paused.Left = max(time.Second, g.At.Sub(t.Now()))
			s.Standing.Grace = &paused
			t.dropDue(s.No, model.DueGrace)
			t.StartClock(s.No, whyGrace)
		}
	}
	t.StopClock(-1, whyPaused)
}

// ResumeClocks starts the clocks of a match that is no longer paused, and what waited for a grace goes on waiting.
func (t *Timed) ResumeClocks() {
	t.StartClock(-1, whyPaused)
	for s := range t.In() {
		if g := s.Standing.Grace; g != nil && g.Left > 0 {
			goesOn := *g
			goesOn.At, goesOn.Left = t.Now().Add(g.Left), 0
			t.SetGrace(s, goesOn)
		}
	}
}
