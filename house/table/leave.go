package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// AbortMatch aborts a match. Advance then queues the letters about its end, but the people in a lobby are
// told here.
func (t *Table) AbortMatch(by, why string) {
	now := t.Now()
	began := t.Row.Phase != model.PhaseLobby
	t.Row.Phase, t.Row.EndedAt = model.PhaseAborted, &now
	if began {
		t.Append(engine.Fact{Event: engine.Aborted{By: by, Why: why}})
		return
	}
	for s := range t.In(model.SeatInvited, model.SeatJoined) {
		t.TellGuest(s, "lobby-gone", t.News("house.lobby-gone-subject", engine.Say("house.lobby-gone", "match", int(t.Row.ID))))
		s.Stopped = &now // no more letters about a match that never began
	}
	t.TellReferee("lobby-gone", t.News("house.lobby-gone-subject", engine.Say("house.lobby-gone", "match", int(t.Row.ID))))
}

// LobbyLapses aborts a match that nobody has started in time.
func (t *Table) LobbyLapses(_ model.Due) {
	if t.Row.Phase == model.PhaseLobby {
		t.AbortMatch("house", "lapsed")
	}
}

// StopMail ends the mail to a seat. In a match that is played, a bot sits in.
func (t *Table) StopMail(s *model.Seat) {
	s.Stopped = new(t.Now())
	switch {
	case t.Row.Phase == model.PhaseLobby && s.No != t.Row.Host:
		t.SayNo(s)
	case s.State == model.SeatJoined && t.Row.Phase.InPlay():
		t.EndClock(s.No)
		s.State = model.SeatBot
		t.Append(engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: s.Name}})
		t.PassHost(s)
		if t.People() == 0 {
			t.NobodyLeft()
			return
		}
		t.Vacate(s, t.Now().Add(StopLasts))
	}
}

// StopMailByToken does what an unsubscribe link or address says: it stops the mail to a seat about its match, like the
// command, or to somebody who follows the match or is its referee. Somebody who was only invited is also never invited
// again. Stopping twice changes nothing.
func StopMailByToken(w *world.Tx, ref model.Ref) error {
	if ref.Seat < 0 { // Step is the player who follows the match, or its referee
		w.Unwatch(ref.Match, ref.Step)
		if t := FindTable(w, ref.Match); t != nil && t.Row.Referee == ref.Step {
			t.RefereeLeaves()
		}
		return nil
	}
	t := LoadTable(w, ref.Match)
	s := t.Seat(ref.Seat)
	if s == nil {
		return fmt.Errorf("match %d has no seat %d", ref.Match, ref.Seat)
	}
	// Step is the player whom the letter was sent to; if somebody else has the seat now, nothing is done.
	// Links in old letters have 0 here and work until the seat changes hands.
	theirs := ref.Step == s.Player || ref.Step == 0 && t.Match.TakenOver(s.Name) == 0
	if s.Stopped != nil || !theirs {
		return nil
	}
	if _, a := w.PlayerByAddress(s.Address); a != nil && s.State == model.SeatInvited {
		a.Blocked = true
		w.SaveAddress(*a)
	}
	t.StopMail(s)
	t.Advance()
	return nil
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
func (t *Table) Vacate(s *model.Seat, from time.Time) (ready bool) {
	from = from.UTC()
	s.Standing.Vacant = &from
	if ready = t.Row.Terms.League != 0 || t.HasStandins(); ready {
		t.ScheduleSeatSearch(s.No, from)
	}
	return ready
}

// ScheduleSeatSearch schedules the search for somebody to take a seat.
func (t *Table) ScheduleSeatSearch(seat int, at time.Time) {
	t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: model.DueStandin, At: at})
}

// IsVacant reports whether a seat may be given to somebody who never sat in the match.
func (t *Table) IsVacant(s *model.Seat) bool {
	return s != nil && s.State == model.SeatBot && s.Standing.Vacant != nil && !s.Standing.Vacant.After(t.Now()) &&
		t.Row.Phase.InPlay()
}

// reclaimed ends the search for somebody new, because the seat's own player is back.
func (t *Table) reclaimed(s *model.Seat) {
	if s.Standing.Vacant != nil {
		s.Standing.Vacant = nil
		t.dropDue(s.No, model.DueStandin)
	}
	EndOffer(t.Tx, t.OfferOf(s), model.OfferBack)
}

// SpokenAt returns the language of the table, which is the host's.
func (t *Table) SpokenAt() string {
	if p := t.Player(t.HostPlayer()); p != nil {
		return p.Lang
	}
	return "en"
}

// NobodyLeft ends a match that no person plays any more: it has no result, and its seed is published. A
// league match is scored, so bots play it to the end instead.
func (t *Table) NobodyLeft() {
	if t.Row.Terms.League == 0 {
		t.AbortMatch("house", "nobody left")
		return
	}
	t.unpause()
}

