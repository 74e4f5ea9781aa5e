package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
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
func (t *Timed) LeaveRally(s *model.Seat, key string) {
	t.Row.Terms.Rally = t.Row.Terms.Rally.Without(s.Player)
	t.dropDue(s.No, model.DueRally)
	says := []engine.Phrase{engine.Say("house.rally-left", "name", s.Name)}
	alone := len(t.Row.Terms.Rally.With) < 2 && !t.Row.Terms.Rally.From.After(t.Now())
	if alone {
		says = append(says, engine.Say("house.rally-over"))
	}
	t.TellRally(s.Player, key, says...)
	if alone {
		t.EndRally()
	}
}

// EndRally returns all seats to the normal pace of the match.
func (t *Timed) EndRally() {
	t.Row.Terms.Rally = nil
	for _, what := range []string{"call", "start", "end"} {
		t.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what})
	}
	for s := range t.In() {
		t.dropDue(s.No, model.DueRally)
	}
	for _, a := range t.Asks(model.AskFilter{Match: t.Row.ID, Kind: model.AskRally, Open: true}) {
		t.Answer(&a, model.AnswerLapsed)
	}
}

// TellRally writes to everybody in the rally except one player.
func (t *Timed) TellRally(but int64, key string, lines ...engine.Phrase) {
	for s := range t.In(model.SeatJoined) {
		if s.Player != but && t.Row.Terms.Rally.Has(s.Player) {
			t.Note(s, key, t.News("house.rally-note-subject", lines...))
		}
	}
}

// RallyNames lists the seats that take part.
func (t *Timed) RallyNames() []string {
	return t.NamesThat(func(s *model.Seat) bool { return t.Row.Terms.Rally.Has(s.Player) }, model.SeatJoined)
}

// The rally clock runs in addition to the seat's own clock and does not change it. Somebody who lets it run
// out has missed no turn and goes on in the time that the match gives. So a rally never makes a promised time
// shorter.

// RallyDeadline returns until when a seat in a running rally should move; false for all other seats.
func RallyDeadline(t *model.Table, s *model.Seat, now time.Time) (time.Time, bool) {
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

// StartRallyClock starts the rally clock of a seat that is to move.
func (t *Timed) StartRallyClock(s *model.Seat) {
	if !rallies(t.Table, s, t.Now()) || !slices.Contains(t.Match.ToMove(), s.Name) || !t.HoldsUp(s.Name) {
		return
	}
	if c := t.Clock(s.No); c == nil || c.Began.After(t.Now()) || c.Soft.Before(t.Now().Add(RallyPace)) {
		return // nobody waits for them yet, or their own time ends sooner
	}
	t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally, At: t.Now().Add(RallyPace)})
}

// RallyFalls handles a due row of a rally; due.Of says which: its reminder, start or end, or "" for a seat's
// clock.
func (t *Timed) RallyFalls(due model.Due) {
	r := t.Row.Terms.Rally
	if r == nil || t.Row.Phase.Ended() {
		return
	}
	switch due.Of {
	case "":
		t.rallyMissed(due.Seat)
	case "call":
		if len(t.RallyNames()) > 1 {
			t.TellRally(0, fmt.Sprintf("rally-call:%d", r.From.Unix()), engine.Say("house.rally-call", "at", r.From.Format(time.RFC3339), "names", t.RallyNames()))
		}
	case "start":
		t.rallyStarts()
	case "end":
		t.EndRally()
	}
}

// rallyStarts starts the rally clocks if two or more take part.
func (t *Timed) rallyStarts() {
	r := t.Row.Terms.Rally
	if len(t.RallyNames()) < 2 {
		t.TellRally(0, fmt.Sprintf("rally-none:%d", r.From.Unix()), engine.Say("house.rally-nobody"))
		t.EndRally()
		return
	}
	t.TellRally(0, fmt.Sprintf("rally-start:%d", r.From.Unix()), engine.Say("house.rally-starts", "names", t.RallyNames(), "until", r.Until.Format(time.RFC3339)),
		engine.Say("mail.next-is", "names", t.Match.Awaited()))
	for s := range t.In() {
		t.StartRallyClock(s)
	}
}

// rallyMissed returns a seat to the normal pace because its rally clock ran out. That counts as no missed
// turn.
func (t *Timed) rallyMissed(seat int) {
	s := t.Seat(seat)
	c := t.Clock(seat)
	if s == nil || c == nil || c.StoppedAt != nil {
		return
	}
	if due := t.Row.Phase == model.PhaseRunning && slices.Contains(t.Match.ToMove(), s.Name); !due || !t.Row.Terms.Rally.Has(s.Player) {
		return
	}
	key := fmt.Sprintf("rally-slow:%d:%d", seat, t.Now().Unix())
	t.Note(s, key, t.News("house.rally-note-subject", engine.Say("house.rally-slow",
		"until", engine.FormatMoment(c.Soft))))
	t.LeaveRally(s, key)
}
