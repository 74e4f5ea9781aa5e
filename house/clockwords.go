package house

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Away says from when to when a player is absent: "away 3 Aug to 17 Aug".
func Away(d *desk, _ command.Line, rest string) answer {
	d.needPlayer()
	from, until, no := reading.Away(rest, d.now(), hoursOf(d.player).Zone)
	if no != nil {
		return refused(no)
	}
	d.player.AwayFrom, d.player.AwayUntil = &from, &until
	d.w.Do(world.SavePlayer{Player: *d.player})
	d.w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueBack, At: until})
	if absent(d.player, d.now()) {
		restartOwnClocks(d)
	}
	return done(say("house.away", "at", from.Format(time.RFC3339), "until", until.Format(time.RFC3339)))
}

// restartOwnClocks begins the sender's running clocks anew, from the end of
// their absence.
func restartOwnClocks(d *desk) {
	ownClocks(d, func(t *model.Table, s *model.Seat, _ *model.Clock) {
		newClock(d.w, t, s, t.Match.Chair(s.Name).Steps+1)
	})
}

// awakeOwnClocks moves the sender's deadlines out of their new quiet hours.
func awakeOwnClocks(d *desk) {
	ownClocks(d, func(t *model.Table, _ *model.Seat, c *model.Clock) {
		if c != nil && c.StoppedAt == nil {
			shift(d.w, t, *c, 0)
		}
	})
}

// ownClocks does something in each running match where the sender is due.
func ownClocks(d *desk, do func(*model.Table, *model.Seat, *model.Clock)) {
	ids := world.Get(d.w, world.MatchesOf{Player: d.player.ID})
	for _, id := range ids {
		t := d.w.Table(id)
		s := seatOf(t, d.player.ID)
		if s == nil || s.State != model.SeatJoined || t.Row.Phase != model.PhaseRunning || !contains(t.Match.ToMove(), s.Name) {
			continue
		}
		do(t, s, clockOf(d.w, t, s.No))
	}
}

// Back ends an absence, and takes a seat back from the bot that kept it warm.
func Back(d *desk, _ command.Line, _ string) answer {
	if d.player == nil {
		return refuse("house.unknown-here")
	}
	wasAway := d.player.AwayUntil != nil
	d.player.AwayFrom, d.player.AwayUntil = nil, nil
	d.w.Do(world.SavePlayer{Player: *d.player})
	d.w.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueBack})
	ids := world.Get(d.w, world.MatchesOf{Player: d.player.ID})
	says := []engine.Phrase{say("house.back")}
	for _, id := range ids {
		t := d.w.Table(id)
		s := seatOf(t, d.player.ID)
		if s == nil || t.Row.Phase != model.PhaseRunning && t.Row.Phase != model.PhasePaused {
			continue
		}
		if s.Stopped != nil && d.now().Sub(*s.Stopped) > stopLasts {
			says = append(says, say("house.back-late", "match", int(id)))
			continue
		}
		back := takeBack(d.w, t, s)
		if back {
			says = append(says, say("house.back-seated", "match", int(id), "name", s.Name))
			settle(d.w, t)
		}
	}
	given := world.Get(d.w, world.SeatsLeft{Player: d.player.ID})
	for _, c := range given {
		t := d.w.Table(c.Match)
		s := t.Seat(c.Seat)
		switch {
		case s == nil || SeatHeld(t, d.player.ID) != nil:
		case c.Why == model.LeftGiven:
			says = append(says, givenAway(t, s.Name)...)
		case c.Why == model.LeftResigned && !wasAway && len(says) == 1: // there is nothing else to come back to
			says = append(says, leftForGood(t, s.Name)...)
		}
	}
	return done(says...)
}

// takeBack seats a player again where the house played for them.
func takeBack(w *world.Tx, t *model.Table, s *model.Seat) bool {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == model.SeatLeft || s.State != model.SeatBot && !chair.Away && s.Stopped == nil {
		return false
	}
	reclaimed(w, t, s)
	s.State, s.Stopped = model.SeatJoined, nil
	w.Save(t)
	w.Append(t, engine.Fact{Event: engine.Back{Of: s.Name}})
	if contains(t.Match.ToMove(), s.Name) {
		newClock(w, t, s, chair.Steps+1)
		digest(w, t, s, model.PurposeTurn, fmt.Sprintf("%d-back-%d", chair.Steps+1, t.Match.Seq))
	}
	return true
}
