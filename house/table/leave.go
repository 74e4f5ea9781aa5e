package table

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// AbortMatch aborts a match. Advance then queues the letters about its end, but the people in a lobby are
// told here.
func AbortMatch(w *world.Tx, t *model.Table, by, why string) {
	now := w.Now()
	began := t.Row.Phase != model.PhaseLobby
	t.Row.Phase, t.Row.EndedAt = model.PhaseAborted, &now
	if began {
		w.Append(t, engine.Fact{Event: engine.Aborted{By: by, Why: why}})
		return
	}
	for s := range t.In(model.SeatInvited, model.SeatJoined) {
		TellGuest(w, t, s, "lobby-gone", News(t, "house.lobby-gone-subject", engine.Say("house.lobby-gone", "match", int(t.Row.ID))))
		s.Stopped = &now // no more letters about a match that never began
	}
	TellReferee(w, t, "lobby-gone", News(t, "house.lobby-gone-subject", engine.Say("house.lobby-gone", "match", int(t.Row.ID))))
}

// LobbyLapses aborts a match that nobody has started in time.
func LobbyLapses(w *world.Tx, t *model.Table, _ model.Due) {
	if t.Row.Phase == model.PhaseLobby {
		AbortMatch(w, t, "house", "lapsed")
	}
}

// StopMail ends the mail to a seat. In a match that is played, a bot sits in.
func StopMail(w *world.Tx, t *model.Table, s *model.Seat) {
	s.Stopped = new(w.Now())
	switch {
	case t.Row.Phase == model.PhaseLobby && s.No != t.Row.Host:
		SayNo(w, t, s)
	case s.State == model.SeatJoined && t.Row.Phase.InPlay():
		DropClock(w, t, s.No)
		s.State = model.SeatBot
		w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: s.Name}})
		PassHost(w, t, s)
		if People(t) == 0 {
			NobodyLeft(w, t)
			return
		}
		Vacate(w, t, s, w.Now().Add(StopLasts))
	}
}

// OfferLasts is the longest time to answer an offer of a seat, LookAgain how long the house waits when it
// found nobody to ask, and OffersAWeek how many seats one person is offered in a week.
const (
	OfferLasts  = 48 * time.Hour
	LookAgain   = 12 * time.Hour
	OffersAWeek = 3
)

// Vacate marks a bot's seat as vacant from a time on. This command only schedules the search; a later one
// chooses whom to ask. ready reports whether there is anybody to ask: on the stand-in list, or in the league
// of the match.
func Vacate(w *world.Tx, t *model.Table, s *model.Seat, from time.Time) (ready bool) {
	from = from.UTC()
	s.Standing.Vacant = &from
	if ready = t.Row.Terms.League != 0 || w.HasStandins(); ready {
		LookAt(w, t, s.No, from)
	}
	return ready
}

// LookAt schedules the search for somebody to take a seat.
func LookAt(w *world.Tx, t *model.Table, seat int, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: model.DueStandin, At: at})
}

// Vacant reports whether a seat may be given to somebody who never sat in the match.
func Vacant(w *world.Tx, t *model.Table, s *model.Seat) bool {
	return s != nil && s.State == model.SeatBot && s.Standing.Vacant != nil && !s.Standing.Vacant.After(w.Now()) &&
		t.Row.Phase.InPlay()
}

// reclaimed ends the search for somebody new, because the seat's own player is back.
func reclaimed(w *world.Tx, t *model.Table, s *model.Seat) {
	if s.Standing.Vacant != nil {
		s.Standing.Vacant = nil
		dropDue(w, t, s.No, model.DueStandin)
	}
	EndOffer(w, OpenOffer(w, t, s), model.OfferBack)
}

// SpokenAt returns the language of the table, which is the host's.
func SpokenAt(w *world.Tx, t *model.Table) string {
	if p := w.Player(HostOf(t)); p != nil {
		return p.Lang
	}
	return "en"
}

