package seats_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/housetest"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// running returns a house with a match of Saboteur that Ana hosts and Bo and Cy play.
func running(t *testing.T, settings string) (h *housetest.House, match int64) {
	t.Helper()
	h = housetest.New(t)
	match = h.Open("saboteur", settings, "Bo", "Cy")
	return h, match
}

func held(h *housetest.House, match int64) string {
	return strings.Join(engine.MapList(h.Table(match).Seats, func(s model.Seat) string {
		who := ""
		if s.Player != 0 {
			who, _, _ = strings.Cut(" by "+h.World.FirstAddress(s.Player), "@")
		}
		return s.Name + " " + string(s.State) + who
	}), ", ")
}

// Who resigns is asked first, has left for good, and the table hears of it; with the last person the match ends.
func TestResigning(t *testing.T) {
	h, match := running(t, "")
	since := h.Table(match).Match.Seq
	h.Says("Di> resign", "refuse; resign: refused house.unknown-here")
	h.Says("Bo(round)> resign", "apply; resign: told house.resign-sure house.say-yes")
	if got := h.Events(match, since); got != "" {
		t.Errorf("before the yes: %s", got)
	}
	h.Says("Bo(receipt)> yes", "apply; yes: done house.resigned own.resign-back")
	if got := h.Events(match, since); got != "match.resigned match.replaced" || held(h, match) != "Ana joined by ana, Bo bot, Cy joined by cy" {
		t.Errorf("%s: %s", got, held(h, match))
	}
	if note := h.Note("Cy"); note.Subject.Key != "house.left-subject" {
		t.Errorf("Cy is told %v", note)
	}
	h.Says("Bo> back", "apply; back: done house.back house.back-seated")
	if got := held(h, match); got != "Ana joined by ana, Bo joined by bo, Cy joined by cy" {
		t.Errorf("back within a day: %s", got)
	}
	h.Says("Bo(round)> resign", "apply; resign: told house.resign-sure house.say-yes")
	h.Says("Bo(receipt)> yes", "apply; yes: done house.resigned own.resign-back")
	h.Now = h.Now.Add(25 * time.Hour)
	h.Says("Bo> back", "apply; back: done house.back house.back-resigned")
	h.Says("Bo(round)> say I am still here", "refuse; say I am still here: refused house.no-match-yet")
	h.Says("Ana(round)> resign", "apply; resign: told house.resign-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.resigned own.resign-back")
	if host := h.Table(match).Row.Host; host != h.Seat(match, "Cy").No {
		t.Errorf("seat %d hosts", host)
	}
	h.Says("Cy(turn)> resign", "apply; resign: told house.resign-sure house.say-yes")
	h.Says("Cy(receipt)> yes", "apply; yes: done house.resigned-over")
	if phase := h.Table(match).Row.Phase; phase != model.PhaseAborted {
		t.Errorf("with nobody left the match is %s", phase)
	}
}

// "stop" ends the mail about a match, "back" within a week undoes it, and later the seat is gone.
func TestStoppedAndBack(t *testing.T) {
	h, match := running(t, "")
	h.Says("Bo(round)> say bye|stop", "apply; say bye: done house.said; stop: refused house.stop-alone")
	h.Says("Bo(round)> stop", "apply; stop: done house.stopped")
	if got := held(h, match); got != "Ana joined by ana, Bo bot by bo, Cy joined by cy" {
		t.Error(got)
	}
	h.Now = h.Now.Add(table.StopLasts)
	h.Says("Bo> back", "apply; back: done house.back house.back-seated")
	if got := held(h, match); got != "Ana joined by ana, Bo joined by bo, Cy joined by cy" {
		t.Error(got)
	}
	h.Says("Bo(round)> stop", "apply; stop: done house.stopped")
	h.Now = h.Now.Add(table.StopLasts + time.Second)
	h.Says("Bo> back", "apply; back: done house.back house.back-late")
	if got := held(h, match); got != "Ana joined by ana, Bo bot by bo, Cy joined by cy" {
		t.Error(got)
	}
}

