package seats

import (
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// seekStandin offers a vacant seat to the next who is ready, once the last who was asked
// said no or nothing.
func SeekStandin(w *world.Tx, t *model.Table, seat int) {
	s := t.Seat(seat)
	if !table.Vacant(w, t, s) {
		return
	}
	open := world.Get(w, world.OpenOffer{Match: t.Row.ID, Seat: seat})
	if open != nil && open.Until.After(w.Now()) {
		table.LookAt(w, t, seat, open.Until)
		return
	}
	if open != nil {
		w.Do(world.EndOffer{Match: t.Row.ID, Player: open.Player, State: model.OfferLapsed})
	}
	if t.Row.Terms.League != 0 {
		if askSubstitute(w, t, s) {
			return
		}
	}
	most := min(table.OfferLasts, t.Row.Terms.Pace)
	next := world.Get(w, world.NextStandin{Vacancy: model.Vacancy{Match: t.Row.ID, Game: t.Row.Game, Lang: table.SpokenAt(w, t), Until: w.Now().Add(most), Offers: table.OffersAWeek}})
	if next == nil {
		ready := world.Get(w, world.AnyStandin{})
		switch {
		case ready:
			table.LookAt(w, t, seat, w.Now().Add(table.LookAgain))
		case t.Row.Terms.League != 0: // somebody may become a substitute yet
			table.LookAt(w, t, seat, w.Now().Add(table.OfferLasts))
		}
		return
	}
	p := w.Player(next.Player)
	until := table.HoursOf(p).Awake(w.Now().Add(most))
	table.LookAt(w, t, seat, until)
	table.PutOffer(w, t, s, model.SeatOffer{Player: next.Player, By: model.OfferHouse, Until: until}, next.Address)
}

// askSubstitute offers a seat in a group of a league to the next of its substitutes; false
// where none is left.
func askSubstitute(w *world.Tx, t *model.Table, s *model.Seat) bool {
	m := world.Get(w, world.GroupOf{Match: t.Row.ID})
	if m == nil {
		return false
	}
	in := world.Get(w, world.Season{ID: m.Season})
	if in == nil || in.State == model.SeasonClosed {
		return false
	}
	heirs := season.Substitutes(w, in, m)
	d := &desk.Desk{House: w.Rules(), W: w, Operator: true, Sure: true, Table: t}
	offerToHeir(d, s, heirs)
	open := world.Get(w, world.OpenOffer{Match: t.Row.ID, Seat: s.No})
	if open == nil {
		return false
	}
	table.LookAt(w, t, s.No, open.Until)
	return true
}
