package table

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const (
	RallyPace   = 15 * time.Minute // for a move
	RallyLasts  = 4 * time.Hour
	RallyCall   = 30 * time.Minute // before it begins all who play along are reminded
	RallySoon   = 10 * time.Minute // the least time ahead
	RallyFar    = 14 * 24 * time.Hour
	RalliesADay = 3
)

// leaveRally takes a seat back to the pace of the match and tells the others; one who is
// left alone plays no rally.
func LeaveRally(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	t.Row.Terms.Rally = t.Row.Terms.Rally.Without(s.Player)
	w.Save(t)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueRally})
	says := []engine.Phrase{Say("house.rally-left", "name", s.Name)}
	alone := len(t.Row.Terms.Rally.With) < 2 && !t.Row.Terms.Rally.From.After(w.Now())
	if alone {
		says = append(says, Say("house.rally-over"))
	}
	TellRally(w, t, s.Player, key, says...)
	if alone {
		EndRally(w, t)
		return
	}
}

// endRally brings every seat back to the pace of the match.
func EndRally(w *world.Tx, t *model.Table) {
	t.Row.Terms.Rally = nil
	w.Save(t)
	for _, what := range []string{"call", "start", "end"} {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRally, Of: what})
	}
	for i := range t.Seats {
		w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: t.Seats[i].No, What: model.DueRally})
	}
	open := world.Get(w, world.MatchAsks{Match: t.Row.ID, Kind: model.AskRally})
	for _, a := range open {
		a.Answer = model.AnswerLapsed
		w.SaveAsk(a)
	}
}

// tellRally writes to all who play along but one.
func TellRally(w *world.Tx, t *model.Table, but int64, key string, lines ...engine.Phrase) {
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && s.Player != but && t.Row.Terms.Rally.Has(s.Player) {
			Note(w, t, s, model.PurposeNote, key, notice.Note{Subject: Say("house.rally-note-subject", "match", int(t.Row.ID)), Lines: lines})
		}
	}
}

// rallyNames are the seats that play along.
func RallyNames(t *model.Table) []string {
	var names []string
	for _, s := range t.Seats {
		if s.State == model.SeatJoined && t.Row.Terms.Rally.Has(s.Player) {
			names = append(names, s.Name)
		}
	}
	return names
}
