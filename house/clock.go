package house

import (
	"fmt"
	"time"

	"pitpost/db"
	"pitpost/engine"
)

// awayMost is how long a match waits for an absent player before the house
// plays on.
const awayMost = 5 * 24 * time.Hour

// stopLasts is how long a "stop" can be undone.
const stopLasts = 7 * 24 * time.Hour

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

// hoursOf is a player's own time.
func hoursOf(p *db.Player) engine.Hours {
	h := engine.Hours{Zone: time.UTC}
	if p == nil {
		return h
	}
	if zone, err := time.LoadLocation(p.Zone); err == nil {
		h.Zone = zone
	}
	if from, to, err := engine.ParseQuiet(p.Settings.Quiet); err == nil {
		h.From, h.To = from, to
	}
	return h
}

// newClock starts the clock of a seat's choice, its reminders and its end. An
// absent player's begins when they are back; once the match has waited long
// enough for them it ends at once.
func newClock(w *db.Work, t *db.Table, s *db.Seat, step int) error {
	p, err := w.Player(s.Player)
	if err != nil {
		return err
	}
	if round := t.Match.State().View("").Round; round != s.Round {
		s.Round, s.Bank = round, t.Row.Terms.Bank
	}
	w.Save(t)
	refundWait(w, t, s)
	now := w.Now()
	times := hoursOf(p).Start(now, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends)
	if p != nil && absent(p, now) {
		if until := waitsTill(w, t, s, p); until.Before(*p.AwayUntil) {
			times = engine.Clock{Began: until, Soft: until, Due: until}
		} else {
			times = hoursOf(p).Start(until, t.Row.Terms.Pace, s.Bank, t.Row.Terms.Weekends)
		}
		if c := t.Match.Chair(s.Name); !c.Away {
			w.Append(t, engine.Fact{Event: engine.Away{Of: s.Name}})
		}
	}
	setClock(w, t, p, db.Clock{Seat: s.No, Step: step}, times)
	return nil
}

// waitsTill is until when a match waits for an absent player, and charges the
// wait: awayMost in all a player and match, but always for the last person.
func waitsTill(w *db.Work, t *db.Table, s *db.Seat, p *db.Player) time.Time {
	until := *p.AwayUntil
	if people(t) == 1 {
		return until
	}
	if latest := w.Now().Add(max(0, awayMost-s.Standing.Waited)); until.After(latest) {
		until = latest
	}
	s.Standing.Waited += until.Sub(w.Now())
	return until
}

// refundWait gives back what is left of a wait that ends early.
func refundWait(w *db.Work, t *db.Table, s *db.Seat) {
	if c, err := clockOf(w, t, s.No); err == nil && c != nil && c.Began.After(w.Now()) {
		s.Standing.Waited = max(0, s.Standing.Waited-c.Began.Sub(w.Now()))
	}
}

func absent(p *db.Player, now time.Time) bool {
	return p.AwayFrom != nil && p.AwayUntil != nil && !now.Before(*p.AwayFrom) && now.Before(*p.AwayUntil)
}

// setClock keeps a clock and makes its deadline and next reminder due.
func setClock(w *db.Work, t *db.Table, p *db.Player, c db.Clock, times engine.Clock) {
	c.Began, c.Soft, c.Due = times.Began, times.Soft, times.Due
	w.SetClock(t, c)
	w.SetDue(db.Due{Match: t.Row.ID, Seat: c.Seat, What: "deadline", At: c.Due})
	w.DropDue(t.Row.ID, c.Seat, "remind")
	marks := times.Reminders(t.Row.Terms.Remind, ParseSpan)
	if c.Reminded < len(marks) {
		w.SetDue(db.Due{Match: t.Row.ID, Seat: c.Seat, What: "remind", At: hoursOf(p).Awake(marks[c.Reminded])})
	}
}

// dropClock ends a seat's clock and charges the spare time it used.
func dropClock(w *db.Work, t *db.Table, seat int) {
	clocks, err := w.Clocks(t)
	if err != nil {
		return
	}
	for _, c := range clocks {
		if c.Seat != seat {
			continue
		}
		if s := seatNo(t, seat); s != nil && c.StoppedAt == nil {
			s.Bank = max(0, s.Bank-engine.Clock{Began: c.Began, Soft: c.Soft, Due: c.Due}.Spent(w.Now()))
			w.Save(t)
		}
		w.DropClock(t, seat)
		w.DropDue(t.Row.ID, seat, "deadline")
		w.DropDue(t.Row.ID, seat, "remind")
	}
}

// stopClock lets a seat's clock stand still for a reason.
func stopClock(w *db.Work, t *db.Table, seat int, why string) error {
	return eachClock(w, t, func(c db.Clock) {
		if c.StoppedAt != nil || seat >= 0 && c.Seat != seat {
			return
		}
		now := w.Now()
		c.StoppedAt, c.StoppedWhy = &now, why
		w.SetClock(t, c)
		w.DropDue(t.Row.ID, c.Seat, "deadline")
		w.DropDue(t.Row.ID, c.Seat, "remind")
	})
}