func TestAbsence(t *testing.T) {
	h, match := running(t, "")
	h.Says("Cy(turn)> away", "refuse; away: refused house.away-form")
	h.Says("Cy(turn)> away 9/10 to 12/10", "refuse; away 9/10 to 12/10: refused house.away-form")
	h.Says("Cy(turn)> away 17 Aug to 3 Aug", "refuse; away 17 Aug to 3 Aug: refused house.away-past")
	h.Says("Cy(turn)> away 1 July to 3 July 2026", "refuse; away 1 July to 3 July 2026: refused house.away-past")
	clock := func() *model.Clock { return h.Table(match).Clock(h.Seat(match, "Cy").No) }
	// A table waits five days in all for somebody who is away, and then no longer.
	h.Says("Cy(turn)> away today to 9 Aug", "apply; away today to 9 Aug: done house.away")
	if at := housetest.Monday.AddDate(0, 0, 5); !clock().Due.Equal(at) {
		t.Errorf("while Cy is away the clock runs out on %v, not on %v", clock().Due, at)
	}
	h.Says("Cy(turn)> back", "apply; back: done house.back house.back-seated")
	until := time.Date(2026, 8, 6, 0, 0, 0, 0, time.UTC)
	h.Says("Cy(turn)> away today to 5 Aug", "apply; away today to 5 Aug: done house.away")
	if p := h.World.Players[h.Seat(match, "Cy").Player]; p.AwayUntil == nil || !p.AwayUntil.Equal(until) {
		t.Errorf("Cy is away until %v", p.AwayUntil)
	}
	// The end of the last day ends it, and what fell due earlier changes nothing.
	cy := h.Seat(match, "Cy").Player
	h.Do(0, func(w *world.Tx) { seats.EndPastAbsence(w, cy) })
	if h.Mail("Cy", "note") != nil && h.Note("Cy").Subject.Key == "house.back-subject" {
		t.Error("Cy is back early")
	}
	h.Now = until
	h.Do(0, func(w *world.Tx) { seats.EndPastAbsence(w, cy) })
	if note := h.Note("Cy"); note.Subject.Key != "house.back-subject" || h.World.Players[cy].AwayUntil != nil {
		t.Errorf("Cy is told %v", note)
	}
}

// A host who plays sends nobody away alone, and not without asking.
func TestSendingAway(t *testing.T) {
	h, match := running(t, "")
	h.Says("Bo(round)> kick Cy", "apply; kick Cy: done acts.vote-asked acts.vote-theirs")
	h.Says("Ana(round)> kick Hal", "refuse; kick Hal: refused house.no-such-seat")
	h.Says("Ana(round)> kick Bo", "refuse; kick Bo: refused acts.vote-open")
	if got := held(h, match); got != "Ana joined by ana, Bo joined by bo, Cy joined by cy" {
		t.Error(got)
	}
	h.Says("Ana(round)> replace Bo", "refuse; replace Bo: refused house.replace-form")
	h.Says("Ana(round)> replace Bo with nobody", "refuse; replace Bo with nobody: refused house.bad-address")
	h.Says("Ana(round)> replace Bo with cy@example.org", "refuse; replace Bo with cy@example.org: refused acts.vote-open")
}

// Nobody but the host learns whom a block names, and nobody learns whether an address is a player's.
func TestABlockOfTheHost(t *testing.T) {
	h, _ := running(t, "")
	h.Says("Bo(round)> block Cy", "refuse; block Cy: refused house.host-only")
	h.Says("Ana(round)> block Ana", "refuse; block Ana: refused acts.block-you")
	h.Says("Ana(round)> block ana@example.org", "refuse; block ana@example.org: refused acts.block-you")
	h.Says("Ana(round)> block Hal", "refuse; block Hal: refused house.no-such-seat")
	h.Says("Ana(round)> block nobody@", "refuse; block nobody@: refused acts.block-form")
	h.Says("Ana(round)> block di@example.org", "apply; block di@example.org: done acts.blocked")
	h.Says("Ana(round)> block di@example.org", "apply; block di@example.org: done acts.block-already")
	if note := h.Note("Bo"); note.Subject.Key != "acts.blocked-subject" || strings.Contains(note.Lines[0].Key, "di@") {
		t.Errorf("Bo is told %v", note)
	}
	h.Says("Ana(round)> block di@example.org off", "apply; block di@example.org off: done acts.unblocked")
	h.Says("Ana(round)> block di@example.org off", "apply; block di@example.org off: done acts.unblock-already")
	h.Says("Ana(round)> block Cy", "apply; block Cy: done acts.blocked")
	h.Write("Ana", "new saboteur with cy@example.org, di@example.org")
	if got := held(h, h.World.Last["matches"]); got != "Ana joined by ana, Di invited by di" {
		t.Errorf("invited: %s", got)
	}
}

