package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech/dates"
)

// awayMost is how long in all a match waits for one absent player before the house plays on.
const awayMost = 5 * 24 * time.Hour

// StopLasts is how long after a "stop" the player can still come back before the seat is offered to others.
const StopLasts = 7 * 24 * time.Hour

// paceFor returns the time for a move: what the host has set, otherwise a default for the number of seats.
func paceFor(set time.Duration, seats int) time.Duration {
	switch {
	case set > 0:
		return set
	case seats <= 4:
		return 36 * time.Hour
	case seats <= 7:
		return 24 * time.Hour
	}
	return 16 * time.Hour
}

// HoursOf returns a player's time zone and quiet hours; UTC and none for nil.
func HoursOf(p *model.Player) engine.Hours {
	if p == nil {
		return engine.Hours{Zone: time.UTC}
	}
	h := engine.Hours{Zone: model.Location(p.Zone)}
	if from, to, err := engine.ParseQuiet(p.Settings.Quiet); err == nil {
		h.From, h.To = from, to
	}
	return h
}

// NewClock starts a seat's clock for a step and schedules its reminders and deadline. If the player is
// absent, the clock starts when they are back. If the match has waited long enough for them it runs out at
// once.
func NewClock(w *world.Tx, t *model.Table, s *model.Seat, step int) {
	p := w.Player(s.Player)
	now := w.Now()
	if c := t.Clock(s.No); t.Match.Choosing() && c != nil && c.Step == step {
		return // one pace is all that anybody has
	}
	settle(s, t.Clock(s.No), now) // an absence begins it anew
	if t.Match.Choosing() {       // without reserve time, and whoever is absent
		setClock(w, t, p, model.Clock{Seat: s.No, Step: step}, HoursOf(p).Start(now, t.Row.Terms.Pace, 0, t.Row.Terms.Weekends))
		return
	}
	if t.Match.Deals != s.Round {
		s.Round, s.Bank = t.Match.Deals, t.Row.Terms.Bank
	}
	times := HoursOf(p).Start(now, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends)
	if p != nil && Absent(p, now) {
		if until := waitsTill(w, t, s, p); until.Before(*p.AwayUntil) {
			times = engine.Clock{Began: until, Soft: until, Due: until}
		} else {
			times = HoursOf(p).Start(until, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends)
		}
		if c := t.Match.Chair(s.Name); !c.Away {
			w.Append(t, engine.Fact{Event: engine.Away{Of: s.Name}})
		}
	}
	setClock(w, t, p, model.Clock{Seat: s.No, Step: step}, times)
	if GraceOf(t, s) != nil { // an absence began or ended while moves wait
		StopClock(w, t, s.No, whyGrace)
	}
	Hurry(w, t, s)
}

// waitsTill returns until when a match waits for an absent player, and counts that wait against awayMost. The
// last person in a match is waited for without limit.
func waitsTill(w *world.Tx, t *model.Table, s *model.Seat, p *model.Player) time.Time {
	until, _ := WaitsTill(t, s, p, w.Now())
	if People(t) > 1 {
		s.Standing.Waited += until.Sub(w.Now())
	}
	return until
}

// WaitsTill returns until when a match waits for a player who is absent at a time, and whether they are back then.
func WaitsTill(t *model.Table, s *model.Seat, p *model.Player, at time.Time) (until time.Time, back bool) {
	latest := at.Add(max(0, awayMost-s.Standing.Waited))
	if People(t) > 1 && p.AwayUntil.After(latest) {
		return latest, false
	}
	return *p.AwayUntil, true
}

// absencesMost is how many absences begin the time for one choice anew. Even a short one gives all of it again.
const absencesMost = 3

// BeginsAnew reports whether a player's absence begins the time for the seat's present choice anew.
func BeginsAnew(t *model.Table, s *model.Seat) bool {
	absences := 0
	for _, f := range slices.Backward(t.Match.Facts()) {
		if f.Seat == s.Name {
			break
		}
		if e, ok := f.Event.(engine.Away); ok && e.Of == s.Name {
			absences++
		}
	}
	return absences < absencesMost || People(t) == 1
}

// Absent reports whether a player is away at a time.
func Absent(p *model.Player, now time.Time) bool {
	return p.AwayFrom != nil && p.AwayUntil != nil && !now.Before(*p.AwayFrom) && now.Before(*p.AwayUntil)
}

// setClock saves a clock and schedules its deadline and next reminder.
func setClock(w *world.Tx, t *model.Table, p *model.Player, c model.Clock, times engine.Clock) {
	c.Began, c.Soft, c.Due = times.Began, times.Soft, times.Due
	t.SetClock(c)
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueDeadline, At: c.Due})
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueRemind})
	if marks := times.Reminders(marksAndLast(t, p)); c.Reminded < len(marks) {
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueRemind, At: HoursOf(p).Awake(marks[c.Reminded])})
	}
}

// DropClock ends a seat's clock and takes the reserve time that was used from its bank.
func DropClock(w *world.Tx, t *model.Table, seat int) {
	c := t.Clock(seat)
	if c == nil {
		return
	}
	settle(t.Seat(seat), c, w.Now())
	t.DropClock(seat)
	dropDue(w, t, seat, model.DueDeadline, model.DueRemind)
	if t.Row.Terms.Rally != nil {
		dropDue(w, t, seat, model.DueRally)
	}
}

// PaceUntil returns until when a seat that is due has the time for a move, its reserve apart. A clock that stands leaves
// it what was left.
func PaceUntil(t *model.Table, s *model.Seat, now time.Time) time.Time {
	c := t.Clock(s.No)
	switch {
	case c == nil:
		return now.Add(t.Row.Terms.Pace)
	case c.StoppedAt != nil:
		return now.Add(c.Soft.Sub(*c.StoppedAt))
	}
	return c.Soft
}

