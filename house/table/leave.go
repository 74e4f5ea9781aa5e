package table

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// passHost gives the host's chair to the next person when its holder leaves.
func PassHost(w *world.Tx, t *model.Table, from *model.Seat) {
	if from.No != t.Row.Host {
		return
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && s.No != from.No {
			t.Row.Host = s.No
			Note(w, t, s, model.PurposeNote, fmt.Sprintf("host:%d", t.Match.Seq), notice.Note{Subject: Say("house.host-subject", "match", int(t.Row.ID)),
				Lines: []engine.Phrase{Say("house.host-you")}})
			return
		}
	}
}

// abortMatch ends a match; the digests of its end are queued by settle.
func AbortMatch(w *world.Tx, t *model.Table, by, why string) {
	now := w.Now()
	lobby := t.Row.Phase == model.PhaseLobby
	t.Row.Phase, t.Row.EndedAt = model.PhaseAborted, &now
	if lobby {
		for i := range t.Seats {
			s := &t.Seats[i]
			if s.State == model.SeatInvited || s.State == model.SeatJoined {
				TellGuest(w, t, s, "lobby-gone", notice.Note{Subject: Say("house.lobby-gone-subject", "match", int(t.Row.ID)),
					Lines: []engine.Phrase{Say("house.lobby-gone", "match", int(t.Row.ID))}})
				s.Stopped = &now // nothing more about a match that never began
			}
		}
		w.Save(t)
		return
	}
	w.Append(t, engine.Fact{Event: engine.Aborted{By: by, Why: why}})
	w.Save(t)
}

func StopMail(w *world.Tx, t *model.Table, s *model.Seat) {
	now := w.Now()
	s.Stopped = &now
	w.Save(t)
	switch {
	case t.Row.Phase == model.PhaseLobby && s.No != t.Row.Host:
		SayNo(w, t, s)
	case s.State == model.SeatJoined && (t.Row.Phase == model.PhaseRunning || t.Row.Phase == model.PhasePaused):
		DropClock(w, t, s.No)
		s.State = model.SeatBot
		w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: s.Name}})
		PassHost(w, t, s)
		if People(t) == 0 {
			NobodyLeft(w, t)
			return
		}
		Vacate(w, t, s, now.Add(StopLasts))
		return
	}
}
