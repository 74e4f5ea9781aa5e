package house

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// putOffer asks somebody whether they take a seat. The letter belongs to no seat: whoever
// is asked has none yet. An offer of the seat to somebody else ends.
func putOffer(w *world.Tx, t *model.Table, s *model.Seat, o model.SeatOffer, address string) {
	w.Do(world.EndOffers{Match: t.Row.ID, Seat: s.No, State: model.OfferTaken})
	ask := w.NewAsk(model.Ask{Player: o.Player, Address: address, Match: t.Row.ID, Seat: s.No, Kind: model.AskSeat, Params: notice.Params(struct{}{}),
		AskedAt: w.Now(), LapsesAt: o.Until})
	o.Match, o.Seat, o.Ask = t.Row.ID, s.No, ask
	w.Do(world.AddOffer{SeatOffer: o})
	stranger := neverAnswered(w, address)
	w.Queue(model.Notice{Key: fmt.Sprintf("offer:%d", ask), Match: t.Row.ID, Seat: noSeat, Player: o.Player, Address: address, Purpose: model.PurposeOffer, Rank: 2,
		Seq: t.Match.Seq, Params: notice.Params(notice.Offer{Ask: ask, Seat: s.Name, By: string(o.By), Until: o.Until.UTC(), Stranger: stranger})})
}

// answerOffer takes the answer of somebody who was asked to take a seat. A yes that comes
// late still counts where nobody else was asked in between.
func answerOffer(d *desk, ask *model.Ask, yes bool) answer {
	t, s := d.table, d.table.Seat(ask.Seat)
	o := world.Get(d.w, world.OfferTo{Match: ask.Match, Player: ask.Player})
	if s == nil {
		return refuse("house.seat-gone")
	}
	if held := SeatHeld(t, ask.Player); held != nil {
		return done(say("house.already-seated", "name", held.Name))
	}
	if p := t.Row.Phase; p != model.PhaseRunning && p != model.PhasePaused {
		return refuse("house.offer-over", "match", int(t.Row.ID))
	}
	if o == nil || o.Ask != ask.ID || s.State != model.SeatBot {
		return offerGone(d, o, s)
	}
	if !yes {
		return offerDeclined(d, ask, o, s)
	}
	other := world.Get(d.w, world.OpenOffer{Match: t.Row.ID, Seat: s.No})
	spent := o.State != model.OfferOpen || d.now().After(o.Until)
	if o.State == model.OfferBack || other != nil && other.Player != ask.Player || spent && !vacant(d.w, t, s) {
		return offerGone(d, o, s)
	}
	ask.Answer = model.AnswerYes
	d.w.SaveAsk(*ask)
	return takeSeat(d, ask, s, o)
}

// offerGone says kindly why a seat cannot be had any more.
func offerGone(d *desk, o *model.SeatOffer, s *model.Seat) answer {
	switch {
	case o != nil && o.State == model.OfferBack:
		return refuse("house.offer-back", "match", int(d.table.Row.ID), "name", s.Name)
	case o != nil && (o.State == model.OfferTaken || o.State == model.OfferLapsed):
		return refuse("house.offer-taken", "match", int(d.table.Row.ID), "name", s.Name)
	}
	return refuse("house.seat-gone")
}

// offerDeclined asks the next at once.
func offerDeclined(d *desk, ask *model.Ask, o *model.SeatOffer, s *model.Seat) answer {
	ask.Answer = model.AnswerNo
	d.w.SaveAsk(*ask)
	open := o.State == model.OfferOpen
	d.w.Do(world.EndOffer{Match: o.Match, Player: o.Player, State: model.OfferNo})
	if open && vacant(d.w, d.table, s) {
		lookAt(d.w, d.table, s.No, d.now())
	}
	if host := d.table.Seat(d.table.Row.Host); o.By == model.OfferHost && host != nil && host.State == model.SeatJoined {
		note(d.w, d.table, host, model.PurposeNote, fmt.Sprintf("offer-no:%d", ask.ID), notice.Note{Subject: say("house.offer-no-subject", "match", int(d.table.Row.ID), "name", s.Name),
			Lines: []engine.Phrase{say("house.offer-no", "name", s.Name)}})
	}
	return done(say("house.offer-declined"))
}

// takeSeat seats somebody who said yes. All that its last player left behind ends: plans,
// links, questions; the time for a move begins anew, and so does the spare time.
func takeSeat(d *desk, ask *model.Ask, s *model.Seat, o *model.SeatOffer) answer {
	w, t := d.w, d.table
	noteLeft(w, t, s, model.LeftGiven)
	w.Do(world.NoteSeatChange{SeatChange: change(t, s, model.ChangeTaken, ask.Player, model.ChangeWhy(o.By))})
	w.Do(world.EndOffer{Match: o.Match, Player: o.Player, State: model.OfferYes})
	w.Unwatch(t.Row.ID, ask.Player)
	dropClock(w, t, s.No)
	w.DropPlan(t, s.No, model.PlanDraft)
	w.DropPlan(t, s.No, model.PlanNext)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueStandin})
	w.Do(world.StopLinks{Match: t.Row.ID, Seat: s.No, Player: ask.Player, Off: false})
	s.State, s.Player, s.Address, s.Stopped, s.Standing = model.SeatJoined, ask.Player, ask.Address, nil, model.Standing{}
	s.Bank, s.Round = t.Row.Terms.Bank, t.Match.Deals
	w.Save(t)
	by := "house"
	if o.By == model.OfferHost {
		by = "host"
	}
	w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: s.Name, By: by}})
	tellAll(w, t, s, fmt.Sprintf("taken:%d", t.Match.Seq), notice.Note{Subject: say("house.offer-filled-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{say("house.offer-filled", "name", s.Name)}})
	w.Queue(firstDigest(t, s))
	d.touch()
	d.seat = s
	return done(say("house.seat-taken", "name", s.Name))
}

// firstDigest shows a seat to who has just taken it over, whatever they settled about
// when letters come.
func firstDigest(t *model.Table, s *model.Seat) model.Notice {
	return model.Notice{Key: fmt.Sprintf("round:%d:%d:taken:%d", t.Row.ID, s.No, t.Match.Seq), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: model.PurposeRound, Rank: 1, Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq, Params: notice.Params(notice.Taken{Taken: true})}
}

// givenAway are the lines for somebody whose seat in a match is another player's now.
func givenAway(t *model.Table, name string) []engine.Phrase {
	return lookOn(t, "house.back-given", name)
}

// leftForGood are the lines for somebody who resigned from a match.
func leftForGood(t *model.Table, name string) []engine.Phrase {
	return lookOn(t, "house.back-resigned", name)
}

// lookOn says why a seat cannot be had back, and how to see the match go on.
func lookOn(t *model.Table, why, name string) []engine.Phrase {
	says := []engine.Phrase{say(why, "match", int(t.Row.ID), "name", name)}
	if public(t) && t.Row.Phase == model.PhaseRunning {
		says = append(says, say("house.back-watch", "match", int(t.Row.ID)))
	}
	return says
}
