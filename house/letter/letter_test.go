package letter_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/housetest"
	"pitpost.example/house/letter"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// running returns a house with a match of Saboteur in which Cy is to move.
func running(t *testing.T) (h *housetest.House, match int64) {
	t.Helper()
	h = housetest.New(t)
	match = h.Open("saboteur", "", "Bo", "Cy")
	if who, move := h.Mover(match); who != "Cy" || move != "1 -A3" {
		t.Fatalf("%s may %s: the tests here expect another deal", who, move)
	}
	return h, match
}

// by changes a letter that answers Cy's turn, and tells how it is taken.
func by(h *housetest.House, words string, how func(*desk.Letter)) string {
	l := h.Reply("Cy", "turn", words)
	how(l)
	return h.Take(l).String()
}

// Two keys: a token says which seat, the sender who. Neither alone moves anything.
func TestATokenMovesOnlyForItsPlayer(t *testing.T) {
	for name, c := range map[string]struct {
		how  func(*desk.Letter)
		want string
	}{
		"from the address on file": {func(*desk.Letter) {}, "apply; 1 -A3: done house.played"},
		"forged":                   {func(l *desk.Letter) { l.Trust = model.TrustForged }, "drop: the sender is forged"},
		"from a stranger":          {func(l *desk.Letter) { l.From = "cy@work.example" }, "hold: the sender is not known here; the address on file was asked, question 1"},
		"from a vouched stranger":  {func(l *desk.Letter) { l.From, l.Trust = "cy@work.example", model.TrustProved }, "hold: the sender is not known here; the address on file was asked, question 1"},
		"from another player":      {func(l *desk.Letter) { l.From = "bo@example.org" }, "hold: the token is another player's; the address on file was asked, question 1"},
		"from a look-alike":        {func(l *desk.Letter) { l.From = "\u0441y@example.org" }, "drop: the sender’s address only looks like the one on file"},
		"by no token, unvouched":   {func(l *desk.Letter) { l.Ref = nil }, "hold: nobody vouches for the sender; the address was asked"},
		"by no token, vouched":     {func(l *desk.Letter) { l.Ref, l.Trust = nil, model.TrustProved }, "apply; 1 -A3: done house.played"},
		"by a token that is none":  {func(l *desk.Letter) { l.Ref, l.Astray = nil, true }, "refuse; 1 -A3: refused letter.token-altered"},
	} {
		h, match := running(t)
		since := h.Table(match).Match.Seq
		if got := by(h, "1 -A3", c.how); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", name, got, c.want)
		}
		if moved := h.Table(match).Match.Seq > since; moved != strings.HasPrefix(c.want, "apply") {
			t.Errorf("%s: moved %v", name, moved)
		}
	}
}

// A held letter stops the seat's clock, once a step; a yes carries it out, and no other answer does.
func TestAHeldLetterWaitsForItsOwner(t *testing.T) {
	h, match := running(t)
	seat := h.Seat(match, "Cy").No
	stranger := func(l *desk.Letter) { l.From = "cy@work.example" }
	stopped := func() bool { return h.Table(match).Clock(seat).StoppedAt != nil }
	if got := by(h, "1 -A3", stranger); !strings.HasPrefix(got, "hold: ") || !stopped() {
		t.Errorf("%s; the clock stands: %v", got, stopped())
	}
	if got := by(h, "pass 2", stranger); got != "hold: "+model.AskedOfSender {
		t.Errorf("a second one: %s", got)
	}
	// An answer from the address that is asked about answers nothing.
	yes := h.Reply("Cy", "ask", "yes")
	yes.From = "cy@work.example"
	if got := h.Take(yes).String(); got != "refuse: an answer from an address that was not asked" {
		t.Error(got)
	}
	h.Says("Cy(ask)> no", "apply; no: done house.held-dropped")
	if stopped() {
		t.Error("the clock stands after the no")
	}
	h.Says("Cy(ask)> yes", "refuse; yes: refused house.ask-gone")
	h.Now = h.Now.Add(2 * time.Hour)
	if got := by(h, "1 -A3", stranger); !strings.HasPrefix(got, "hold: ") || stopped() {
		t.Errorf("once more at this step: %s; the clock stands: %v", got, stopped())
	}
	since := h.Table(match).Match.Seq
	h.Says("Cy(ask)> yes", "apply; yes: done house.held-released-asked; 1 -A3: done house.played")
	if got := h.Events(match, since); got != "saboteur.dug saboteur.drew" {
		t.Errorf("played: %s", got)
	}
	if h.World.Addresses["cy@work.example"].Player != 0 {
		t.Error("nobody at the new address has said whose it is")
	}
}

