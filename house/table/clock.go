package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
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
	h := engine.Hours{Zone: model.ZoneLocation(p.Zone)}
	if from, to, err := engine.ParseQuiet(p.Settings.Quiet); err == nil {
		h.From, h.To = from, to
	}
	return h
}

// NewClock starts a seat's clock for a step and schedules its reminders and deadline. If the player is
// absent, the clock starts when they are back. If the match has waited long enough for them it runs out at
// once.
func (t *Timed) NewClock(s *model.Seat, step int) {
	p := t.Player(s.Player)
	now := t.Now()
	if c := t.Clock(s.No); t.Match.Choosing() && c != nil && c.Step == step {
		return // one pace is all that anybody has
	}
	settle(s, t.Clock(s.No), now) // an absence begins it anew
	if t.Match.Choosing() {       // without reserve time, and whoever is absent
		t.setClock(p, model.Clock{Seat: s.No, Step: step}, HoursOf(p).Start(now, t.Row.Terms.Pace, 0, t.Row.Terms.Weekends))
		return
	}
	if t.Match.Deals != s.Round {
		s.Round, s.Bank = t.Match.Deals, t.Row.Terms.Bank
	}
	times := HoursOf(p).Start(now, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends)
	if p != nil && IsAbsent(p, now) {
		if until := t.waitsTill(s, p); until.Before(*p.AwayUntil) {
			times = engine.Clock{Began: until, Soft: until, Due: until}
		} else {
			times = HoursOf(p).Start(until, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends)
		}
		if c := t.Match.Chair(s.Name); !c.Away {
			t.Append(engine.Fact{Event: engine.Away{Of: s.Name}})
		}
	}
	t.setClock(p, model.Clock{Seat: s.No, Step: step}, times)
	if OpenGrace(t.Table, s) != nil { // an absence began or ended while moves wait
		t.StopClock(s.No, whyGrace)
	}
	t.StartRallyClock(s)
}

// waitsTill returns until when a match waits for an absent player, and counts that wait against awayMost. The
// last person in a match is waited for without limit.
func (t *Timed) waitsTill(s *model.Seat, p *model.Player) time.Time {
	until, _ := WaitsForAbsentUntil(t.Table, s, p, t.Now())
	if t.People() > 1 {
		s.Standing.Waited += until.Sub(t.Now())
	}
	return until
}

// WaitsForAbsentUntil returns until when a match waits for a player who is absent at a time, and whether they are back
// then.
func WaitsForAbsentUntil(t *model.Table, s *model.Seat, p *model.Player, at time.Time) (until time.Time, back bool) {
	latest := at.Add(max(0, awayMost-s.Standing.Waited))
	if t.People() > 1 && p.AwayUntil.After(latest) {
		return latest, false
	}
	return *p.AwayUntil, true
}

// absencesMost is how many absences begin the time for one choice anew. Even a short one gives all of it again.
const absencesMost = 3

// BeginsAnew reports whether a player's absence begins the time for the seat's present choice anew.
func (t *Timed) BeginsAnew(s *model.Seat) bool {
	absences := 0
	for _, f := range slices.Backward(t.Match.Facts()) {
		if f.Seat == s.Name {
			break
		}
		if e, ok := f.Event.(engine.Away); ok && e.Of == s.Name {
			absences++
		}
	}
	return absences < absencesMost || t.People() == 1
}

// IsAbsent reports whether a player is away at a time.
func IsAbsent(p *model.Player, now time.Time) bool {
	return p.AwayFrom != nil && p.AwayUntil != nil && !now.Before(*p.AwayFrom) && now.Before(*p.AwayUntil)
}

// setClock saves a clock and schedules its deadline and next reminder.
func (t *Timed) setClock(p *model.Player, c model.Clock, times engine.Clock) {
	c.Began, c.Soft, c.Due = times.Began, times.Soft, times.Due
	t.SetClock(c)
	t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueDeadline, At: c.Due})
	t.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueRemind})
	if marks := times.Reminders(t.marksAndLast(p)); c.Reminded < len(marks) {
		t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueRemind, At: HoursOf(p).Awake(marks[c.Reminded])})
	}
}

// EndClock ends a seat's clock and takes the reserve time that was used from its bank.
func (t *Timed) EndClock(seat int) {
	c := t.Clock(seat)
	if c == nil {
		return
	}
	settle(t.Seat(seat), c, t.Now())
	t.DropClock(seat)
	t.dropDue(seat, model.DueDeadline, model.DueRemind)
	if t.Row.Terms.Rally != nil {
		t.dropDue(seat, model.DueRally)
	}
}