func TestWhoStandsIn(t *testing.T) {
	h := housetest.New(t)
	h.Says("Gus> standin off", "apply; standin off: done house.standin-not")
	h.Says("Gus> standin saboteur 2", "apply; standin saboteur 2: done house.standin-games house.standin-how")
	h.Says("Gus> standin", "apply; standin: told house.standin-games")
	h.Says("Gus> standin chess", "refuse; standin chess: refused house.standin-form")
	h.Says("Gus> standin 0", "refuse; standin 0: refused house.standin-most")
	h.Says("Gus> standin 21", "refuse; standin 21: refused house.standin-most")
	h.Says("Gus> standin clonk and saboteur, 20", "apply; standin clonk and saboteur, 20: done house.standin-games house.standin-how")
	h.Says("Gus> standin on", "apply; standin on: done house.standin-any house.standin-how")
	gus := h.World.Addresses["gus@example.org"].Player
	if s := h.World.Standins[gus]; len(s.Games) != 0 || s.Most != 20 {
		t.Errorf("kept: %+v", s)
	}
	h.Says("Gus> standin off", "apply; standin off: done house.standin-off")
}

// A seat that was left is offered to one person after the other. A yes seats them, unless somebody else was asked since.
func TestAVacantSeatIsOffered(t *testing.T) {
	h, match := running(t, "pace=24h")
	h.Write("Gus", "standin saboteur")
	h.Write("Hal", "standin")
	h.Write("Bo", "resign")
	h.Answer("Bo", "receipt", "yes")
	h.Now = h.Now.Add(time.Minute)
	seek := func() int { return h.Falls(model.DueStandin, seats.SeekStandin) }
	if n := seek(); n != 1 || h.Mail("Gus", "offer") == nil || h.Mail("Hal", "offer") != nil {
		t.Fatalf("%d looks, Gus asked %v, Hal asked %v", n, h.Mail("Gus", "offer") != nil, h.Mail("Hal", "offer") != nil)
	}
	late := h.Reply("Gus", "offer", "yes")
	h.Now = h.Now.Add(25 * time.Hour)
	if n := seek(); n != 1 || h.Mail("Hal", "offer") == nil {
		t.Fatalf("%d looks, and Hal is not asked", n)
	}
	late.Now = h.Now
	if got := h.Take(late).String(); got != "refuse; yes: refused house.offer-taken" {
		t.Error(got)
	}
	h.Says("Hal(offer)> yes", "apply; yes: done house.seat-taken")
	if got := held(h, match); got != "Ana joined by ana, Bo joined by hal, Cy joined by cy" {
		t.Error(got)
	}
	h.Says("Hal(offer)> yes", "apply; yes: done house.already-seated")
	if seek() != 0 {
		t.Error("a seat that is taken is offered")
	}
	h.Says("Bo> back", "apply; back: done house.back house.back-resigned")
}

func TestADeclinedOfferGoesOn(t *testing.T) {
	h, match := running(t, "")
	h.Write("Gus", "standin saboteur")
	h.Write("Hal", "standin saboteur")
	h.Write("Bo", "resign")
	h.Answer("Bo", "receipt", "yes")
	h.Now = h.Now.Add(time.Minute)
	h.Falls(model.DueStandin, seats.SeekStandin)
	h.Says("Gus(offer)> no", "apply; no: done house.offer-declined")
	h.Falls(model.DueStandin, seats.SeekStandin)
	if h.Mail("Hal", "offer") == nil {
		t.Error("Hal is not asked at once")
	}
	h.Says("Gus(offer)> yes", "refuse; yes: refused house.seat-gone") // they changed their mind
	if got := held(h, match); got != "Ana joined by ana, Bo bot, Cy joined by cy" {
		t.Error(got)
	}
}
