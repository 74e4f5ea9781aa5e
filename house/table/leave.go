package table

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// AbortMatch ends a match; the digests of its end are queued by settle.
func AbortMatch(w *world.Tx, t *model.Table, by, why string) {
	now := w.Now()
	began := t.Row.Phase != model.PhaseLobby
	t.Row.Phase, t.Row.EndedAt = model.PhaseAborted, &now
	if began {
		w.Append(t, engine.Fact{Event: engine.Aborted{By: by, Why: why}})
		return
	}
	for s := range t.In(model.SeatInvited, model.SeatJoined) {
		TellGuest(w, t, s, "lobby-gone", notice.Note{Subject: engine.Say("house.lobby-gone-subject", "match", int(t.Row.ID)),
			Lines: []engine.Phrase{engine.Say("house.lobby-gone", "match", int(t.Row.ID))}})
		s.Stopped = &now // nothing more about a match that never began
	}
}

// StopMail ends the mail to a seat; a bot sits in for it.
func StopMail(w *world.Tx, t *model.Table, s *model.Seat) {
	now := w.Now()
	s.Stopped = &now
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
		Vacate(w, t, s, now.Add(StopLasts))
	}
}

// How long somebody has to answer an offer at the most, how often the house looks again
// where nobody could be asked, and how many seats one person is offered in a week.
const (
	OfferLasts  = 48 * time.Hour
	LookAgain   = 12 * time.Hour
	OffersAWeek = 3
)

// Vacate marks a seat, played by a bot, for which somebody is looked for from a time on.
// The deed that does it comes first; who is asked is found in another. ready says that there
// is somebody who could be, on the list or in the league that the match belongs to.
func Vacate(w *world.Tx, t *model.Table, s *model.Seat, from time.Time) (ready bool) {
	from = from.UTC()
	s.Standing.Vacant = &from
	if ready = t.Row.Terms.League != 0 || world.Get(w, world.AnyStandin{}); ready {
		LookAt(w, t, s.No, from)
	}
	return ready
}

// LookAt sees that somebody is looked for at a time.
func LookAt(w *world.Tx, t *model.Table, seat int, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: model.DueStandin, At: at})
}

// Vacant says whether a seat may be given to somebody who never sat in the match.
func Vacant(w *world.Tx, t *model.Table, s *model.Seat) bool {
	return s != nil && s.State == model.SeatBot && s.Standing.Vacant != nil && !s.Standing.Vacant.After(w.Now()) &&
		t.Row.Phase.InPlay()
}

// reclaimed ends the search for somebody: the seat's own player has it again.
func reclaimed(w *world.Tx, t *model.Table, s *model.Seat) {
	if s.Standing.Vacant != nil {
		s.Standing.Vacant = nil
		dropDue(w, t, s.No, model.DueStandin)
	}
	w.EndOffer(world.Get(w, world.OpenOffer{Match: t.Row.ID, Seat: s.No}), model.OfferBack)
}

// SpokenAt is the language of the table: the host's.
func SpokenAt(w *world.Tx, t *model.Table) string {
	if p := w.Player(HostOf(t)); p != nil {
		return p.Lang
	}
	return "en"
}

// NobodyLeft ends a match that no person plays any more: without a result and with its
// seed opened. Bots play the group of a league to its end, for it is scored.
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

// PlayOut has bots play a match to its end, whether it runs or stands paused.
func PlayOut(w *world.Tx, t *model.Table) {
	unpause(w, t)
	for s := range t.In(model.SeatJoined) {
		DropClock(w, t, s.No)
		s.State = model.SeatBot
		w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	}
	Advance(w, t)
}

// NoteLeft keeps that the player of a seat leaves it for good, and how it stood.
func NoteLeft(w *world.Tx, t *model.Table, s *model.Seat, why model.ChangeWhy) {
	if s.Player == 0 || t.Row.StartedAt == nil {
		return
	}
	w.Do(world.NoteSeatChange{SeatChange: Change(t, s, model.ChangeLeft, s.Player, why)})
}

// Change is a change of hands of a seat as the match stands.
func Change(t *model.Table, s *model.Seat, what model.ChangeKind, player int64, why model.ChangeWhy) model.SeatChange {
	return model.SeatChange{Match: t.Row.ID, Seat: s.No, What: what, Player: player, Why: why, Seq: t.Match.Seq,
		Place: t.Match.Places()[s.Name], Score: t.Match.ScoreOf(s.Name)}
}

// PutOffer asks somebody whether they take a seat. The letter belongs to no seat: whoever
// is asked has none yet. An offer of the seat to somebody else ends.
func PutOffer(w *world.Tx, t *model.Table, s *model.Seat, o model.SeatOffer, address string) {
	w.EndOffer(world.Get(w, world.OpenOffer{Match: t.Row.ID, Seat: s.No}), model.OfferTaken)
	ask := w.NewAsk(model.Ask{Player: o.Player, Address: address, Match: t.Row.ID, Seat: s.No, Kind: model.AskSeat, Params: notice.Params(struct{}{}),
		AskedAt: w.Now(), LapsesAt: o.Until})
	o.Match, o.Seat, o.Ask = t.Row.ID, s.No, ask
	w.NewOffer(o)
	stranger := NeverAnswered(w, address)
	w.Queue(model.Notice{Key: fmt.Sprintf("offer:%d", ask), Match: t.Row.ID, Seat: NoSeat, Player: o.Player, Address: address, Purpose: model.PurposeOffer, Rank: 2,
		Seq: t.Match.Seq, Params: notice.Params(notice.Offer{Ask: ask, Seat: s.Name, By: string(o.By), Until: o.Until.UTC(), Stranger: stranger})})
}

// FirstDigest shows a seat to who has just taken it over, whatever they settled about
// when letters come.
func FirstDigest(t *model.Table, s *model.Seat) model.Notice {
	n := letterTo(t, s, model.PurposeRound, fmt.Sprintf("taken:%d", t.Match.Seq), notice.Digest{Taken: true})
	n.Rank = 1
	return n
}

// LookOn says why a seat cannot be had back, and how to see the match go on.
func LookOn(t *model.Table, why, name string) []engine.Phrase {
	says := []engine.Phrase{engine.Say(why, "match", int(t.Row.ID), "name", name)}
	if Public(t) && t.Row.Phase == model.PhaseRunning {
		says = append(says, engine.Say("house.back-watch", "match", int(t.Row.ID)))
	}
	return says
}
