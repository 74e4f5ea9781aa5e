package house

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Leagues runs the leagues of this house, whose groups are matches of it.
func (h *House) Leagues() *season.Leagues { return leagues(&h.Rules) }

func leagues(r *world.Rules) *season.Leagues {
	terms := func(game, words string, seats int) (model.Terms, error) { return groupTerms(r, game, words, seats) }
	return &season.Leagues{Games: r.Games, Random: r.Draw, Terms: terms, Open: openGroup, Finish: finishGroup, Vacate: vacateGroup}
}

// groupTerms are the terms of a match as a "new" line sets them, for as many seats as it has.
func groupTerms(r *world.Rules, game, words string, seats int) (model.Terms, error) {
	o, no := reading.New("new "+game+words, r.Games, r.Names)
	switch {
	case no != nil:
		return model.Terms{}, no
	case len(o.Options) > 0:
		return model.Terms{}, fmt.Errorf("options of %s among the terms", game)
	}
	o.Terms.Pace = paceFor(o.Terms.Pace, seats)
	return o.Terms, nil
}

// openGroup opens a match all of whose seats are taken, and begins it.
func openGroup(w *world.Tx, row model.Match, seats []model.Seat, hello func(*model.Table, *model.Seat) notice.Note) *model.Table {
	t := openTable(w, row, seats)
	if no := begin(w, t); no != nil {
		panic(world.Fault{Err: fmt.Errorf("match %d: %w", t.Row.ID, no)})
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && !contains(t.Match.ToMove(), s.Name) { // who is to move gets the board
			note(w, t, s, model.PurposeNote, "league", hello(t, s))
		}
	}
	settle(w, t)
	return t
}

// finishGroup has bots play a match to its end, whether it runs or stands paused.
func finishGroup(w *world.Tx, t *model.Table, key string, why notice.Note) {
	tellAll(w, t, nil, key, why)
	if t.Row.Phase == model.PhasePaused {
		w.Append(t, engine.Fact{Event: engine.Resumed{By: "house"}})
		t.Row.Phase = model.PhaseRunning
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined {
			dropClock(w, t, s.No)
			s.State = model.SeatBot
			w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
		}
	}
	w.Save(t)
	settle(w, t)
}

// vacateGroup takes a player off their seat in a running match, and offers it to the first of
// the heirs who may sit there.
func vacateGroup(w *world.Tx, t *model.Table, player int64, heirs []model.Entrant) {
	s := seatOf(t, player)
	if s == nil || s.State != model.SeatJoined && s.State != model.SeatBot || t.Row.Phase != model.PhaseRunning && t.Row.Phase != model.PhasePaused {
		return
	}
	d := &desk{house: w.Rules(), w: w, table: t, operator: true, sure: true}
	w.Append(t, engine.Fact{Event: engine.Resigned{Of: s.Name}})
	leave(d, s, "house.all-resigned", s.Name)
	offerToHeir(d, s, heirs)
	settle(w, t)
}

// offerToHeir asks the first of a season's substitutes who may to take a seat that a bot plays.
func offerToHeir(d *desk, s *model.Seat, heirs []model.Entrant) {
	if p := d.table.Row.Phase; p != model.PhaseRunning && p != model.PhasePaused {
		return
	}
	for _, e := range heirs {
		address := e.Address
		if address == "" {
			all := world.Get(d.w, world.Addresses{Player: e.Player})
			if len(all) == 0 {
				return
			}
			address = all[0].Address
		}
		a := offerSeat(d, s, reading.Guest{Name: e.Name, Address: address, Known: true})
		if a.state != model.LineRefused {
			return
		}
	}
}
