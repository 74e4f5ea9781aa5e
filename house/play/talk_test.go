package play_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/housetest"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

func TestWhatMayBeSaidAtATable(t *testing.T) {
	h := housetest.New(t)
	h.Write("Ana", "new saboteur with bo@example.org, cy@example.org")
	h.Says("Ana(receipt)> say hello", "refuse; say hello: refused house.not-started")
	h.Answer("Bo", "invite", "yes")
	h.Answer("Cy", "invite", "yes")
	h.Says("Ana(round)> say", "refuse; say: refused house.say-what")
	h.Says("Ana(round)> say hello", "apply; say hello: done house.said")
	for length, want := range map[int]string{1000: "house.said", 1001: "house.say-long"} {
		a := h.Answer("Ana", "round", "say "+strings.Repeat("x", length))
		if got := a.Receipt.Lines[0].Says[0].Key; got != want {
			t.Errorf("%d characters: %s, want %s", length, got, want)
		}
	}
	h.Says("Ana(round)> say that was [...]", "refuse; say that was [...]: refused house.say-cut") // a program cut it
	h.Says("Ana(round)> tell Bo hello", "refuse; tell Bo hello: refused house.no-whispers")
	match := h.World.Last["matches"]
	h.Do(match, func(w *world.Tx) { w.Table(match).Seat(1).Standing.Muted = true })
	h.Says("Bo(round)> say hello", "refuse; say hello: refused house.muted-you")
}

func TestWhispers(t *testing.T) {
	h, _ := running(t, "talk=whispers")
	h.Says("Ana(round)> tell Bo I trust you", "apply; tell Bo I trust you: done house.told-first")
	h.Says("Ana(round)> tell Cy I trust you", "apply; tell Cy I trust you: done house.told") // only the first says who reads it
	h.Says("Ana(round)> tell Ana I trust you", "refuse; tell Ana I trust you: refused house.tell-whom")
	h.Says("Ana(round)> tell Hal I trust you", "refuse; tell Hal I trust you: refused house.tell-whom")
	h.Says("Ana(round)> tell Bo", "refuse; tell Bo: refused house.say-what")
}

// A nudge goes to those whom the table waits for, once a turn, and never to whoever asks for it.
func TestNudge(t *testing.T) {
	h, match := running(t, "")
	h.Says("Cy(turn)> nudge", "refuse; nudge: refused house.nudge-you")
	h.Says("Ana(round)> nudge", "apply; nudge: done house.nudged")
	if h.Mail("Cy", "nudge") == nil {
		t.Error("Cy is not nudged")
	}
	h.Says("Bo(round)> nudge", "apply; nudge: told house.nudged-already")
	h.Says("Cy(turn)> 1 -A3", "apply; 1 -A3: done house.played")
	if who, _ := h.Mover(match); who != "Ana" {
		t.Fatalf("%s is next", who)
	}
	h.Says("Bo(round)> nudge", "apply; nudge: done house.nudged")
}

// What a seat adds to the log in a day has a limit, and the day goes by.
func TestASeatAddsOnlySoMuchToALog(t *testing.T) {
	h, match := running(t, "")
	h.Do(match, func(w *world.Tx) {
		for range 299 {
			w.Append(w.Table(match), engine.Fact{Event: engine.Planned{By: "Ana"}})
		}
	})
	h.Says("Ana(round)> say one more", "apply; say one more: done house.said")
	h.Says("Ana(round)> say too much", "refuse; say too much: refused acts.many")
	h.Says("Bo(round)> say I say little", "apply; say I say little: done house.said")
	h.Now = h.Now.Add(24*time.Hour + time.Minute)
	h.Says("Ana(round)> say a new day", "apply; say a new day: done house.said")
}

func TestAHostWritesToAllFiveTimesADay(t *testing.T) {
	h, _ := running(t, "")
	h.Says("Bo(round)> announce a train", "refuse; announce a train: refused house.host-only")
	h.Says("Ana(round)> announce", "refuse; announce: refused acts.announce-what")
	for _, at := range []string{"one", "two", "three", "four", "five"} {
		h.Now = h.Now.Add(time.Minute)
		h.Says("Ana(round)> announce "+at, "apply; announce "+at+": done acts.announced")
	}
	if note := h.Note("Bo"); note.Subject.Key != "acts.announced-subject" {
		t.Errorf("Bo reads %v", note)
	}
	h.Says("Ana(round)> announce six", "refuse; announce six: refused acts.announce-many")
	h.Now = h.Now.Add(24 * time.Hour)
	h.Says("Ana(round)> announce seven", "apply; announce seven: done acts.announced")
}

func TestSuspicions(t *testing.T) {
	h, match := running(t, "")
	since := h.Table(match).Match.Seq
	h.Says("Ana(round)> suspect Ana", "refuse; suspect Ana: refused house.suspect-you")
	h.Says("Ana(round)> suspect Hal", "refuse; suspect Hal: refused house.suspect-whom")
	h.Says("Ana(round)> suspect Bo", "apply; suspect Bo: done house.suspected")
	if got := h.Events(match, since); got != "match.suspected" {
		t.Errorf("kept: %s", got)
	}
	clonk := h.Open("clonk", "", "Bo")
	if h.Table(clonk).Row.Phase != model.PhaseRunning {
		t.Fatal("the second match does not run")
	}
	h.Says("Bo(turn)> suspect Ana", "refuse; suspect Ana: refused house.suspect-nobody")
}