// PaceUntil returns until when a seat that is due has the time for a move, its reserve apart. A clock that stands leaves
// it what was left.
func (t *Timed) PaceUntil(s *model.Seat, now time.Time) time.Time {
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
func (t *Timed) OutOfTime(s *model.Seat) bool {
	c := t.Clock(s.No)
	return t.waitsFor(s.Name) > 0 || c != nil && c.StoppedAt == nil && !c.Due.After(t.Now())
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

// StopClock stops a seat's clock, or with seat -1 all clocks, and notes why.
func (t *Timed) StopClock(seat int, why string) {
	for _, c := range t.Clocks {
		if c.StoppedAt != nil || seat >= 0 && c.Seat != seat {
			continue
		}
		c.StoppedAt, c.StoppedWhy = new(t.Now()), why
		t.SetClock(c)
		t.dropDue(c.Seat, model.DueDeadline, model.DueRemind)
	}
}

// StartClock restarts clocks that were stopped for this reason and adds the time they stood still.
func (t *Timed) StartClock(seat int, why string) {
	for _, c := range t.Clocks {
		if c.StoppedAt == nil || c.StoppedWhy != why || seat >= 0 && c.Seat != seat {
			continue
		}
		stood := t.Now().Sub(*c.StoppedAt)
		c.StoppedAt, c.StoppedWhy = nil, ""
		t.ShiftClock(c, stood)
	}
}

// RestartAfterHold restarts a seat's clock that has stood still for a held letter long enough.
func (t *Timed) RestartAfterHold(d model.Due) { t.StartClock(d.Seat, whyHeld) }

// quietMost is how long after a deadline as it would be now quiet hours may move it.
const quietMost = 48 * time.Hour

// ShiftClock moves a clock's times by a span, and its deadline out of the player's quiet hours. Whoever sets new ones
// again and again moves it no further.
func (t *Timed) ShiftClock(c model.Clock, by time.Duration) {
	var p *model.Player
	s := t.Seat(c.Seat)
	if s != nil && s.Player != 0 {
		p = t.Player(s.Player)
	}
	hours, began, due := HoursOf(p), c.Began.Add(by), c.Due.Add(by)
	if later := hours.Awake(due); s != nil && !later.After(hours.Start(began, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends).Due.Add(quietMost)) {
		due = later
	}
	t.setClock(p, c, engine.Clock{Began: began, Soft: c.Soft.Add(by), Due: due})
}

// Remind sends the digest again to a seat that has not answered, and counts the reminder.
func (t *Timed) Remind(d model.Due) {
	s := t.Seat(d.Seat)
	clock := t.Clock(d.Seat)
	if clock == nil || s == nil || t.Row.Phase != model.PhaseRunning || clock.StoppedAt != nil || !slices.Contains(t.Match.ToMove(), s.Name) {
		return
	}
	clock.Reminded++
	p := t.Player(s.Player)
	t.setClock(p, *clock, engine.Clock{Began: clock.Began, Soft: clock.Soft, Due: clock.Due})
	t.Append(engine.Fact{Event: engine.Reminded{Of: s.Name}})
	t.Digest(s, model.PurposeRemind, fmt.Sprintf("%d:%d:%d", clock.Step, clock.Reminded, t.Now().Unix())) // the time keeps this key apart from others of the step, even if the marks were changed
}

// ReminderMarks returns when a player is reminded in a match: their own marks if set, otherwise those of the match.
func ReminderMarks(t *model.Table, p *model.Player) []string {
	if p != nil && p.Settings.Remind != "" {
		if marks, no := dates.ReadReminders(p.Settings.Remind); no == nil {
			return marks
		}
	}
	return t.Row.Terms.Remind
}

// lastCall reminds players once more when their reserve time begins, unless they want no reminders.
const lastCall = "100%"

func (t *Timed) marksAndLast(p *model.Player) []string {
	marks := ReminderMarks(t.Table, p)
	if len(marks) == 0 || slices.Contains(marks, lastCall) {
		return marks
	}
	return append(slices.Clone(marks), lastCall)
}

// waitsFor counts how often in a row the match has waited for a seat without a move by anybody or a decision
// about the time.
func (t *Timed) waitsFor(seat string) int {
	n := 0
	for _, f := range slices.Backward(t.Match.Facts()) {
		switch e := f.Event.(type) {
		case engine.Missed:
			if e.Of != seat || e.Outcome != "wait" {
				return n
			}
			n++
		case engine.Said, engine.Planned, engine.Reminded, engine.Opened:
		default:
			return n
		}
	}
	return n
}
