package table

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// putOffer asks somebody whether they take a seat. The letter belongs to no seat: whoever
// is asked has none yet. An offer of the seat to somebody else ends.
func PutOffer(w *world.Tx, t *model.Table, s *model.Seat, o model.SeatOffer, address string) {
	w.Do(world.EndOffers{Match: t.Row.ID, Seat: s.No, State: model.OfferTaken})
	ask := w.NewAsk(model.Ask{Player: o.Player, Address: address, Match: t.Row.ID, Seat: s.No, Kind: model.AskSeat, Params: notice.Params(struct{}{}),
		AskedAt: w.Now(), LapsesAt: o.Until})
	o.Match, o.Seat, o.Ask = t.Row.ID, s.No, ask
	w.Do(world.AddOffer{SeatOffer: o})
	stranger := NeverAnswered(w, address)
	w.Queue(model.Notice{Key: fmt.Sprintf("offer:%d", ask), Match: t.Row.ID, Seat: NoSeat, Player: o.Player, Address: address, Purpose: model.PurposeOffer, Rank: 2,
		Seq: t.Match.Seq, Params: notice.Params(notice.Offer{Ask: ask, Seat: s.Name, By: string(o.By), Until: o.Until.UTC(), Stranger: stranger})})
}

// firstDigest shows a seat to who has just taken it over, whatever they settled about
// when letters come.
func FirstDigest(t *model.Table, s *model.Seat) model.Notice {
	return model.Notice{Key: fmt.Sprintf("round:%d:%d:taken:%d", t.Row.ID, s.No, t.Match.Seq), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: model.PurposeRound, Rank: 1, Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq, Params: notice.Params(notice.Taken{Taken: true})}
}

// givenAway are the lines for somebody whose seat in a match is another player's now.
func GivenAway(t *model.Table, name string) []engine.Phrase {
	return lookOn(t, "house.back-given", name)
}

// leftForGood are the lines for somebody who resigned from a match.
func LeftForGood(t *model.Table, name string) []engine.Phrase {
	return lookOn(t, "house.back-resigned", name)
}

// lookOn says why a seat cannot be had back, and how to see the match go on.
func lookOn(t *model.Table, why, name string) []engine.Phrase {
	says := []engine.Phrase{Say(why, "match", int(t.Row.ID), "name", name)}
	if Public(t) && t.Row.Phase == model.PhaseRunning {
		says = append(says, Say("house.back-watch", "match", int(t.Row.ID)))
	}
	return says
}
