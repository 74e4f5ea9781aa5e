package table

import (
	"slices"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Skipped is how many steps a match leaves out after a restore: more than any
// seat can have been asked for in the time that is lost.
const Skipped = 1_000_000

// Restored begins new steps in one match, and tells its seats.
func Restored(w *world.Tx, t *model.Table, d model.Due) {
	of := world.Read[time.Time]("to when a match was restored", d.Data)
	switch t.Row.Phase {
	case model.PhaseLobby:
		restoredLobby(w, t, of)
		return
	case model.PhaseRunning, model.PhasePaused:
		w.Append(t, skipLost(t, of)...)
	default:
		return
	}
	paused := t.Row.Phase == model.PhasePaused
	for _, c := range t.Clocks {
		s := t.Seat(c.Seat)
		if !paused || s == nil {
			DropClock(w, t, c.Seat)
			continue
		}
		c.Step = t.Match.Chair(s.Name).Steps + 1
		t.SetClock(c)
	}
	Advance(w, t)
	due := t.Match.ToMove()
	for s := range t.In(model.SeatJoined) {
		if paused || !slices.Contains(due, s.Name) {
			Note(w, t, s, model.PurposeNote, "restored:"+strconv.FormatInt(of.Unix(), 10), notice.Note{Subject: engine.Say("restored.subject", "match", int(t.Row.ID)),
				Lines: []engine.Phrase{engine.Say("restored.note", "at", engine.Moment(of)), engine.Say("restored.how")}})
		}
	}
}

// skipLost are the facts that begin new steps and another order of what is undrawn.
func skipLost(t *model.Table, of time.Time) []engine.Fact {
	return t.Match.Rewind(engine.Rewound{To: t.Match.Seq, By: "operator", Skip: Skipped, Of: of.UTC()})
}

// restoredLobby has a match that has not begun leave steps out when it begins,
// for in the time that is lost it may have begun already. So that it is not
// dealt as it was then, a word of the house goes into the shuffle beside the
// host's.
func restoredLobby(w *world.Tx, t *model.Table, of time.Time) {
	t.Row.Terms.Restored = &of
	if s := t.Seat(t.Row.Host); s != nil {
		word := "restored " + w.Now().UTC().Format(time.RFC3339)
		if s.Salt != "" {
			word = s.Salt + " " + word
		}
		s.Salt = word
	}
}
