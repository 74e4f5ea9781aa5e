package main

import (
	"testing"
)

// killPoints lists the steps between the arrival of a letter and the relay's last answer. The number says at
// which pass the process dies, so that it is in the middle of a match.
var killPoints = []string{
	"poll.fetched:4", "poll.taken:4", "poll.moved:4",
	"door.locked:5", "door.decided:5", "door.written:5", "door.committed:5",
	"mail.claimed:8", "mail.rendered:8", "mail.written:8",
	"relay.connected:8", "relay.mail:8", "relay.data:8", "relay.dot:8", "relay.answered:8",
	"mail.marked:8",
}

// At every step the server dies by SIGKILL and is started again. No move may be lost or applied twice, every
// seat gets its digests, and a digest that is sent twice has the same Message-ID and bytes.
func TestCrashKill9AtEachStepAppliesOnceAfterRestart(t *testing.T) {
	for _, point := range killPoints {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			killAndGoOn(t, point)
		})
	}
}

// unmarkedMost is how many letters a server may have sent without marking them: the four that are being sent,
// and a group of those that wait for their mark.
const unmarkedMost = 4 + 16

func killAndGoOn(t *testing.T, point string) {
	h := newTrial(t)
	first := h.serve(t, "PITPOST_KILL_AT="+point)
	h.begin(t)
	h.playUntil(t, "the server dies at "+point, first.dead)
	if !first.killed() {
		t.Fatalf("the server ended in %v:\n%s", first.cmd.ProcessState, first.log.String())
	}
	second := h.serve(t)
	h.playUntil(t, "the seats have made their moves", func() bool { return second.dead() || h.moved(6) })
	h.await(t, "all letters have come and gone", func() bool { return second.dead() || h.quiet(t) })
	if second.dead() {
		t.Fatalf("the server did not live on:\n%s", second.log.String())
	}
	h.checkLetters(t)
	h.checkMoves(t)
	h.checkDigests(t)
	// Whatever step the kill is meant for, letters may have been between the relay's answer and the mark, so
	// some may come twice, with the same bytes.
	if twice := h.checkCopies(t); twice > unmarkedMost {
		t.Errorf("%d letters came twice", twice)
	}
	second.stop(t)
}
