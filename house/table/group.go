package table

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// GroupTerms are the terms of a match as a "new" line sets them, for as many seats as it has.
func GroupTerms(r *world.Rules, game, words string, seats int) (model.Terms, error) {
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

// OpenGroup opens a match all of whose seats are taken, and begins it.
func OpenGroup(w *world.Tx, row model.Match, seats []model.Seat, hello func(*model.Table, *model.Seat) notice.Note) *model.Table {
	t := OpenTable(w, row, seats)
	if no := Begin(w, t); no != nil {
		panic(world.Fault{Err: fmt.Errorf("match %d: %w", t.Row.ID, no)})
	}
	for s := range t.In(model.SeatJoined) {
		if !slices.Contains(t.Match.ToMove(), s.Name) { // who is to move gets the board
			Note(w, t, s, model.PurposeNote, "league", hello(t, s))
		}
	}
	Advance(w, t)
	return t
}

// FinishGroup has bots play a match to its end, whether it runs or stands paused.
func FinishGroup(w *world.Tx, t *model.Table, key string, why notice.Note) {
	TellAll(w, t, nil, key, why)
	if t.Row.Phase == model.PhasePaused {
		w.Append(t, engine.Fact{Event: engine.Resumed{By: "house"}})
		t.Row.Phase = model.PhaseRunning
	}
	for s := range t.In(model.SeatJoined) {
		DropClock(w, t, s.No)
		s.State = model.SeatBot
		w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	}
	w.Save(t)
	Advance(w, t)
}