// Whoever writes in somebody's name can bring them no more than three questions an hour.
func TestQuestionsAboutHeldLettersAreCounted(t *testing.T) {
	h, _ := running(t)
	for _, at := range []string{"a", "b", "c"} {
		if got := by(h, "pass 2", func(l *desk.Letter) { l.From = at + "@work.example" }); !strings.Contains(got, "the address on file was asked") {
			t.Errorf("%s: %s", at, got)
		}
	}
	if got := by(h, "pass 2", func(l *desk.Letter) { l.From = "d@work.example" }); got != "hold: "+model.AskedTooOften {
		t.Errorf("the fourth: %s", got)
	}
	h.Now = h.Now.Add(time.Hour + time.Second)
	if got := by(h, "pass 2", func(l *desk.Letter) { l.From = "e@work.example" }); !strings.Contains(got, "the address on file was asked") {
		t.Errorf("an hour later: %s", got)
	}
}

// The clock of a held letter runs again after an hour, whatever its owner does.
func TestAHeldLetterStopsAClockForAnHour(t *testing.T) {
	h, match := running(t)
	by(h, "1 -A3", func(l *desk.Letter) { l.From = "cy@work.example" })
	h.Now = h.Now.Add(desk.HeldStops)
	if n := h.Falls(model.DueHeld, (*table.Table).RestartAfterHold); n != 1 || h.Table(match).Clock(h.Seat(match, "Cy").No).StoppedAt != nil {
		t.Errorf("%d fell due", n)
	}
}

// A question shows all that a yes does: what it has no room for is not kept.
func TestAYesDoesNoMoreThanTheQuestionShows(t *testing.T) {
	h, match := running(t)
	long := "say " + strings.Repeat("x", 900)
	by(h, long+"|"+long+"|say "+strings.Repeat("y", 300), func(l *desk.Letter) { l.From = "cy@work.example" })
	since := h.Table(match).Match.Seq
	h.Answer("Cy", "ask", "yes")
	if got := h.Events(match, since); got != "match.said match.said" {
		t.Errorf("done: %s", got)
	}
}

// The same words for a past step came before; a question to read something may come twice.
func TestTheSameWordsForAPastStepAreDropped(t *testing.T) {
	h, _ := running(t)
	h.Says("Cy(turn)> 1 -A3", "apply; 1 -A3: done house.played")
	h.Says("Cy(turn)> 1 -A3", "drop: the same words for this step came before")
	h.Says("Cy(turn)> status", "apply; status: told house.status-running house.status-turn house.status-seat house.status-seat")
	h.Says("Cy(turn)> status", "apply; status: told house.status-running house.status-turn house.status-seat house.status-seat")
}

// Lines are done in order, each by itself; what is no command is left alone, and after a refused move the rest waits.
func TestLinesOfALetter(t *testing.T) {
	const status = "apply; status: told house.status-running house.status-seat house.status-seat house.status-due"
	for _, c := range [][2]string{
		{"", "refuse"},
		{"Hello everybody", "refuse"},
		{"1 -A3", "apply; 1 -A3: done house.played"},
		{"thanks!|1 -A3", "apply; 1 -A3: done house.played"},
		{"say hello|1 -A3|say well dug", "apply; say hello: done house.said; 1 -A3: done house.played; say well dug: done house.said"},
		{"pass 2 or pass 3", "apply; pass 2 / or pass 3: done house.played"},
		{"1 Z9|say well dug", "refuse; 1 Z9: refused saboteur.nothing-beside; say well dug: unread"},
		{"1 -A3|2 Bo", "refuse; 1 -A3: refused house.two-moves; 2 Bo: unread"},
		{"#9 pass 2", "refuse; pass 2: refused house.no-such-match"},
		{"statsu", "refuse; statsu: refused house.word-slip"},
		{"status|status", status}, // shown once
		{"stop", "apply; stop: done house.stopped"},
		{"resign|pass 2", "apply; resign: told house.resign-sure house.say-yes; pass 2: done house.played"}, // the question is open, the move is plain
		{"yes", "refuse; yes: refused house.nothing-asked"},
	} {
		h, _ := running(t)
		h.Says("Cy(turn)> "+c[0], c[1])
	}
}

