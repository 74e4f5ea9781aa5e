package table

import (
	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

func Begin(w *world.Tx, t *model.Table) *engine.Refusal {
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
func advanceLobby(w *world.Tx, t *model.Table) {
	if !StartsItself(t) {
		return
	}
	if Begin(w, t) != nil {
		return
	}
	Advance(w, t)
}

// startsItself says whether all who were invited have said yes and are enough.
func StartsItself(t *model.Table) bool {
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