// OutOfTime reports whether a seat that is due has used its time and its reserve.
func OutOfTime(w *world.Tx, t *model.Table, s *model.Seat) bool {
	c := t.Clock(s.No)
	return waitsFor(t, s.Name) > 0 || c != nil && c.StoppedAt == nil && !c.Due.After(w.Now())
}

// settle takes from a seat's bank what a clock has used of it, until now or until it was stopped. It takes from the wait
// that was counted for an absent player what is left of it, if they move or are back before it is over.
func settle(s *model.Seat, c *model.Clock, now time.Time) {
	if s == nil || c == nil {
		return
	}
	if c.Began.After(now) {
		s.Standing.Waited = max(0, s.Standing.Waited-c.Began.Sub(now))
	}
	if c.StoppedAt != nil {
		now = *c.StoppedAt
	}
	s.Bank = max(0, s.Bank-engine.Clock{Began: c.Began, Soft: c.Soft, Due: c.Due}.Spent(now))
}

// dropDue removes due rows of a seat.
func dropDue(w *world.Tx, t *model.Table, seat int, whats ...model.DueKind) {
	for _, what := range whats {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: what})
	}
}

// StopClock stops a seat's clock, or with seat -1 all clocks, and notes why.
func StopClock(w *world.Tx, t *model.Table, seat int, why string) {
	for _, c := range t.Clocks {
		if c.StoppedAt != nil || seat >= 0 && c.Seat != seat {
			continue
		}
		c.StoppedAt, c.StoppedWhy = new(w.Now()), why
		t.SetClock(c)
		dropDue(w, t, c.Seat, model.DueDeadline, model.DueRemind)
	}
}

// StartClock restarts clocks that were stopped for this reason and adds the time they stood still.
func StartClock(w *world.Tx, t *model.Table, seat int, why string) {
	for _, c := range t.Clocks {
		if c.StoppedAt == nil || c.StoppedWhy != why || seat >= 0 && c.Seat != seat {
			continue
		}
		stood := w.Now().Sub(*c.StoppedAt)
		c.StoppedAt, c.StoppedWhy = nil, ""
		Shift(w, t, c, stood)
	}
}

// HeldOver restarts a seat's clock that has stood still for a held letter long enough.
func HeldOver(w *world.Tx, t *model.Table, d model.Due) { StartClock(w, t, d.Seat, whyHeld) }

// quietMost is how long after a deadline as it would be now quiet hours may move it.
const quietMost = 48 * time.Hour

// Shift moves a clock's times by a span, and its deadline out of the player's quiet hours. Whoever sets new ones again
// and again moves it no further.
func Shift(w *world.Tx, t *model.Table, c model.Clock, by time.Duration) {
	var p *model.Player
	s := t.Seat(c.Seat)
	if s != nil && s.Player != 0 {
		p = w.Player(s.Player)
	}
	hours, began, due := HoursOf(p), c.Began.Add(by), c.Due.Add(by)
	if later := hours.Awake(due); s != nil && !later.After(hours.Start(began, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends).Due.Add(quietMost)) {
		due = later
	}
	setClock(w, t, p, c, engine.Clock{Began: began, Soft: c.Soft.Add(by), Due: due})
}

// Remind sends the digest again to a seat that has not answered, and counts the reminder.
func Remind(w *world.Tx, t *model.Table, d model.Due) {
	s := t.Seat(d.Seat)
	clock := t.Clock(d.Seat)
	if clock == nil || s == nil || t.Row.Phase != model.PhaseRunning || clock.StoppedAt != nil || !slices.Contains(t.Match.ToMove(), s.Name) {
		return
	}
	clock.Reminded++
	p := w.Player(s.Player)
	setClock(w, t, p, *clock, engine.Clock{Began: clock.Began, Soft: clock.Soft, Due: clock.Due})
	w.Append(t, engine.Fact{Event: engine.Reminded{Of: s.Name}})
	Digest(w, t, s, model.PurposeRemind, fmt.Sprintf("%d:%d:%d", clock.Step, clock.Reminded, w.Now().Unix())) // the time keeps this key apart from others of the step, even if the marks were changed
}

// MarksOf returns when a player is reminded in a match: their own marks if set, otherwise those of the match.
func MarksOf(t *model.Table, p *model.Player) []string {
	if p != nil && p.Settings.Remind != "" {
		if marks, no := dates.Reminders(p.Settings.Remind); no == nil {
			return marks
		}
	}
	return t.Row.Terms.Remind
}

// lastCall reminds players once more when their reserve time begins, unless they want no reminders.
const lastCall = "100%"

func marksAndLast(t *model.Table, p *model.Player) []string {
	marks := MarksOf(t, p)
	if len(marks) == 0 || slices.Contains(marks, lastCall) {
		return marks
	}
	return append(slices.Clone(marks), lastCall)
}

// TakeBack gives a seat back to its player after a bot or an absence. It returns false if there is nothing to
// take back or the player has left for good.
func TakeBack(w *world.Tx, t *model.Table, s *model.Seat) bool {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == model.SeatLeft {
		return false
	}
	if gone := s.State == model.SeatBot || chair.Away || s.Stopped != nil; !gone {
		return false
	}
	reclaimed(w, t, s)
	s.State, s.Stopped = model.SeatJoined, nil
	w.Append(t, engine.Fact{Event: engine.Back{Of: s.Name}})
	if slices.Contains(t.Match.ToMove(), s.Name) {
		NewClock(w, t, s, chair.Steps+1)
		Digest(w, t, s, model.PurposeTurn, fmt.Sprintf("%d-back-%d", chair.Steps+1, t.Match.Seq))
	}
	return true
}
