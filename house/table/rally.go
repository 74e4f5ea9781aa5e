package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// The times of a rally, and how many there may be in a day.
const (
	RallyPace   = 15 * time.Minute // for each move
	RallyLasts  = 4 * time.Hour
	RallyCall   = 30 * time.Minute // how long before the start everybody who takes part is reminded
	RallySoon   = 10 * time.Minute // how far ahead it must be announced at least
	RallyFar    = 14 * 24 * time.Hour
	RalliesADay = 3
)

// LeaveRally returns a seat to the normal pace of the match and tells the others. If only one player is left,
// the rally ends.
func LeaveRally(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	t.Row.Terms.Rally = t.Row.Terms.Rally.Without(s.Player)
	dropDue(w, t, s.No, model.DueRally)
	says := []engine.Phrase{engine.Say("house.rally-left", "name", s.Name)}
	alone := len(t.Row.Terms.Rally.With) < 2 && !t.Row.Terms.Rally.From.After(w.Now())
	if alone {
		says = append(says, engine.Say("house.rally-over"))
	}
	TellRally(w, t, s.Player, key, says...)
	if alone {
		EndRally(w, t)
	}
}

// EndRally returns all seats to the normal pace of the match.
func EndRally(w *world.Tx, t *model.Table) {
	t.Row.Terms.Rally = nil
	for _, what := range []string{"call", "start", "end"} {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what})
	}
	for s := range t.In() {
		dropDue(w, t, s.No, model.DueRally)
	}
	for _, a := range w.Asks(model.AskFilter{Match: t.Row.ID, Kind: model.AskRally, Open: true}) {
		w.Answer(&a, model.AnswerLapsed)
	}
}

// TellRally writes to everybody in the rally except one player.
func TellRally(w *world.Tx, t *model.Table, but int64, key string, lines ...engine.Phrase) {
	for s := range t.In(model.SeatJoined) {
		if s.Player != but && t.Row.Terms.Rally.Has(s.Player) {
			Note(w, t, s, key, News(t, "house.rally-note-subject", lines...))
		}
	}
}

// RallyNames lists the seats that take part.
func RallyNames(t *model.Table) []string {
	return t.NamesThat(func(s *model.Seat) bool { return t.Row.Terms.Rally.Has(s.Player) }, model.SeatJoined)
}

// The rally clock runs in addition to the seat's own clock and does not change it. Somebody who lets it run
// out has missed no turn and goes on in the time that the match gives. So a rally never makes a promised time
// shorter.

// RallyDue returns until when a seat in a running rally should move; false for all other seats.
func RallyDue(t *model.Table, s *model.Seat, now time.Time) (time.Time, bool) {
	c := t.Clock(s.No)
	if c == nil || c.StoppedAt != nil || !rallies(t, s, now) {
		return now, false
	}
	due := slices.MaxFunc([]time.Time{c.Began, t.Row.Terms.Rally.From}, time.Time.Compare).Add(RallyPace)
	return due, due.After(now) && due.Before(c.Soft)
}

// rallies reports whether a rally is on and the seat takes part. What all choose at once has its own time.
func rallies(t *model.Table, s *model.Seat, now time.Time) bool {
	r := t.Row.Terms.Rally
	return !t.Match.Choosing() && r.Has(s.Player) && s.State == model.SeatJoined && !r.From.After(now) && r.Until.After(now)
}

// Hurry starts the rally clock of a seat that is to move.
func Hurry(w *world.Tx, t *model.Table, s *model.Seat) {
	if !rallies(t, s, w.Now()) || !slices.Contains(t.Match.ToMove(), s.Name) || !t.HoldsUp(s.Name) {
		return
	}
	if c := t.Clock(s.No); c == nil || c.Began.After(w.Now()) || c.Soft.Before(w.Now().Add(RallyPace)) {
		return // nobody waits for them yet, or their own time ends sooner
	}
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally, At: w.Now().Add(RallyPace)})
}

// RallyFalls handles a due row of a rally; due.Of says which: its reminder, start or end, or "" for a seat's
// clock.
func RallyFalls(w *world.Tx, t *model.Table, due model.Due) {
	r := t.Row.Terms.Rally
	if r == nil || t.Row.Phase.Ended() {
		return
	}
	switch due.Of {
	case "":
		rallyMissed(w, t, due.Seat)
	case "call":
		if len(RallyNames(t)) > 1 {
			TellRally(w, t, 0, fmt.Sprintf("rally-call:%d", r.From.Unix()), engine.Say("house.rally-call", "at", r.From.Format(time.RFC3339), "names", RallyNames(t)))
		}
	case "start":
		rallyStarts(w, t)
	case "end":
		EndRally(w, t)
	}
}

// rallyStarts starts the rally clocks if two or more take part.
func rallyStarts(w *world.Tx, t *model.Table) {
	r := t.Row.Terms.Rally
	if len(RallyNames(t)) < 2 {
		TellRally(w, t, 0, fmt.Sprintf("rally-none:%d", r.From.Unix()), engine.Say("house.rally-nobody"))
		EndRally(w, t)
		return
	}
	TellRally(w, t, 0, fmt.Sprintf("rally-start:%d", r.From.Unix()), engine.Say("house.rally-starts", "names", RallyNames(t), "until", r.Until.Format(time.RFC3339)),
		engine.Say("mail.next-is", "names", t.Match.Awaited()))
	for s := range t.In() {
		Hurry(w, t, s)
	}
}

// rallyMissed returns a seat to the normal pace because its rally clock ran out. That counts as no missed
// turn.
func rallyMissed(w *world.Tx, t *model.Table, seat int) {
	s := t.Seat(seat)
	c := t.Clock(seat)
	if s == nil || c == nil || c.StoppedAt != nil {
		return
	}
	if due := t.Row.Phase == model.PhaseRunning && slices.Contains(t.Match.ToMove(), s.Name); !due || !t.Row.Terms.Rally.Has(s.Player) {
		return
	}
	key := fmt.Sprintf("rally-slow:%d:%d", seat, w.Now().Unix())
	Note(w, t, s, key, News(t, "house.rally-note-subject", engine.Say("house.rally-slow", "until", engine.Moment(c.Soft))))
	LeaveRally(w, t, s, key)
}
