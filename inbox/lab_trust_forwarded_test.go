package inbox

import (
	"strings"
	"testing"

	"pitpost.example/inbox/intake"
)

// A forwarder leaves the signature whole and fails SPF. Its letter is vouched for if the signature covers From and what names us.
func TestASignatureThatHoldsVouchesThroughAForwarder(t *testing.T) {
	const results = "Authentication-Results: mx.example.org; spf=softfail smtp.mailfrom=forwarder.example; dkim=pass header.d=example.com\r\n"
	signed := func(fields, more string) string {
		return "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=one; h=" + fields + "; bh=aaaa; b=bbbb" + more + "\r\n"
	}
	for name, c := range map[string]struct {
		head, to string
		proved   bool
	}{
		"From and To signed":            {results + signed("from:to:subject:date:message-id", ""), "To: play@example.org\r\n", true},
		"Cc names us and is signed":     {results + signed("from:to:cc:date:message-id", ""), "To: bo@example.net\r\nCc: play@example.org\r\n", true},
		"To is not signed":              {results + signed("from:subject:date:message-id", ""), "To: play@example.org\r\n", false},
		"From is not signed":            {results + signed("to:subject:date:message-id", ""), "To: play@example.org\r\n", false},
		"a part of the body is signed":  {results + signed("from:to:date:message-id", "; l=5"), "To: play@example.org\r\n", false},
		"it was sent to somebody else":  {results + signed("from:to:date:message-id", ""), "To: jo@example.test\r\n", false},
		"another's signature":           {strings.Replace(results, "header.d=example.com", "header.d=forwarder.example", 1) + signed("from:to:date:message-id", ""), "To: play@example.org\r\n", false},
		"the signature does not hold":   {strings.Replace(results, "dkim=pass", "dkim=fail", 1) + signed("from:to:date:message-id", ""), "To: play@example.org\r\n", false},
		"its domain's policy says fail": {strings.Replace(results, "; spf", "; dmarc=fail header.from=example.com; spf", 1) + signed("from:to:date:message-id", ""), "To: play@example.org\r\n", false},
	} {
		s := newStand(t)
		raw := c.head + "From: <ana@example.com>\r\n" + c.to + "Date: Mon, 3 Aug 2026 09:00:00 +0000\r\nSubject: hello\r\nMessage-ID: <f@example.com>\r\n\r\nnew practice saboteur\r\n"
		if state, why := s.take(raw, &intake.Envelope{From: "ana@example.com", To: []string{"play@example.org"}}); (state == "apply") != c.proved {
			t.Errorf("%s: %s, %s", name, state, why)
		}
	}
}

// A list that the operator names vouches for what it found; no other does.
func TestASealVouchesThroughANamedListAlone(t *testing.T) {
	const head = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com; arc=pass\r\nARC-Seal: i=1; a=rsa-sha256; cv=none; d=list.example; s=one; b=aaaa\r\n" +
		"ARC-Authentication-Results: i=1; mx.list.example; dmarc=pass header.from=example.com\r\nList-Id: <friends.list.example>\r\n"
	for sealers, want := range map[string]string{"list.example": "apply", "": "drop", "example.com": "drop"} {
		s := newStand(t)
		s.r.Sealers = strings.Fields(sealers)
		n := s.sentTo("ana@example.com")
		raw := head + "From: <ana@example.com>\r\nTo: " + s.word(n) + "\r\nSubject: hello\r\nMessage-ID: <s@example.com>\r\n\r\nstatus\r\n"
		if state, why := s.take(raw, nil); state != want {
			t.Errorf("%q: %s, %s", sealers, state, why)
		}
	}
}
