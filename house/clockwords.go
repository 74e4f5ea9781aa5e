package house

import (
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/reading"
	"pitpost.example/model"
)

// clockWords move the time of a match or of a player.
func clockWords() []word {
	return []word{
		{name: "away", anywhere: true, do: (*desk).away},
		{name: "back", bare: true, anywhere: true, do: (*desk).back},
		{name: "pause", bare: true, do: (*desk).pause},
		{name: "resume", bare: true, do: (*desk).resume},
		{name: "extend", fits: numbered, do: (*desk).extend},
		{name: "rally", fits: rallyLike, do: (*desk).rally},
		{name: "concede", bare: true, do: (*desk).concede},
	}
}

// away says from when to when a player is absent: "away 3 Aug to 17 Aug".
func (d *desk) away(_ Line, rest string) answer {
	if err := d.needPlayer(); err != nil {
		return answer{err: err}
	}
	from, until, no := reading.Away(rest, d.now(), hoursOf(d.player).Zone)
	if no != nil {
		return refused(no)
	}
	d.player.AwayFrom, d.player.AwayUntil = &from, &until
	d.w.SavePlayer(d.player)
	d.w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueBack, At: until})
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
	return d.ownClocks(func(t *model.Table, s *model.Seat, _ *model.Clock) error {
		return newClock(d.w, t, s, t.Match.Chair(s.Name).Steps+1)
	})
}

// awakeOwnClocks moves the sender's deadlines out of their new quiet hours.
func (d *desk) awakeOwnClocks() error {
	return d.ownClocks(func(t *model.Table, _ *model.Seat, c *model.Clock) error {
		if c != nil && c.StoppedAt == nil {
			shift(d.w, t, *c, 0)
		}
		return nil
	})
}

// ownClocks does something in each running match where the sender is due.
func (d *desk) ownClocks(do func(*model.Table, *model.Seat, *model.Clock) error) error {
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
		if s == nil || s.State != model.SeatJoined || t.Row.Phase != model.PhaseRunning || !contains(t.Match.ToMove(), s.Name) {
			continue
		}
		if err := do(t, s, clockOf(d.w, t, s.No)); err != nil {
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
	wasAway := d.player.AwayUntil != nil
	d.player.AwayFrom, d.player.AwayUntil = nil, nil
	d.w.SavePlayer(d.player)
	d.w.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.player.ID, What: model.DueBack})
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
		if s == nil || t.Row.Phase != model.PhaseRunning && t.Row.Phase != model.PhasePaused {
			continue
		}
		if s.Stopped != nil && d.now().Sub(*s.Stopped) > stopLasts {
			says = append(says, say("house.back-late", "match", int(id)))
			continue
		}
		back, err := takeBack(d.w, t, s)
		if err != nil {
			return answer{err: err}
		}
		if back {
			says = append(says, say("house.back-seated", "match", int(id), "name", s.Name))
			if err := settle(d.House, d.w, t); err != nil {
				return answer{err: err}
			}
		}
	}
	given, err := d.w.Left(d.player.ID)
	if err != nil {
		return answer{err: err}
	}
	for _, c := range given {
		t, err := d.w.Table(c.Match)
		if err != nil {
			return answer{err: err}
		}
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
func takeBack(w *db.Work, t *model.Table, s *model.Seat) (bool, error) {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == model.SeatLeft || s.State != model.SeatBot && !chair.Away && s.Stopped == nil {
		return false, nil
	}
	if err := reclaimed(w, t, s); err != nil {
		return false, err
	}
	s.State, s.Stopped = model.SeatJoined, nil
	w.Save(t)
	w.Append(t, engine.Fact{Event: engine.Back{Of: s.Name}})
	if contains(t.Match.ToMove(), s.Name) {
		if newClock(w, t, s, chair.Steps+1) == nil {
			digest(w, t, s, model.PurposeTurn, fmt.Sprintf("%d-back-%d", chair.Steps+1, t.Match.Seq))
		}
	}
	return true, nil
}
