package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// StartMatch starts at the host's word, with those who have said yes.
func StartMatch(d *desk, _ command.Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	a := beginMatch(d)
	if a.state == model.LineRefused {
		return a
	}
	return done(say("house.started", "match", int(d.table.Row.ID)))
}

// beginMatch writes the first facts: seats, salts, start and deal.
func beginMatch(d *desk) answer {
	if no := begin(d.w, d.table); no != nil {
		return refused(no)
	}
	d.touch()
	return answer{state: model.LineDone}
}

func begin(w *world.Tx, t *model.Table) *engine.Refusal {
	var facts []engine.Fact
	var salts []engine.Fact
	least, _ := t.Match.Game.Seats()
	for i := range t.Seats {
		s := &t.Seats[i]
		switch s.State {
		case model.SeatJoined, model.SeatBot:
			facts = append(facts, engine.Fact{Event: engine.Joined{Name: s.Name}})
			s.Bank = t.Row.Terms.Bank
			if s.Salt != "" {
				salts = append(salts, engine.Fact{Event: engine.Salted{By: s.Name, Words: s.Salt}})
			}
		case model.SeatInvited:
			s.State = model.SeatUninvited
			w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite})
		}
	}
	if len(facts) < least {
		return engine.Refuse("house.too-few", "count", least)
	}
	seats := len(facts)
	now := w.Now()
	t.Row.Phase, t.Row.StartedAt = model.PhaseRunning, &now
	t.Row.Terms.Pace = paceFor(t.Row.Terms.Pace, seats)
	w.Append(t, append(facts, salts...)...)
	w.Append(t, t.Match.Start()...)
	w.Append(t, botSeats(t)...)
	if of := t.Row.Terms.Restored; of != nil {
		w.Append(t, skipLost(t, *of)...)
	}
	w.Save(t)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueLapse})
	return nil
}

// botSeats says in the log which seats the house plays from the start.
func botSeats(t *model.Table) []engine.Fact {
	var facts []engine.Fact
	for _, s := range t.Seats {
		if s.State == model.SeatBot {
			facts = append(facts, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "host"}})
		}
	}
	return facts
}

// settleLobby starts by itself once every invited person has said yes.
func settleLobby(w *world.Tx, t *model.Table) {
	if !startsItself(t) {
		return
	}
	if begin(w, t) != nil {
		return
	}
	settle(w, t)
}

// startsItself says whether all who were invited have said yes and are enough.
func startsItself(t *model.Table) bool {
	least, _ := t.Match.Game.Seats()
	seated, said := 0, false
	for _, s := range t.Seats {
		switch s.State {
		case model.SeatJoined, model.SeatBot:
			seated++
			said = said || s.No != t.Row.Host && s.State == model.SeatJoined
		case model.SeatInvited, model.SeatDeclined:
			return false
		}
	}
	return seated >= least && said && !t.Row.Listed
}
