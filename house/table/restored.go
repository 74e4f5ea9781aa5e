package table

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Skipped is how many steps a match skips after a restore from a backup. A seat cannot have been asked for
// that many in the time that was lost, so no letter from that time fits a later step.
const Skipped = 1_000_000

// Restored moves one match to new steps after a restore and tells its players.
func (t *Table) Restored(d model.Due) {
	of := world.DecodeJSON[time.Time]("to when a match was restored", d.Data)
	switch t.Row.Phase {
	case model.PhaseLobby:
		t.restoredLobby(of)
		return
	case model.PhaseRunning, model.PhasePaused:
		t.Append(t.skipLost(of)...)
	default:
		return
	}
	paused := t.Row.Phase == model.PhasePaused
	for _, c := range t.Clocks {
		s := t.Seat(c.Seat)
		if !paused || s == nil {
			t.EndClock(c.Seat)
			continue
		}
		c.Step = t.Match.Chair(s.Name).Steps + 1
		t.SetClock(c)
	}
	t.Advance()
	due := t.Match.ToMove()
	t.NoteReferee("restored:"+strconv.FormatInt(of.Unix(), 10), t.News("restored.subject", engine.Say("restored.note", "at", engine.FormatMoment(of))))
	for s := range t.In(model.SeatJoined) {
		if paused || !slices.Contains(due, s.Name) {
			t.Note(s, "restored:"+strconv.FormatInt(of.Unix(), 10),
				t.News("restored.subject", engine.Say("restored.note", "at", engine.FormatMoment(of)), engine.Say("restored.how")))
		}
	}
}

// skipLost returns the facts that begin new steps and reshuffle what nobody has drawn.
func (t *Gathering) skipLost(of time.Time) []engine.Fact {
	return t.Match.Rewind(engine.Rewound{To: t.Match.Seq, By: "operator", Skip: Skipped, Of: of.UTC()})
}

// restoredLobby marks a match that has not begun to skip steps when it does, because it may have begun in the
// time that was lost. It also adds a word to the host's salt, so that the cards are not dealt as they were
// then.
func (t *Table) restoredLobby(of time.Time) {
	t.Row.Terms.Restored = &of
	s := t.Seat(t.Row.Host)
	if s == nil { // a referee adds nothing to the shuffle, so the word goes to a guest
		anybody := func(*model.Seat) bool { return true }
		s = cmp.Or(t.SeatThat(anybody, model.SeatJoined), t.SeatThat(anybody, model.SeatInvited))
	}
	if s != nil {
		word := "restored " + t.Now().UTC().Format(time.RFC3339)
		if s.Salt != "" {
			word = s.Salt + " " + word
		}
		s.Salt = word
	}
}