// startClock lets clocks stopped for that reason run on: the time they stood
// still is added.
func startClock(w *db.Work, t *db.Table, seat int, why string) error {
	return eachClock(w, t, func(c db.Clock) {
		if c.StoppedAt == nil || c.StoppedWhy != why || seat >= 0 && c.Seat != seat {
			return
		}
		stood := w.Now().Sub(*c.StoppedAt)
		c.StoppedAt, c.StoppedWhy = nil, ""
		shift(w, t, c, stood)
	})
}

func eachClock(w *db.Work, t *db.Table, do func(db.Clock)) error {
	clocks, err := w.Clocks(t)
	if err != nil {
		return err
	}
	for _, c := range clocks {
		do(c)
	}
	return nil
}

// shift gives a clock more time.
func shift(w *db.Work, t *db.Table, c db.Clock, by time.Duration) {
	var p *db.Player
	if s := seatNo(t, c.Seat); s != nil && s.Player != 0 {
		p, _ = w.Player(s.Player)
	}
	setClock(w, t, p, c, engine.Clock{Began: c.Began.Add(by), Soft: c.Soft.Add(by), Due: hoursOf(p).Awake(c.Due.Add(by))})
}

// clockWords move the time of a match or of a player.
func clockWords() []word {
	return []word{
		{name: "away", changes: true, anywhere: true, do: (*desk).away},
		{name: "back", bare: true, changes: true, anywhere: true, do: (*desk).back},
		{name: "pause", bare: true, changes: true, do: (*desk).pause},
		{name: "resume", bare: true, changes: true, do: (*desk).resume},
		{name: "extend", fits: numbered, changes: true, do: (*desk).extend},
		{name: "concede", bare: true, changes: true, do: (*desk).concede},
	}
}

// away says from when to when a player is absent: "away 3 Aug to 17 Aug".
func (d *desk) away(_ Line, rest string) answer {
	if err := d.needPlayer(); err != nil {
		return answer{err: err}
	}
	from, until, no := readAway(rest, d.now(), hoursOf(d.player).Zone)
	if no != nil {
		return refused(no)
	}
	d.player.AwayFrom, d.player.AwayUntil = &from, &until
	d.w.SavePlayer(d.player)
	d.w.SetDue(db.Due{Match: 0, Seat: int(d.player.ID), What: "back", At: until})
	if absent(d.player, d.now()) {
		if err := d.restartOwnClocks(); err != nil {
			return answer{err: err}
		}
	}
	return done(say("house.away", "at", from.Format(time.RFC3339), "until", until.Format(time.RFC3339)))
}

// restartOwnClocks begins the sender's running clocks anew, from the end of
// their absence.
func (d *desk) restartOwnClocks() error {
	ids, err := d.w.MatchesOf(d.player.ID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		t, err := d.w.Table(id)
		if err != nil {
			return err
		}
		s := seatOf(t, d.player.ID)
		if s == nil || s.State != "joined" || t.Row.Phase != "running" || !contains(t.Match.ToMove(), s.Name) {
			continue
		}
		if err := newClock(d.w, t, s, t.Match.Chair(s.Name).Steps+1); err != nil {
			return err
		}
	}
	return nil
}

// back ends an absence, and takes a seat back from the bot that kept it warm.
func (d *desk) back(Line, string) answer {
	if d.player == nil {
		return refuse("house.unknown-here")
	}
	d.player.AwayFrom, d.player.AwayUntil = nil, nil
	d.w.SavePlayer(d.player)
	d.w.DropDue(0, int(d.player.ID), "back")
	ids, err := d.w.MatchesOf(d.player.ID)
	if err != nil {
		return answer{err: err}
	}
	says := []engine.Phrase{say("house.back")}
	for _, id := range ids {
		t, err := d.w.Table(id)
		if err != nil {
			return answer{err: err}
		}
		s := seatOf(t, d.player.ID)
		if s == nil || t.Row.Phase != "running" && t.Row.Phase != "paused" {
			continue
		}
		if s.Stopped != nil && d.now().Sub(*s.Stopped) > stopLasts {
			says = append(says, say("house.back-late", "match", int(id)))
			continue
		}
		if takeBack(d.w, t, s) {
			says = append(says, say("house.back-seated", "match", int(id), "name", s.Name))
			if err := settle(d.House, d.w, t); err != nil {
				return answer{err: err}
			}
		}
	}
	return done(says...)
}

// takeBack seats a player again where the house played for them.
func takeBack(w *db.Work, t *db.Table, s *db.Seat) bool {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == "left" || s.State != "bot" && !chair.Away && s.Stopped == nil {
		return false
	}
	s.State, s.Stopped = "joined", nil
	w.Save(t)
	w.Append(t, engine.Fact{Event: engine.Back{Of: s.Name}})
	if contains(t.Match.ToMove(), s.Name) {
		if newClock(w, t, s, chair.Steps+1) == nil {
			digest(w, t, s, "turn", fmt.Sprintf("%d-back-%d", chair.Steps+1, t.Match.Seq))
		}
	}
	return true
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
