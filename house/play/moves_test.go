package play_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/housetest"
	"pitpost.example/house/letter"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// running returns a house with a match of Saboteur in which Cy is to move, after Ana and Bo have said yes.
func running(t *testing.T, settings string) (h *housetest.House, match int64) {
	t.Helper()
	h = housetest.New(t)
	match = h.Open("saboteur", settings, "Bo", "Cy")
	if who, move := h.Mover(match); who != "Cy" || move != "1 -A3" {
		t.Fatalf("%s may %s: the tests here expect another deal", who, move)
	}
	return h, match
}

func TestAMoveIsPlayedByWhoeverIsToMove(t *testing.T) {
	h, match := running(t, "")
	dealt := h.Table(match).Match.Seq
	h.Says("Di> 1 -A3", "refuse; 1 -A3: refused house.unknown-here")
	h.Says("Cy(turn)> 1 Z9", "refuse; 1 Z9: refused saboteur.nothing-beside")
	h.Says("Cy(turn)> 1 -A3|pass 2", "refuse; 1 -A3: refused house.two-moves; pass 2: unread") // nobody knows which is meant
	if h.Table(match).Match.Seq != dealt {
		t.Fatalf("played: %s", h.Events(match, dealt))
	}
	// The first alternative that is legal counts, and its writer is told why it is not the one before.
	h.Says("Cy(turn)> 9 Z9 or 1 -A3", "apply; 9 Z9 / or 1 -A3: done house.played house.played-instead")
	if got := h.Events(match, dealt); got != "saboteur.dug saboteur.drew" {
		t.Errorf("played: %s", got)
	}
	// A pause stops the clocks alone.
	h.Do(match, func(w *world.Tx) { w.Table(match).Row.Phase = model.PhasePaused })
	who, move := h.Mover(match)
	h.Says(who+"(turn)> "+move, "apply; "+move+": done house.played")
}

// A move that answers an earlier step is never played by itself: its card is found in the hand of that letter, and its
// writer is asked.
func TestAMoveForAPastStepIsAskedAbout(t *testing.T) {
	h, match := running(t, "")
	second := h.Table(match).Match.State().View("Cy").Hand[1].Card
	h.Says("Cy(turn)> 1 -A3", "apply; 1 -A3: done house.played")
	played := h.Table(match).Match.Seq
	h.Says("Cy(turn)> pass 2|pass 3", "refuse; pass 2: refused house.late house.late-draft; pass 3: unread")
	if h.Table(match).Match.Seq != played {
		t.Errorf("played: %s", h.Events(match, played))
	}
	h.Says("Cy(receipt)> yes", "apply; yes: kept house.drafted") // it is not Cy's turn any more
	plans := h.Table(match).Plans[h.Seat(match, "Cy").No]
	if len(plans) != 1 || plans[0].Lines[0] != "pass "+second {
		t.Errorf("the draft is %v, and the card was %s", plans, second)
	}
}

