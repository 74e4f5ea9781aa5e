package inbox

import (
	"strings"
	"testing"
)

// A token with the sender it was sent to is a person also through a list, and that address alone is answered. The marks of
// responders keep their weight.
func TestAPersonIsHeardThroughAList(t *testing.T) {
	for head, state := range map[string]string{
		"List-Unsubscribe: <https://merge.example.com/u?1>\r\n":                       "apply",
		"List-Id: <family.example.com>\r\nList-Post: <mailto:family@example.com>\r\n": "apply",
		"Precedence: list\r\n":                                                                       "apply",
		"Precedence: junk\r\nList-Id: <family.example.com>\r\n":                                      "drop",
		"List-Id: <family.example.com>\r\nAuto-Submitted: auto-replied\r\n":                          "drop",
		"List-Id: <family.example.com>\r\nX-Autoreply: yes\r\n":                                      "drop",
		"List-Unsubscribe: <https://merge.example.com/u?1>\r\nSubject: Out of office: your mail\r\n": "drop",
	} {
		s := newStand(t)
		n := s.due()
		before := s.number("select count(*) from outbox")
		got, why := s.send("From: <"+n.Address+">\r\nTo: <family@example.com>, "+s.word(n)+"\r\nCc: jo@example.test\r\n"+head, "status")
		if got != state {
			t.Errorf("%q: %s, %s", head, got, why)
		}
		if answers := s.number("select count(*) from outbox") - before; state == "apply" && answers != 1 || state == "drop" && answers != 0 {
			t.Errorf("%q: %d answers", head, answers)
		}
		if s.number("select count(*) from outbox where address ~ '^(family|jo|gus)@'") != 0 {
			t.Errorf("%q: the list is answered", head)
		}
		// Whoever else writes through a list is no person, even with a token they saw.
		if got, why := s.send("From: <gus@example.test>\r\nTo: <family@example.com>, "+s.word(n)+"\r\n"+head, "status"); got != "drop" || !strings.Contains(why, ":") && why == "" {
			t.Errorf("%q of a stranger: %s, %s", head, got, why)
		}
	}
}
