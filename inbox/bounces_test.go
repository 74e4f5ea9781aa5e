package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/model"
)

// invited has Ana invite Di to a new match and returns the invitation and the number of its match.
func (s *stand) invited() (n *model.Notice, match int) {
	s.t.Helper()
	if state, why := s.proved("ana@example.com", "", "new saboteur with di@example.org, eli@example.test"); state != "apply" {
		s.t.Fatal(state, why)
	}
	n = s.sentTo("di@example.org")
	return n, int(n.Match)
}

// report returns a bounce of a letter with its fields.
func (s *stand) report(n *model.Notice, action, status, said string) string {
	return fmt.Sprintf("Return-Path: <>\r\nFrom: MAILER-DAEMON@relay.example.org\r\nTo: play+%s@example.org\r\nSubject: Undelivered Mail Returned to Sender\r\nMessage-ID: <b.%d.%s@relay.example.org>\r\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=\"dd\"\r\n\r\n--dd\r\nContent-Type: text/plain; charset=unicode-1-1-utf-7\r\n\r\nIhre Nachricht +AD0-\r\n--dd\r\n"+
		"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; relay.example.org\r\n\r\nFinal-Recipient: rfc822; %s\r\nAction: %s\r\nStatus: %s\r\nDiagnostic-Code: smtp; %s\r\n--dd--\r\n",
		s.r.Keys.Bounce(n.ID), n.ID, status+action, n.Address, action, status, said)
}

// hostHeard returns what the host was told of letters that came back, as its phrases.
func (s *stand) hostHeard(match int) (says string) {
	s.t.Helper()
	err := s.d.Pool().QueryRow(s.t.Context(), `select coalesce(string_agg(params::text, ' ' order by id), '') from outbox
		where match_id = $1 and key like 'note:%:failing:%'`, match).Scan(&says)
	if err != nil {
		s.t.Fatal(err)
	}
	return says
}

// The host hears of an invitation that came back at once, whatever the class, and in words.
func TestAHostHearsAtOnceOfAnInvitationThatCameBack(t *testing.T) {
	for name, c := range map[string]struct {
		status, said, words string
		again               bool
	}{
		"nobody":           {"5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable", "house.back-nobody", false},
		"microsoft":        {"5.4.1", "550 5.4.1 Recipient address rejected: Access denied", "house.back-nobody", false},
		"no domain":        {"4.0.0", "DNS Error: DNS type 'mx' lookup of gmial.example responded with code NXDOMAIN", "house.back-no-domain", false},
		"full":             {"5.1.0", "552 5.2.2 Mailbox full", "house.back-full", true},
		"too fast":         {"5.2.1", "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages", "house.back-busy", true},
		"a block list":     {"5.1.1", "554 5.7.1 Client host [5.1.1.25] blocked using zen.spamhaus.org", "house.back-refused", true},
		"no reason at all": {"5.0.0", "something went wrong", "house.back-unknown", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			n, match := s.invited()
			if s.take(s.report(n, "delayed", "4.4.1", "451 try later"), nil); s.hostHeard(match) != "" {
				t.Error("told of a letter that its server still tries to deliver")
			}
			state, why := s.take(s.report(n, "failed", c.status, c.said), nil)
			says := s.hostHeard(match)
			if state != "drop" || !strings.Contains(says, `"`+c.words+`"`) || !strings.Contains(says, "di@example.org") {
				t.Errorf("%s, %s: %s", state, why, says)
			}
			if again := strings.Contains(says, "house.back-again"); again != c.again || again == strings.Contains(says, "house.back-no-more") {
				t.Errorf("tries again: %v: %s", again, says)
			}
			if due := s.number("select count(*) from due where what = 'invite' and owner_id = $1 and seat = $2", match, n.Seat); (due == 1) != c.again {
				t.Errorf("%d reminders are due", due)
			}
			if !c.again {
				return
			}
			s.now = s.now.Add(3*24*time.Hour + time.Minute) // when the letter has said
			if _, err := s.r.House.Sweep(t.Context(), s.now); err != nil {
				t.Fatal(err)
			}
			if again := s.sentTo("di@example.org"); again.ID == n.ID || again.Purpose != model.PurposeInvite {
				t.Errorf("what was promised was not sent: %+v", again)
			} else if s.take(s.report(again, "failed", c.status, c.said), nil); !strings.Contains(s.hostHeard(match), "house.back-no-more") {
				t.Errorf("the second failure: %s", s.hostHeard(match))
			}
		})
	}
}

// A report about a letter to a seat in a match that is only full is no news for the host.
func TestAFullMailboxInAMatchIsNoNewsYet(t *testing.T) {
	s := newStand(t)
	n := s.sentTo("bo@example.net")
	s.take(s.report(n, "failed", "5.2.2", "552 5.2.2 Mailbox full"), &intake.Envelope{From: intake.NullSender, To: []string{"play@example.org"}})
	if s.hostHeard(int(n.Match)) != "" || s.number("select count(*) from bounces where kind = 'soft'") != 1 {
		t.Errorf("told: %s", s.hostHeard(int(n.Match)))
	}
}

// A player whose program writes UTF-7 hears that the letter cannot be read; a stranger does not.
func TestAPersonWhoseLetterCannotBeDecodedIsTold(t *testing.T) {
	for from, answers := range map[string]int{"bo@example.net": 1, "gus@example.test": 0} {
		s := newStand(t)
		n := s.sentTo("bo@example.net")
		before := s.number("select count(*) from outbox where address = $1", from)
		state, why := s.take("From: <"+from+">\r\nTo: "+s.word(n)+"\r\nSubject: Re: hello\r\nMessage-ID: <u@"+from+"\r\nContent-Type: text/plain; charset=\"unicode-1-1-utf-7\"\r\n\r\npass 1\r\n", nil)
		if got := s.number("select count(*) from outbox where address = $1", from) - before; got != answers || state != "set-aside" || why != "written in UTF-7" {
			t.Errorf("%s: %d answers, %s, %s", from, got, state, why)
		}
	}
}
