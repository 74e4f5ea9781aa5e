package table

import (
	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// remind sends the digest again to a seat that has not answered yet.
func Remind(w *world.Tx, t *model.Table, d model.Due) {
	s := t.Seat(d.Seat)
	clock := ClockOf(w, t, d.Seat)
	if clock == nil || s == nil || t.Row.Phase != model.PhaseRunning || clock.StoppedAt != nil || !Contains(t.Match.ToMove(), s.Name) {
		return
	}
	clock.Reminded++
	p := w.Player(s.Player)
	setClock(w, t, p, *clock, engine.Clock{Began: clock.Began, Soft: clock.Soft, Due: clock.Due})
	w.Append(t, engine.Fact{Event: engine.Reminded{Of: s.Name}})
	Digest(w, t, s, model.PurposeRemind, remindKey(clock, w.Now()))
}

func ClockOf(w *world.Tx, t *model.Table, seat int) *model.Clock {
	clocks := w.Clocks(t)
	for i := range clocks {
		if clocks[i].Seat == seat {
			return &clocks[i]
		}
	}
	return nil
}

func RemindGuest(w *world.Tx, t *model.Table, seat int) {
	s := t.Seat(seat)
	if t.Row.Phase != model.PhaseLobby || s == nil || s.State != model.SeatInvited {
		return
	}
	if !mayRemind(w, t, s) {
		return
	}
	now := w.Now()
	s.Reminded = &now
	w.Save(t)
	host := t.Seat(t.Row.Host)
	var p *model.Player
	if host != nil {
		p = w.Player(host.Player)
	}
	w.Queue(Invitation(w, t, s, p, "-reminder"))
}