// NobodyLeft ends a match that no person plays any more: it has no result, and its seed is published. A
// league match is scored, so bots play it to the end instead.
func NobodyLeft(w *world.Tx, t *model.Table) {
	if t.Row.Terms.League == 0 {
		AbortMatch(w, t, "house", "nobody left")
		return
	}
	unpause(w, t)
}

func unpause(w *world.Tx, t *model.Table) {
	if t.Row.Phase == model.PhasePaused {
		w.Append(t, engine.Fact{Event: engine.Resumed{By: "house"}})
		t.Row.Phase = model.PhaseRunning
	}
}

// PlayOut has bots play a match to its end, even if it is paused.
func PlayOut(w *world.Tx, t *model.Table) {
	unpause(w, t)
	for s := range t.In(model.SeatJoined) {
		DropClock(w, t, s.No)
		s.State = model.SeatBot
		w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	}
	Advance(w, t)
}

// NoteLeft records that a player leaves a seat for good, and how the seat stood.
func NoteLeft(w *world.Tx, t *model.Table, s *model.Seat, why model.ChangeWhy) {
	if s.Player == 0 || t.Row.StartedAt == nil {
		return
	}
	w.AddSeatChange(Change(t, s, model.ChangeLeft, s.Player, why))
}

// Change returns the record of a seat changing hands now.
func Change(t *model.Table, s *model.Seat, what model.ChangeKind, player int64, why model.ChangeWhy) model.SeatChange {
	return model.SeatChange{Match: t.Row.ID, Seat: s.No, What: what, Player: player, Why: why, Seq: t.Match.Seq,
		Place: t.Match.Places()[s.Name], Score: t.Match.ScoreOf(s.Name)}
}

// OpenOffer finds the offer of a seat that has not been answered, expired or not; nil if there is none.
func OpenOffer(w *world.Tx, t *model.Table, s *model.Seat) *model.SeatOffer {
	return w.OpenOffer(t.Row.ID, s.No)
}

// EndOffer keeps how an offer ended. A nil offer is ignored.
func EndOffer(w *world.Tx, o *model.SeatOffer, state model.OfferState) {
	if o != nil {
		o.State = state
		w.SaveOffer(*o)
	}
}

// PutOffer asks somebody whether they want a seat; an open offer of it to somebody else ends. The letter
// belongs to no seat, because whoever is asked has none yet.
func PutOffer(w *world.Tx, t *model.Table, s *model.Seat, o model.SeatOffer, address string) {
	EndOffer(w, OpenOffer(w, t, s), model.OfferTaken)
	ask := w.AddAsk(model.Ask{Player: o.Player, Address: address, Match: t.Row.ID, Seat: s.No, Kind: model.AskSeat, Params: notice.Params(struct{}{}), LapsesAt: o.Until})
	o.Match, o.Seat, o.Ask, o.At, o.State = t.Row.ID, s.No, ask, w.Now(), model.OfferOpen
	w.SaveOffer(o)
	w.Queue(model.Notice{Key: fmt.Sprintf("offer:%d", ask), Match: t.Row.ID, Seat: model.NoSeat, Player: o.Player, Address: address, Purpose: model.PurposeOffer, Rank: 2,
		Seq: t.Match.Seq, Params: notice.Params(notice.Offer{Ask: ask, Seat: s.Name, By: string(o.By), Until: o.Until.UTC(), Stranger: NeverAnswered(w, address)})})
}

// FirstDigest returns the letter that shows a seat to its new player. It ignores their setting for when they
// want letters.
func FirstDigest(t *model.Table, s *model.Seat) model.Notice {
	n := letterTo(t, s, model.PurposeRound, fmt.Sprintf("taken:%d", t.Match.Seq), notice.Digest{Taken: true})
	n.Rank = 1
	return n
}

// LookOn says why somebody cannot have their seat back, and how they can follow the match.
func LookOn(t *model.Table, why, name string) []engine.Phrase {
	says := []engine.Phrase{engine.Say(why, "match", int(t.Row.ID), "name", name)}
	if t.Public() && t.Row.Phase == model.PhaseRunning {
		says = append(says, engine.Say("house.back-watch", "match", int(t.Row.ID)))
	}
	return says
}