// Nobody is answered for ever: a robot falls silent.
func TestAnswersAnHour(t *testing.T) {
	h := housetest.New(t)
	answered := 0
	for range letter.AnswersAnHour + 5 {
		h.Now = h.Now.Add(time.Second)
		if h.Write("Jo", "Out of office").Receipt != nil {
			answered++
		}
	}
	if answered == 0 || answered > letter.AnswersAnHour {
		t.Errorf("%d answers", answered)
	}
	h.Now = h.Now.Add(25 * time.Hour)
	if h.Write("Jo", "help").Receipt == nil {
		t.Error("a day later there is no answer")
	}
}

// What cannot be taken back is done by a yes to its own question, and by no other.
func TestAYesAnswersOneQuestion(t *testing.T) {
	h, match := running(t)
	h.Says("Cy(turn)> yes", "refuse; yes: refused house.nothing-asked")
	h.Says("Cy(turn)> resign", "apply; resign: told house.resign-sure house.say-yes")
	asked := h.Reply("Cy", "receipt", "yes")
	h.Says("Cy(receipt)> no", "apply; no: done house.left-so")
	if got := h.Take(asked).String(); got != "refuse; yes: refused house.ask-gone" {
		t.Error(got)
	}
	if s := h.Seat(match, "Cy"); s.State != model.SeatJoined {
		t.Errorf("Cy is %s", s.State)
	}
	h.Says("Cy(turn)> resign.", "apply; resign.: told house.resign-sure house.say-yes")
	asked = h.Reply("Cy", "receipt", "yes")
	asked.From = "bo@example.org"
	if got := h.Take(asked).String(); got != "refuse: an answer from an address that was not asked" {
		t.Error(got)
	}
	h.Now = h.Now.Add(desk.HeldFor + time.Second)
	late := h.Reply("Cy", "receipt", "yes")
	if got := h.Take(late).String(); got != "refuse; yes: refused house.ask-gone" {
		t.Error(got)
	}
}

func TestWhoIsTurnedAway(t *testing.T) {
	h, _ := running(t)
	bo := h.World.Addresses["bo@example.org"]
	bo.Barred = true
	h.World.Addresses["bo@example.org"] = bo
	h.Says("Bo(round)> status", "refuse: the operator turns letters of its sender away")
	if h.Take(h.Reply("Bo", "round", "say hello")).Receipt != nil {
		t.Error("they are answered")
	}
}

// A letter that is encrypted, or whose parts differ, does nothing and says why.
func TestALetterInTrouble(t *testing.T) {
	trouble := engine.Say("letter.encrypted")
	for unsure, state := range map[bool]string{false: "refuse", true: "hold"} { // what was meant is asked about
		h, match := running(t)
		since := h.Table(match).Match.Seq
		got := by(h, "1 -A3", func(l *desk.Letter) { l.Trouble, l.Unsure = &trouble, unsure })
		if got != state+"; 1 -A3: refused letter.encrypted" || h.Table(match).Match.Seq != since {
			t.Errorf("unsure %v: %s, and done is %q", unsure, got, h.Events(match, since))
		}
	}
}

// A vote passes by those whom it asks, and lapses.
func TestVotes(t *testing.T) {
	h, match := running(t)
	h.Says("Bo(round)> pause", "apply; pause: done acts.vote-asked acts.vote-most")
	h.Says("Bo(round)> pause.", "refuse; pause.: refused acts.vote-open")
	h.Says("Ana(ask)> no", "apply; no: done house.vote-counted")
	h.Says("Cy(ask)> yes", "apply; yes: done acts.vote-passed")
	if phase := h.Table(match).Row.Phase; phase != model.PhasePaused {
		t.Errorf("two of three want a pause, and the match is %s", phase)
	}
	h, match = running(t)
	h.Says("Bo(round)> pause", "apply; pause: done acts.vote-asked acts.vote-most")
	late := h.Reply("Cy", "ask", "yes")
	h.Now = h.Now.Add(8 * 24 * time.Hour)
	h.Falls(model.DueVote, letter.CloseLapsedVote)
	late.Now = h.Now
	if got := h.Take(late).String(); got != "refuse; yes: refused house.ask-gone" || h.Table(match).Row.Phase != model.PhaseRunning {
		t.Errorf("%s: %s", got, h.Table(match).Row.Phase)
	}
}

func TestExplainDoesNothing(t *testing.T) {
	h, match := running(t)
	since, mails := h.Table(match).Match.Seq, len(h.World.Notices)
	var seen []letter.Seen
	h.Do(match, func(w *world.Tx) {
		seen = letter.ExplainLines(w, h.Reply("Cy", "turn", "1 -A3|say hello|hello"), "en")
	})
	if len(seen) != 3 || h.Table(match).Match.Seq != since || len(h.World.Notices) != mails {
		t.Errorf("%+v", seen)
	}
}
