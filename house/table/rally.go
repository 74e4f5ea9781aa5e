package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// What a sprint takes, and how often there may be one.
const (
	RallyPace   = 15 * time.Minute // for a move
	RallyLasts  = 4 * time.Hour
	RallyCall   = 30 * time.Minute // before it begins all who play along are reminded
	RallySoon   = 10 * time.Minute // the least time ahead
	RallyFar    = 14 * 24 * time.Hour
	RalliesADay = 3
)

// LeaveRally takes a seat back to the pace of the match and tells the others; one who is
// left alone plays no rally.
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

// EndRally brings every seat back to the pace of the match.
func EndRally(w *world.Tx, t *model.Table) {
	t.Row.Terms.Rally = nil
	for _, what := range []string{"call", "start", "end"} {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what})
	}
	for i := range t.Seats {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: t.Seats[i].No, What: model.DueRally})
	}
	for _, a := range world.Get(w, world.MatchAsks{Match: t.Row.ID, Kind: model.AskRally}) {
		w.Answer(&a, model.AnswerLapsed)
	}
}

// TellRally writes to all who play along but one.
func TellRally(w *world.Tx, t *model.Table, but int64, key string, lines ...engine.Phrase) {
	for s := range t.In(model.SeatJoined) {
		if s.Player != but && t.Row.Terms.Rally.Has(s.Player) {
			Note(w, t, s, model.PurposeNote, key, notice.Note{Subject: engine.Say("house.rally-note-subject", "match", int(t.Row.ID)), Lines: lines})
		}
	}
}

// RallyNames are the seats that play along.
func RallyNames(t *model.Table) []string {
	var names []string
	for s := range t.In(model.SeatJoined) {
		if t.Row.Terms.Rally.Has(s.Player) {
			names = append(names, s.Name)
		}
	}
	return names
}

// The clock of a rally runs before the seat's own, which it leaves as it is: who lets it run
// out has missed nothing and goes on in the time that the match gives. So no clock is ever
// shorter than was promised.

// RallyDue is until when a seat that plays along is asked to move; false for all others.
func RallyDue(t *model.Table, s *model.Seat, c *model.Clock, now time.Time) (time.Time, bool) {
	if c == nil || c.StoppedAt != nil || !rallies(t, s, now) {
		return now, false
	}
	due := slices.MaxFunc([]time.Time{c.Began, t.Row.Terms.Rally.From}, time.Time.Compare).Add(RallyPace)
	return due, due.After(now) && due.Before(c.Soft)
}

// rallies says that the evening is on and a seat plays along.
func rallies(t *model.Table, s *model.Seat, now time.Time) bool {
	r := t.Row.Terms.Rally
	return r.Has(s.Player) && s.State == model.SeatJoined && !r.From.After(now) && r.Until.After(now)
}

// Hurry begins the fifteen minutes of a seat that plays along and is to move, while the
// evening lasts.
func Hurry(w *world.Tx, t *model.Table, s *model.Seat) {
	if !rallies(t, s, w.Now()) || !slices.Contains(t.Match.ToMove(), s.Name) || !t.Match.HoldsUp(s.Name) {
		return
	}
	if c := ClockOf(t, s.No); c == nil || c.Began.After(w.Now()) || c.Soft.Before(w.Now().Add(RallyPace)) {
		return // nobody waits for them yet, or their own time ends before
	}
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally, At: w.Now().Add(RallyPace)})
}

// RallyFalls does what falls due of a rally.
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

// rallyStarts sets the clocks going, if two or more play along.
func rallyStarts(w *world.Tx, t *model.Table) {
	r := t.Row.Terms.Rally
	if len(RallyNames(t)) < 2 {
		TellRally(w, t, 0, fmt.Sprintf("rally-none:%d", r.From.Unix()), engine.Say("house.rally-nobody"))
		EndRally(w, t)
		return
	}
	TellRally(w, t, 0, fmt.Sprintf("rally-start:%d", r.From.Unix()), engine.Say("house.rally-starts", "names", RallyNames(t), "until", r.Until.Format(time.RFC3339)),
		engine.Say("mail.next-is", "names", t.Match.Awaited()))
	for i := range t.Seats {
		Hurry(w, t, &t.Seats[i])
	}
}

// rallyMissed lets a seat fall back to the pace of the match. That is no miss.
func rallyMissed(w *world.Tx, t *model.Table, seat int) {
	s := t.Seat(seat)
	c := ClockOf(t, seat)
	if s == nil || c == nil || c.StoppedAt != nil || t.Row.Phase != model.PhaseRunning || !t.Row.Terms.Rally.Has(s.Player) || !slices.Contains(t.Match.ToMove(), s.Name) {
		return
	}
	key := fmt.Sprintf("rally-slow:%d:%d", seat, w.Now().Unix())
	Note(w, t, s, model.PurposeNote, key, notice.Note{Subject: engine.Say("house.rally-note-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.rally-slow", "until", engine.Moment(c.Soft))}})
	LeaveRally(w, t, s, key)
}
