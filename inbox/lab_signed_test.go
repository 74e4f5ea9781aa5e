package inbox

import (
	"strings"
	"testing"
)

func TestMoveAfterTheSignatureMarkIsNotApplied(t *testing.T) {
	s := newStand(t)
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "Hello all\n-- \npass 1"))
	s.stopped("below --", e, "refuse", "letter.signed-move", 1)
	if !strings.Contains(e.lines(), "pass 1: refused letter.signed-move") {
		t.Errorf("the receipt does not say where the move stood: %s", e.lines())
	}
	e = s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\n-- \nAna\nresign"))
	s.applied("a word in a signature", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

func TestSignatureContainingPassItOnResignFromAndDraw(t *testing.T) {
	s := newStand(t)
	signature := "\n-- \nPass it on: print less.\nResign from nothing.\nDraw your own map.\nstop\nresign"
	s.stopped("alone", s.bring(s.letter(s.toMove(), turnSubject, "", signature)), "refuse", "letter.signed-move", 1)
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\n"+signature))
	s.applied("below a move", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
	// Without the mark the lines are the sender's own text, but still no commands.
	e = s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\n\nPass it on!\nDraw your own map."))
	if e.state != "apply" || strings.Count(e.lines(), ": done") != 1 {
		t.Errorf("without a mark: %s, %s: %s", e.state, e.why, e.lines())
	}
}

func TestDisclaimerWithStopAndCancel(t *testing.T) {
	s := newStand(t)
	const disclaimer = "\n\nThis e-mail is confidential and intended for the addressee only.\nstop\ncancel\nresign\n"
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1"+disclaimer))
	s.applied("below a move", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
	s.stopped("alone", s.bring(s.letter(s.toMove(), turnSubject, "", disclaimer)), "refuse", "no command read", 1)
	if s.number("select count(*) from seats where state <> 'joined' or stopped_at is not null") != 0 {
		t.Error("a disclaimer takes somebody out")
	}
}

func TestExternalSenderBannerAboveTheReply(t *testing.T) {
	s := newStand(t)
	for _, banner := range []string{
		"CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender.",
		"[EXTERNAL EMAIL]",
		"ACHTUNG: Diese E-Mail stammt von einem externen Absender.",
		"ATTENTION : ce message provient de l'extérieur de l'organisation.",
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, "", banner+"\n\npass 1\n\nOn 21/11/2026 09:00, Saboteur wrote:\n"+quoted(digestText(s), "> ")))
		s.applied(banner, e)
	}
}