// Out of turn a move is a draft, with the card itself and not its place.
func TestDraftsAndPlans(t *testing.T) {
	h, match := running(t, "")
	ana := h.Seat(match, "Ana").No
	plans := func() string {
		return strings.Join(engine.MapList(h.Table(match).Plans[ana], func(p model.Plan) string { return string(p.Kind) + " " + strings.Join(p.Lines, ", ") }), "; ")
	}
	h.Says("Ana(round)> plan", "apply; plan: told house.plan-none")
	h.Says("Ana(round)> pass 1", "apply; pass 1: kept house.drafted")
	h.Says("Ana(round)> pass 2", "apply; pass 2: kept house.drafted")
	one := plans()
	if !strings.HasPrefix(one, "draft pass ") || strings.ContainsAny(one, "12;") {
		t.Errorf("the draft is %q: the last, by its card", one)
	}
	h.Says("Ana(round)> next pass 1 or pass 3", "apply; next pass 1 / or pass 3: kept house.planned")
	h.Says("Ana(round)> next pass 3", "apply; next pass 3: kept house.planned") // which stands there already
	if got := plans(); strings.Count(got, "pass") != 3 || !strings.HasPrefix(got, "next ") || !strings.HasSuffix(got, "; "+one) {
		t.Errorf("kept: %q", got)
	}
	h.Says("Ana(round)> next pass 9", "refuse; next pass 9: refused saboteur.no-place")
	h.Says("Ana(round)> check pass 1", "apply; check pass 1: told house.check-later")
	h.Says("Ana(round)> check", "refuse; check: refused house.check-what")
	// What is cleared can be had back by one chip.
	a := h.Says("Ana(round)> clear", "apply; clear: done house.cleared")
	if chips := strings.Join(a.Receipt.Lines[0].Chips, " | "); chips != "next pass 1 or pass 3; pass 2" || plans() != "" {
		t.Errorf("chips %q, and kept is %q", chips, plans())
	}
	h.Says("Ana(round)> clear", "apply; clear: told house.plan-none")
}

func TestAPlanHasAnEnd(t *testing.T) {
	h, match := running(t, "")
	seat := h.Seat(match, "Ana").No
	lines := make([]string, 20)
	for i := range lines {
		lines[i] = "pass map"
	}
	h.Do(match, func(w *world.Tx) {
		w.Table(match).SetPlan(seat, model.Plan{Kind: model.PlanNext, Lines: lines, At: w.Now()})
	})
	h.Says("Ana(round)> next pass 1", "refuse; next pass 1: refused house.plan-full")
}

// Where moves may be taken back, one waits for that long: it is played then, and another move takes its place.
func TestAMoveWaitsUntilItCannotBeTakenBack(t *testing.T) {
	h, match := running(t, "slips=1h")
	dealt, seat := h.Table(match).Match.Seq, h.Seat(match, "Cy").No
	stopped := func() bool { return h.Table(match).Clock(seat).StoppedAt != nil }
	const waits = "kept house.grace-kept house.grace-can house.grace-wait"
	h.Says("Cy(turn)> undo", "refuse; undo: refused house.undo-none")
	h.Says("Cy(turn)> 1 -A3", "apply; 1 -A3: "+waits)
	h.Says("Cy(turn)> 1 -A3.", "apply; 1 -A3: "+waits) // the same again
	h.Says("Cy(turn)> pass 2", "apply; pass 2: "+waits)
	if h.Table(match).Match.Seq != dealt || !stopped() {
		t.Errorf("played %q, the clock stopped: %v", h.Events(match, dealt), stopped())
	}
	h.Says("Cy(turn)> undo", "apply; undo: done house.undone")
	if stopped() || h.Falls(model.DueGrace, letter.PlayAfterGrace) != 0 {
		t.Error("what was taken back is due, or stops the clock")
	}
	h.Says("Cy(turn)> pass 3", "apply; pass 3: "+waits)
	h.Now = h.Now.Add(time.Hour - time.Second)
	if n := h.Falls(model.DueGrace, letter.PlayAfterGrace); n != 0 {
		t.Errorf("%d moves fell due before their hour", n)
	}
	h.Now = h.Now.Add(time.Second)
	if n := h.Falls(model.DueGrace, letter.PlayAfterGrace); n != 1 || h.Events(match, dealt) != "saboteur.passed saboteur.drew" {
		t.Errorf("%d fell due: %s", n, h.Events(match, dealt))
	}
	h.Says("Cy> undo", "refuse; undo: refused house.undo-none")
}

func TestNothingIsTakenBackWhereMovesCountAtOnce(t *testing.T) {
	h, _ := running(t, "")
	h.Says("Cy(turn)> undo", "refuse; undo: refused house.undo-off")
	h.Says("Cy(turn)> 1 -A3", "apply; 1 -A3: done house.played")
	h.Says("Cy> undo", "refuse; undo: refused house.undo-off")
}
