package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// awayMost is how long a match waits for an absent player before the house
// plays on.
const awayMost = 5 * 24 * time.Hour

// StopLasts is how long a "stop" can be undone.
const StopLasts = 7 * 24 * time.Hour

// paceFor is the time for a move: what the host set, else by seats.
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

// HoursOf is a player's own time.
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

// NewClock starts the clock of a seat's choice, its reminders and its end. An
// absent player's begins when they are back; once the match has waited long
// enough for them it ends at once.
func NewClock(w *world.Tx, t *model.Table, s *model.Seat, step int) {
	p := w.Player(s.Player)
	if t.Match.Deals != s.Round {
		s.Round, s.Bank = t.Match.Deals, t.Row.Terms.Bank
	}
	now := w.Now()
	if c := ClockOf(t, s.No); c != nil && c.Began.After(now) { // what is left of a wait that ends early is given back
		s.Standing.Waited = max(0, s.Standing.Waited-c.Began.Sub(now))
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
	Hurry(w, t, s)
}

// waitsTill is until when a match waits for an absent player, and charges the
// wait: awayMost in all a player and match, but always for the last person.
func waitsTill(w *world.Tx, t *model.Table, s *model.Seat, p *model.Player) time.Time {
	until := *p.AwayUntil
	if People(t) == 1 {
		return until
	}
	if latest := w.Now().Add(max(0, awayMost-s.Standing.Waited)); until.After(latest) {
		until = latest
	}
	s.Standing.Waited += until.Sub(w.Now())
	return until
}

// Absent says whether a player is away at a time.
func Absent(p *model.Player, now time.Time) bool {
	return p.AwayFrom != nil && p.AwayUntil != nil && !now.Before(*p.AwayFrom) && now.Before(*p.AwayUntil)
}

// setClock keeps a clock and makes its deadline and next reminder due.
func setClock(w *world.Tx, t *model.Table, p *model.Player, c model.Clock, times engine.Clock) {
	c.Began, c.Soft, c.Due = times.Began, times.Soft, times.Due
	t.SetClock(c)
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueDeadline, At: c.Due})
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueRemind})
	if marks := times.Reminders(marksAndLast(t, p), engine.ParseSpan); c.Reminded < len(marks) {
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: c.Seat, What: model.DueRemind, At: HoursOf(p).Awake(marks[c.Reminded])})
	}
}

// DropClock ends a seat's clock and charges the spare time it used.
func DropClock(w *world.Tx, t *model.Table, seat int) {
	c := ClockOf(t, seat)
	if c == nil {
		return
	}
	if s := t.Seat(seat); s != nil && c.StoppedAt == nil {
		s.Bank = max(0, s.Bank-engine.Clock{Began: c.Began, Soft: c.Soft, Due: c.Due}.Spent(w.Now()))
	}
	t.DropClock(seat)
	dropDue(w, t, seat, model.DueDeadline, model.DueRemind)
	if t.Row.Terms.Rally != nil {
		dropDue(w, t, seat, model.DueRally)
	}
}

// dropDue takes off what is due of a seat.
func dropDue(w *world.Tx, t *model.Table, seat int, whats ...model.DueKind) {
	for _, what := range whats {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: what})
	}
}

// StopClock lets a seat's clock stand still for a reason; with -1 those of all.
func StopClock(w *world.Tx, t *model.Table, seat int, why string) {
	for _, c := range t.Clocks {
		if c.StoppedAt != nil || seat >= 0 && c.Seat != seat {
			continue
		}
		now := w.Now()
		c.StoppedAt, c.StoppedWhy = &now, why
		t.SetClock(c)
		dropDue(w, t, c.Seat, model.DueDeadline, model.DueRemind)
	}
}

// StartClock lets clocks stopped for that reason run on: the time they stood
// still is added.
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

// Shift gives a clock more time.
func Shift(w *world.Tx, t *model.Table, c model.Clock, by time.Duration) {
	var p *model.Player
	if s := t.Seat(c.Seat); s != nil && s.Player != 0 {
		p = w.Player(s.Player)
	}
	setClock(w, t, p, c, engine.Clock{Began: c.Began.Add(by), Soft: c.Soft.Add(by), Due: HoursOf(p).Awake(c.Due.Add(by))})
}

// Remind sends the digest again to a seat that has not answered yet.
func Remind(w *world.Tx, t *model.Table, d model.Due) {
	s := t.Seat(d.Seat)
	clock := ClockOf(t, d.Seat)
	if clock == nil || s == nil || t.Row.Phase != model.PhaseRunning || clock.StoppedAt != nil || !slices.Contains(t.Match.ToMove(), s.Name) {
		return
	}
	clock.Reminded++
	p := w.Player(s.Player)
	setClock(w, t, p, *clock, engine.Clock{Began: clock.Began, Soft: clock.Soft, Due: clock.Due})
	w.Append(t, engine.Fact{Event: engine.Reminded{Of: s.Name}})
	Digest(w, t, s, model.PurposeRemind, fmt.Sprintf("%d:%d:%d", clock.Step, clock.Reminded, w.Now().Unix())) // apart from others of the step, also where marks were changed
}

// ClockOf is the clock of a seat, nil where it has none.
func ClockOf(t *model.Table, seat int) *model.Clock {
	for _, c := range t.Clocks {
		if c.Seat == seat {
			return &c
		}
	}
	return nil
}

// MarksOf are when a player is reminded in a match: their own marks, else the match's.
func MarksOf(t *model.Table, p *model.Player) []string {
	if p != nil && p.Settings.Remind != "" {
		if marks, no := reading.Reminders(p.Settings.Remind); no == nil {
			return marks
		}
	}
	return t.Row.Terms.Remind
}

// lastCall is when a player whose reserve time begins is reminded once more, but for those who
// want no reminders.
const lastCall = "100%"

func marksAndLast(t *model.Table, p *model.Player) []string {
	marks := MarksOf(t, p)
	if len(marks) == 0 || slices.Contains(marks, lastCall) {
		return marks
	}
	return append(slices.Clone(marks), lastCall)
}

// TakeBack seats a player again where the house played for them.
func TakeBack(w *world.Tx, t *model.Table, s *model.Seat) bool {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == model.SeatLeft || s.State != model.SeatBot && !chair.Away && s.Stopped == nil {
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
