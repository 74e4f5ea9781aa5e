package house

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// The clock of a rally runs before the seat's own, which it leaves as it is: who lets it run
// out has missed nothing and goes on in the time that the match gives. So no clock is ever
// shorter than was promised.

// RallyDue is until when a seat that plays along is asked to move; false for all others.
func RallyDue(t *model.Table, s *model.Seat, c *model.Clock, now time.Time) (time.Time, bool) {
	r := t.Row.Terms.Rally
	if r == nil || c == nil || c.StoppedAt != nil || s.State != model.SeatJoined || !r.Has(s.Player) || r.From.After(now) || !r.Until.After(now) {
		return now, false
	}
	begins := c.Began
	if begins.Before(r.From) {
		begins = r.From
	}
	due := begins.Add(rallyPace)
	return due, due.After(now) && due.Before(c.Soft)
}

// hurry begins the fifteen minutes of a seat that plays along and is to move, while the
// evening lasts.
func hurry(w *world.Tx, t *model.Table, s *model.Seat) {
	r := t.Row.Terms.Rally
	if r == nil || !r.Has(s.Player) || s.State != model.SeatJoined || r.From.After(w.Now()) || !r.Until.After(w.Now()) {
		return
	}
	if !contains(t.Match.ToMove(), s.Name) || !t.Match.HoldsUp(s.Name) {
		return
	}
	if c := clockOf(w, t, s.No); c == nil || c.Began.After(w.Now()) || c.Soft.Before(w.Now().Add(rallyPace)) {
		return // nobody waits for them yet, or their own time ends before
	}
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally, At: w.Now().Add(rallyPace)})
}

// rallyFalls does what falls due of a rally.
func rallyFalls(w *world.Tx, t *model.Table, due model.Due) {
	r := t.Row.Terms.Rally
	if r == nil || t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted {
		return
	}
	switch due.Of {
	case "":
		rallyMissed(w, t, due.Seat)
		return
	case "call":
		if len(rallyNames(t)) > 1 {
			tellRally(w, t, 0, fmt.Sprintf("rally-call:%d", r.From.Unix()), say("house.rally-call", "at", r.From.Format(time.RFC3339), "names", rallyNames(t)))
		}
	case "start":
		rallyStarts(w, t)
		return
	case "end":
		endRally(w, t)
		return
	}
}

// rallyStarts sets the clocks going, if two or more play along.
func rallyStarts(w *world.Tx, t *model.Table) {
	r := t.Row.Terms.Rally
	if len(rallyNames(t)) < 2 {
		tellRally(w, t, 0, fmt.Sprintf("rally-none:%d", r.From.Unix()), say("house.rally-nobody"))
		endRally(w, t)
		return
	}
	tellRally(w, t, 0, fmt.Sprintf("rally-start:%d", r.From.Unix()), say("house.rally-starts", "names", rallyNames(t), "until", r.Until.Format(time.RFC3339)),
		say("mail.next-is", "names", t.Match.Awaited()))
	for i := range t.Seats {
		hurry(w, t, &t.Seats[i])
	}
}

// rallyMissed lets a seat fall back to the pace of the match. That is no miss.
func rallyMissed(w *world.Tx, t *model.Table, seat int) {
	s := t.Seat(seat)
	c := clockOf(w, t, seat)
	if s == nil || c == nil || c.StoppedAt != nil || t.Row.Phase != model.PhaseRunning || !t.Row.Terms.Rally.Has(s.Player) || !contains(t.Match.ToMove(), s.Name) {
		return
	}
	key := fmt.Sprintf("rally-slow:%d:%d", seat, w.Now().Unix())
	note(w, t, s, model.PurposeNote, key, notice.Note{Subject: say("house.rally-note-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{say("house.rally-slow", "until", engine.Moment(c.Soft))}})
	leaveRally(w, t, s, key)
}
