package play_test

import (
	"testing"
	"time"

	"pitpost.example/model"
)

// A host who plays may pause once; others need the table.
func TestPauseAndResume(t *testing.T) {
	h, match := running(t, "")
	h.Says("Ana(round)> resume", "refuse; resume: refused house.not-paused")
	h.Says("Ana(round)> pause", "apply; pause: done acts.told acts.paused-until")
	seat := h.Seat(match, "Cy").No
	if row := h.Table(match).Row; row.Phase != model.PhasePaused || h.Table(match).Clock(seat).StoppedAt == nil {
		t.Errorf("the match is %s, Cy's clock runs on", row.Phase)
	}
	if note := h.Note("Bo"); note.Subject.Key != "house.all-pause-subject" {
		t.Errorf("Bo is told %v", note)
	}
	h.Now = h.Now.Add(5 * time.Hour)
	due := h.Table(match).Clock(seat).Due
	h.Says("Ana(round)> resume", "apply; resume: done acts.told")
	if now := h.Table(match).Clock(seat); now.StoppedAt != nil || now.Due.Sub(due) != 5*time.Hour {
		t.Errorf("after five hours the clock is moved by %v", now.Due.Sub(due))
	}
	h.Says("Bo(round)> pause", "apply; pause: done acts.vote-asked acts.vote-most")
	if h.Table(match).Row.Phase != model.PhaseRunning {
		t.Error("a vote that is open has paused the match")
	}
}

func TestMoreTime(t *testing.T) {
	h, match := running(t, "")
	seat := h.Seat(match, "Cy").No
	due := h.Table(match).Clock(seat).Soft
	for words, want := range map[string]string{
		"extend":     "refuse; extend: refused house.extend-form",
		"extend 30m": "refuse; extend 30m: refused house.extend-form", // less than an hour helps nobody
		"extend 15d": "refuse; extend 15d: refused house.extend-form",
		"extend 24h": "apply; extend 24h: done acts.told",
	} {
		h.Says("Ana(round)> "+words, want)
	}
	if by := h.Table(match).Clock(seat).Soft.Sub(due); by != 24*time.Hour {
		t.Errorf("the clock is moved by %v", by)
	}
}

// A rewind names the fact it goes back to, so that a late yes takes back no move that was made meanwhile.
func TestARewindIsOfTheMovesThatWereMeant(t *testing.T) {
	h, match := running(t, "")
	h.Says("Ana(round)> rewind 1", "refuse; rewind 1: refused house.rewind-none")
	h.Says("Cy(turn)> 1 -A3", "apply; 1 -A3: done house.played")
	before := h.Table(match).Match.Seq
	h.Says("Ana(turn)> rewind 2", "refuse; rewind 2: refused house.rewind-none")
	h.Says("Ana(turn)> rewind 1 before 1", "refuse; rewind 1 before 1: refused house.rewind-moved")
	h.Says("Ana(turn)> rewind 1", "apply; rewind 1: done acts.vote-asked acts.vote-all")
	if h.Table(match).Match.Seq != before {
		t.Errorf("before the table agrees: %s", h.Events(match, before))
	}
}

func TestTheChairIsHandedOn(t *testing.T) {
	h, match := running(t, "")
	for words, want := range map[string]string{
		"host Ana": "refuse; host Ana: refused house.host-already",
		"host Hal": "refuse; host Hal: refused house.host-whom",
	} {
		h.Says("Ana(round)> "+words, want)
	}
	h.Says("Bo(round)> host Bo", "refuse; host Bo: refused house.host-only")
	h.Says("Ana(round)> host Bo", "apply; host Bo: told house.host-sure house.say-yes")
	if host := h.Table(match).Row.Host; host != 0 {
		t.Errorf("before the yes seat %d hosts", host)
	}
	h.Says("Ana(receipt)> yes", "apply; yes: done house.host-now")
	if host := h.Table(match).Row.Host; host != h.Seat(match, "Bo").No {
		t.Errorf("seat %d hosts", host)
	}
	if note := h.Note("Cy"); note.Subject.Key != "house.host-news-subject" {
		t.Errorf("Cy is told %v", note)
	}
}

func TestMute(t *testing.T) {
	h, match := running(t, "")
	h.Says("Ana(round)> mute Hal for all", "refuse; mute Hal for all: refused house.no-such-seat")
	h.Says("Ana(round)> mute Bo off", "apply; mute Bo off: done house.unmute-already")
	h.Says("Ana(round)> mute Bo for all", "apply; mute Bo for all: done acts.vote-asked acts.vote-all")
	if h.Seat(match, "Bo").Standing.Muted {
		t.Error("Bo is muted before Cy has said what they think")
	}
	h.Says("Cy(ask)> yes", "apply; yes: done acts.vote-passed")
	if !h.Seat(match, "Bo").Standing.Muted {
		t.Error("Bo is not muted")
	}
}
