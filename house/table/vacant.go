package table

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// How long somebody has to answer an offer at the most, how often the house looks again
// where nobody could be asked, and how many seats one person is offered in a week.
const (
	OfferLasts  = 48 * time.Hour
	LookAgain   = 12 * time.Hour
	OffersAWeek = 3
)

// vacate marks a seat, played by a bot, for which somebody is looked for from a time on.
// The deed that does it comes first; who is asked is found in another. ready says that there
// is somebody who could be.
func Vacate(w *world.Tx, t *model.Table, s *model.Seat, from time.Time) (ready bool) {
	from = from.UTC()
	s.Standing.Vacant = &from
	w.Save(t)
	if ready = standsReady(w, t); ready {
		LookAt(w, t, s.No, from)
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
func LookAt(w *world.Tx, t *model.Table, seat int, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: seat, What: model.DueStandin, At: at})
}

// vacant says whether a seat may be given to somebody who never sat in the match.
func Vacant(w *world.Tx, t *model.Table, s *model.Seat) bool {
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

// spokenAt is the language of the table: the host's.
func SpokenAt(w *world.Tx, t *model.Table) string {
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
func NobodyLeft(w *world.Tx, t *model.Table) {
	if t.Row.Terms.League != 0 {
		if t.Row.Phase == model.PhasePaused {
			w.Append(t, engine.Fact{Event: engine.Resumed{By: "house"}})
			t.Row.Phase = model.PhaseRunning
			w.Save(t)
		}
		return
	}
	AbortMatch(w, t, "house", "nobody left")
}

// noteLeft keeps that the player of a seat leaves it for good, and how it stood.
func NoteLeft(w *world.Tx, t *model.Table, s *model.Seat, why model.ChangeWhy) {
	if s.Player == 0 || t.Row.StartedAt == nil {
		return
	}
	w.Do(world.NoteSeatChange{SeatChange: Change(t, s, model.ChangeLeft, s.Player, why)})
}

// change is a change of hands of a seat as the match stands.
func Change(t *model.Table, s *model.Seat, what model.ChangeKind, player int64, why model.ChangeWhy) model.SeatChange {
	return model.SeatChange{Match: t.Row.ID, Seat: s.No, What: what, Player: player, Why: why, Seq: t.Match.Seq,
		Place: t.Match.Places()[s.Name], Score: t.Match.ScoreOf(s.Name)}
}
