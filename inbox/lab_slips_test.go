package inbox

import (
	"slices"
	"testing"
)

// A misspelt command is offered as a correction and never carried out.
func TestASlipOfOneLetterIsOfferedAndNeverCarriedOut(t *testing.T) {
	s := newStand(t)
	for line, offer := range map[string]string{
		"pasx 1": "pass 1", "paass 1": "pass 1", "psss 1": "pass 1",
		"stauts": "status", "statsu": "status", "resigm": "resign", "resig": "resign", "sttop": "stop",
		"abotr": "abort", "pausse": "pause", "helpp": "help",
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, "", line+"\npass 1"))
		s.stopped(line, e, "refuse", "house.word-slip", 1)
		if len(e.receipt.Lines) != 2 || !slices.Contains(e.receipt.Lines[0].Nearest, offer) || e.receipt.Lines[1].State != "unread" {
			t.Errorf("%q: %+v", line, e.receipt.Lines)
		}
	}
	if s.number("select count(*) from seats where state <> 'joined'")+s.number("select count(*) from matches where phase <> 'running'") != 0 {
		t.Error("a slip was carried out")
	}
}
