package inbox

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
)

// A genuine letter to somebody else proves nothing about its sender, so whoever passes it on with its
// signature cannot act in the writer's name.
func TestALetterToSomebodyElseProvesNobody(t *testing.T) {
	s := newStand(t)
	s.r.Also = []string{"games@example.org"}
	token := s.word(s.sentTo(ana))
	own := &intake.Envelope{From: ana, To: []string{"play@example.org"}}
	for i, c := range []struct{ head, want string }{
		{"To: di@example.org\r\n", "hold"},
		{"To: di@example.org\r\nDelivered-To: play@example.org\r\nX-Original-To: play@example.org\r\n", "hold"},
		{"To: di@example.org\r\nResent-To: play@example.org\r\n", "hold"},
		{"To: undisclosed-recipients:;\r\n", "hold"},
		{"", "hold"},
		{"To: games@example.com, play@example.com\r\n", "hold"},
		{"To: \"play@example.org\" <di@example.org>\r\n", "hold"},
		{"To: player@example.org, xplay@example.org\r\n", "hold"},
		{"To: Play@Example.ORG\r\n", "apply"},
		{"To: Pitpost <play+friends@example.org>\r\n", "apply"},
		{"To: di@example.org\r\nCc: Eli <eli@example.org>, play@example.org\r\n", "apply"},
		{"To: Games@example.org\r\n", "apply"},
		{"Cc: games+table@example.org\r\n", "apply"},
		{"To: di@example.org\r\nDelivered-To: " + token + "\r\n", "apply"},
		{"To: di@example.org\r\nIn-Reply-To: " + s.sentTo(ana).MessageID + "\r\n", "apply"},
	} {
		// Each letter says something different, so that none counts as a copy of an earlier one.
		head := "From: " + ana + "\r\n" + c.head
		s.r.AuthservID, s.r.Check = "mx.example.org", nil
		if state, why := s.send(vouched("example.com")+head, fmt.Sprintf("quiet 1-%d", i+2)); state != c.want {
			t.Errorf("%q: %s (%s), want %s", c.head, state, why, c.want)
		}
		s.r.AuthservID, s.r.Check = "", func(context.Context, auth.Mail) auth.Report { return auth.Report{DMARC: auth.Pass} }
		s.count++
		raw := fmt.Sprintf("%sMessage-ID: <own.%d@example.com>\r\n\r\nquiet 0-%d\r\n", head, s.count, i+2)
		if state, why := s.take(raw, own); state != c.want {
			t.Errorf("looked at here, %q: %s (%s), want %s", c.head, state, why, c.want)
		}
	}
	// If only the envelope has the token, the letter may answer for that seat but its sender is not
	// proved.
	s.r.AuthservID, s.r.Check = "mx.example.org", nil
	for head, want := range map[string]auth.Trust{"To: di@example.org\r\nDelivered-To: " + token + "\r\n": auth.Unproved, "To: " + token + "\r\n": auth.Proved,
		"To: " + strings.Replace(token, "+", " ", 1) + "\r\n": auth.Proved} {
		raw := []byte(vouched("example.com") + "From: " + ana + "\r\n" + head + "\r\nyes\r\n")
		l, err := reader.Open(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.r.trust(t.Context(), l, raw, intake.Source{}); got != want {
			t.Errorf("%q: %s, want %s", head, got, want)
		}
	}
}

// Somebody passes on a true letter to themselves and adds us to it. Its signature stays valid if it does not cover
// the field, or covers only the lower of two.
func TestAnAddedRecipientProvesNobody(t *testing.T) {
	s := newStand(t)
	s.r.AuthservID = "mx.example.org"
	own := &intake.Envelope{From: ana, To: []string{"play@example.org"}}
	made := 0
	signed := func(domain, fields string) string {
		made++ // no two letters have the same signature
		return fmt.Sprintf("DKIM-Signature: v=1; d=%s; h=%s:message-id; b=%04d\r\n", domain, fields, made)
	}
	straight := "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=ana@mail.example.com; dmarc=pass header.from=example.com\r\n"
	us, other := "To: play@example.org\r\n", "To: di@example.org\r\n"
	for i, c := range []struct{ head, want string }{
		{vouched("example.com") + signed("example.com", "From:Date:Subject") + us, "hold"},
		{vouched("example.com") + signed("example.com", "from:to:subject") + "Cc: play@example.org\r\n" + other, "hold"},
		{vouched("example.com") + signed("example.com", "from:to:cc") + us + other, "hold"},
		{vouched("example.com") + signed("mail.example.com", "from:to") + signed("example.com", "from") + us, "hold"},
		{vouched("example.com") + signed("example.com", "from:to") + "DKIM-Signature: d=example.com; d=example.com\r\n" + us, "hold"},
		{vouched("example.com") + signed("example.com", "from:\r\n To:subject") + us, "apply"},
		{vouched("example.com") + signed("example.com", "from:to:cc") + "Cc: play@example.org\r\n" + other, "apply"},
		{vouched("example.com") + signed("example.com", "from:to") + signed("relay.example.net", "from") + us, "apply"},
		{straight + signed("example.com", "from:date:subject") + us, "apply"},
		{strings.Replace(straight, "mail.example.com", "evil.example", 1) + signed("example.com", "from:date:subject") + us, "hold"},
	} {
		head := c.head + "From: " + ana + "\r\n"
		if state, why := s.send(head, fmt.Sprintf("quiet 1-%d", i+2)); state != c.want {
			t.Errorf("%q: %s (%s), want %s", c.head, state, why, c.want)
		}
	}
	s.r.AuthservID = ""
	for spf, want := range map[auth.Result]string{auth.Pass: "apply", auth.Fail: "hold"} {
		s.r.Check = func(context.Context, auth.Mail) auth.Report {
			return auth.Report{DMARC: auth.Pass, SPF: spf, SPFDomain: "example.com"}
		}
		raw := fmt.Sprintf("%sFrom: %s\r\n%sMessage-ID: <added.%s@example.com>\r\n\r\nquiet 2-8\r\n", signed("example.com", "from"), ana, us, spf)
		if state, why := s.take(raw, own); state != want {
			t.Errorf("looked at here, SPF %s: %s (%s), want %s", spf, state, why, want)
		}
	}
}