func (t *Table) unpause() {
	if t.Row.Phase == model.PhasePaused {
		t.Append(engine.Fact{Event: engine.Resumed{By: "house"}})
		t.Row.Phase = model.PhaseRunning
	}
}

// PlayOut has bots play a match to its end, even if it is paused.
func (t *Table) PlayOut() {
	t.unpause()
	for s := range t.In(model.SeatJoined) {
		t.EndClock(s.No)
		s.State = model.SeatBot
		t.Append(engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	}
	t.Advance()
}

// NoteLeft records that a player leaves a seat for good, and how the seat stood.
func (t *Table) NoteLeft(s *model.Seat, why model.ChangeWhy) {
	if s.Player == 0 || t.Row.StartedAt == nil {
		return
	}
	t.AddSeatChange(t.Change(s, model.ChangeLeft, s.Player, why))
}

// Change returns the record of a seat changing hands now.
func (t *Table) Change(s *model.Seat, what model.ChangeKind, player int64, why model.ChangeWhy) model.SeatChange {
	return model.SeatChange{Match: t.Row.ID, Seat: s.No, What: what, Player: player, Why: why, Seq: t.Match.Seq,
		Place: t.Match.Places()[s.Name], Score: t.Match.ScoreOf(s.Name)}
}

// OfferOf finds the offer of a seat that has not been answered, expired or not; nil if there is none.
func (t *Table) OfferOf(s *model.Seat) *model.SeatOffer {
	return t.OpenOffer(t.Row.ID, s.No)
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
func (t *Table) PutOffer(s *model.Seat, o model.SeatOffer, address string) {
	EndOffer(t.Tx, t.OfferOf(s), model.OfferTaken)
	ask := t.AddAsk(model.Ask{Player: o.Player, Address: address, Match: t.Row.ID, Seat: s.No, Kind: model.AskSeat, Params: notice.EncodeParams(struct{}{}), LapsesAt: o.Until})
	o.Match, o.Seat, o.Ask, o.At, o.State = t.Row.ID, s.No, ask, t.Now(), model.OfferOpen
	t.SaveOffer(o)
	t.Queue(model.Notice{Key: fmt.Sprintf("offer:%d", ask), Match: t.Row.ID, Seat: model.NoSeat, Player: o.Player, Address: address, Purpose: model.PurposeOffer, Rank: 2,
		Seq: t.Match.Seq, Params: notice.EncodeParams(notice.Offer{Ask: ask, Seat: s.Name, By: string(o.By), Until: o.Until.UTC(), Stranger: NeverAnswered(t.Tx, address)})})
}

// FirstDigest returns the letter that shows a seat to its new player. It ignores their setting for when they
// want letters.
func (t *Table) FirstDigest(s *model.Seat) model.Notice {
	n := t.letterTo(s, model.PurposeRound, fmt.Sprintf("taken:%d", t.Match.Seq), notice.Digest{Taken: true})
	n.Rank = 1
	return n
}

// ExplainLostSeat says why somebody cannot have their seat back, and how they can follow the match.
func (t *Table) ExplainLostSeat(why, name string) []engine.Phrase {
	says := []engine.Phrase{engine.Say(why, "match", int(t.Row.ID), "name", name)}
	if t.Public() && t.Row.Phase == model.PhaseRunning {
		says = append(says, engine.Say("house.back-watch", "match", int(t.Row.ID)))
	}
	return says
}

// TakeBack gives a seat back to its player after a bot or an absence. It returns false if there is nothing to
// take back or the player has left for good.
func (t *Table) TakeBack(s *model.Seat) bool {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == model.SeatLeft {
		return false
	}
	if gone := s.State == model.SeatBot || chair.Away || s.Stopped != nil; !gone {
		return false
	}
	t.reclaimed(s)
	s.State, s.Stopped = model.SeatJoined, nil
	t.Append(engine.Fact{Event: engine.Back{Of: s.Name}})
	if slices.Contains(t.Match.ToMove(), s.Name) {
		t.NewClock(s, chair.Steps+1)
		t.Digest(s, model.PurposeTurn, fmt.Sprintf("%d-back-%d", chair.Steps+1, t.Match.Seq))
	}
	return true
}

// RefereeLeaves passes the chair of a referee who is gone on to the next seated person. A lobby in which nobody sits
// yet ends, because nobody is left who wants the match.
func (t *Table) RefereeLeaves() {
	if t.Row.Referee == 0 {
		return
	}
	next := t.SeatThat(func(*model.Seat) bool { return true }, model.SeatJoined)
	switch {
	case t.Row.Phase.Ended():
		t.retire()
	case next != nil:
		key := fmt.Sprintf("host:%d:%d", t.Match.Seq, len(t.Row.Terms.Refereed))
		t.handOver(next, key) // the referee wants no more mail, so not even about this
		t.GiveChair(next, key)
	case t.Row.Phase == model.PhaseLobby:
		t.retire()
		t.AbortMatch("house", "")
	default:
		t.retire()
	}
}
