package house

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// How long somebody has to answer an offer at the most, how often the house looks again
// where nobody could be asked, and how many seats one person is offered in a week.
const (
	offerLasts  = 48 * time.Hour
	lookAgain   = 12 * time.Hour
	offersAWeek = 3
)

// vacate marks a seat, played by a bot, for which somebody is looked for from a time on.
// The deed that does it comes first; who is asked is found in another. ready says that there
// is somebody who could be.
func vacate(w *world.Tx, t *model.Table, s *model.Seat, from time.Time) (ready bool) {
	from = from.UTC()
	s.Standing.Vacant = &from
	w.Save(t)
	if ready = standsReady(w, t); ready {
		lookAt(w, t, s.No, from)
	}
	return ready
}

// standsReady says whether there is anybody who could be asked: on the list, or in the
// league that the match belongs to.
func standsReady(w *world.Tx, t *model.Table) bool {
	if t.Row.Terms.League != 0 {
		return true
	}
	return world.Get(w, world.AnyStandin{})
}

// lookAt sees that somebody is looked for at a time.
func lookAt(w *world.Tx, t *model.Table, seat int, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: model.DueStandin, At: at})
}

// vacant says whether a seat may be given to somebody who never sat in the match.
func vacant(w *world.Tx, t *model.Table, s *model.Seat) bool {
	return s != nil && s.State == model.SeatBot && s.Standing.Vacant != nil && !s.Standing.Vacant.After(w.Now()) &&
		(t.Row.Phase == model.PhaseRunning || t.Row.Phase == model.PhasePaused)
}

// reclaimed ends the search for somebody: the seat's own player has it again.
func reclaimed(w *world.Tx, t *model.Table, s *model.Seat) {
	if s.Standing.Vacant != nil {
		s.Standing.Vacant = nil
		w.Save(t)
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueStandin})
	}
	w.Do(world.EndOffers{Match: t.Row.ID, Seat: s.No, State: model.OfferBack})
}

// seekStandin offers a vacant seat to the next who is ready, once the last who was asked
// said no or nothing.
func seekStandin(w *world.Tx, t *model.Table, seat int) {
	s := t.Seat(seat)
	if !vacant(w, t, s) {
		return
	}
	open := world.Get(w, world.OpenOffer{Match: t.Row.ID, Seat: seat})
	if open != nil && open.Until.After(w.Now()) {
		lookAt(w, t, seat, open.Until)
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
	most := min(offerLasts, t.Row.Terms.Pace)
	next := world.Get(w, world.NextStandin{Vacancy: model.Vacancy{Match: t.Row.ID, Game: t.Row.Game, Lang: spokenAt(w, t), Until: w.Now().Add(most), Offers: offersAWeek}})
	if next == nil {
		ready := world.Get(w, world.AnyStandin{})
		switch {
		case ready:
			lookAt(w, t, seat, w.Now().Add(lookAgain))
		case t.Row.Terms.League != 0: // somebody may become a substitute yet
			lookAt(w, t, seat, w.Now().Add(offerLasts))
		}
		return
	}
	p := w.Player(next.Player)
	until := hoursOf(p).Awake(w.Now().Add(most))
	lookAt(w, t, seat, until)
	putOffer(w, t, s, model.SeatOffer{Player: next.Player, By: model.OfferHouse, Until: until}, next.Address)
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
	d := &desk{house: w.Rules(), w: w, operator: true, sure: true, table: t}
	offerToHeir(d, s, heirs)
	open := world.Get(w, world.OpenOffer{Match: t.Row.ID, Seat: s.No})
	if open == nil {
		return false
	}
	lookAt(w, t, s.No, open.Until)
	return true
}

// spokenAt is the language of the table: the host's.
func spokenAt(w *world.Tx, t *model.Table) string {
	host := t.Seat(t.Row.Host)
	if host == nil || host.Player == 0 {
		return "en"
	}
	p := w.Player(host.Player)
	if p == nil {
		return "en"
	}
	return p.Lang
}

// nobodyLeft ends a match that no person plays any more: without a result and with its
// seed opened. Bots play the group of a league to its end, for it is scored.
func nobodyLeft(w *world.Tx, t *model.Table) {
	if t.Row.Terms.League != 0 {
		if t.Row.Phase == model.PhasePaused {
			w.Append(t, engine.Fact{Event: engine.Resumed{By: "house"}})
			t.Row.Phase = model.PhaseRunning
			w.Save(t)
		}
		return
	}
	abortMatch(w, t, "house", "nobody left")
}

// noteLeft keeps that the player of a seat leaves it for good, and how it stood.
func noteLeft(w *world.Tx, t *model.Table, s *model.Seat, why model.ChangeWhy) {
	if s.Player == 0 || t.Row.StartedAt == nil {
		return
	}
	w.Do(world.NoteSeatChange{SeatChange: change(t, s, model.ChangeLeft, s.Player, why)})
}

// change is a change of hands of a seat as the match stands.
func change(t *model.Table, s *model.Seat, what model.ChangeKind, player int64, why model.ChangeWhy) model.SeatChange {
	return model.SeatChange{Match: t.Row.ID, Seat: s.No, What: what, Player: player, Why: why, Seq: t.Match.Seq,
		Place: t.Match.Places()[s.Name], Score: t.Match.ScoreOf(s.Name)}
}
