package inbox

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

// claim is a header without a token, so that only From says who wrote the letter.
const claim = "From: ana@example.com\r\nTo: play@example.org\r\n"

func TestForgedAuthenticationResultsOnTopBelowAndWithOurID(t *testing.T) {
	s := newStand(t)
	const (
		pass   = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n"
		fail   = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\n"
		none   = "Authentication-Results: mx.example.org; dmarc=none header.from=example.com\r\n"
		forged = "Authentication-Results: mx.evil.example; dmarc=pass header.from=example.com\r\n"
		feint  = "Authentication-Results: mx.evil.example; dmarc=fail header.from=example.com\r\n"
	)
	for _, c := range []struct{ head, want string }{
		{pass, "apply"}, {forged + pass, "apply"}, {pass + forged, "apply"}, {feint + pass, "apply"}, {pass + fail, "apply"},
		{forged, "hold"}, {none + pass, "hold"}, {"Received: by mx.example.org\r\n" + none + forged + pass, "hold"},
		{fail + pass, "drop"}, {forged + fail, "drop"}, {fail, "drop"}, {"", "hold"},
	} {
		s.now = s.now.Add(time.Hour)
		s.ends(c.want, c.head+claim, "say it is me")
	}
	s.r.AuthservID = ""
	s.ends("hold", pass+claim, "say nobody vouches here")
}

func TestAuthenticationResultsWhoseCommentOrQuotedLocalPartContainsAPass(t *testing.T) {
	s := newStand(t)
	facts := s.facts()
	for _, results := range []string{
		"spf=none (said; dmarc=pass header.from=example.com) smtp.helo=x",
		`spf=none (a \) ; dmarc=pass header.from=example.com ( ) smtp.helo=x`,
		"spf=none (a (b); dmarc=pass header.from=example.com) smtp.helo=x",
		`spf=none smtp.mailfrom="a; dmarc=pass header.from=example.com"@evil.example`,
		`spf=none smtp.mailfrom="a\"; dmarc=pass header.from=example.com; x=\""@evil.example`,
		`spf=none reason="; dmarc=pass header.from=example.com"`,
		"spf=none smtp.mailfrom=a;\r\n (dmarc=pass header.from=example.com)",
		`dmarc=none header.from=example.com; dkim=pass header.i="x; dmarc=pass header.from=example.com"@evil.example`,
		"spf=none (open; dmarc=pass header.from=example.com",
		`spf=none reason="open; dmarc=pass header.from=example.com`,
	} {
		s.now = s.now.Add(time.Hour)
		s.ends("hold", "Authentication-Results: mx.example.org; "+results+"\r\n"+claim, "say it is me")
	}
	if s.facts() != facts {
		t.Error("a pass in a comment or a quotation counted")
	}
}

// providerHeads holds what large providers write above a letter of Ana's that they vouch for.
var providerHeads = map[string]string{
	"gmail": "Received-SPF: pass (google.com: domain of ana@example.com designates 192.0.2.1 as permitted sender) client-ip=192.0.2.1;\r\n" +
		"Authentication-Results: mx.google.com;\r\n       dkim=pass header.i=@example.com header.s=20230601 header.b=\"aB/c+d=\";\r\n" +
		"       spf=pass (google.com: domain of ana@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ana@example.com;\r\n" +
		"       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com;\r\n       dara=neutral header.i=@example.org\r\n",
	"microsoft": "Authentication-Results: spf=pass (sender IP is 192.0.2.43)\r\n smtp.mailfrom=example.com; dkim=pass (signature was verified)\r\n" +
		" header.d=example.com;dmarc=pass action=none\r\n header.from=example.com;compauth=pass reason=100\r\n",
	"fastmail": "Authentication-Results: mx4.messagingengine.com;\r\n    x-csa=none;\r\n    x-me-sender=none;\r\n    x-ptr=pass smtp.helo=mail.example.com\r\n" +
		"      policy.ptr=mail.example.com\r\nAuthentication-Results: mx4.messagingengine.com;\r\n    bimi=none (Domain is not BIMI enabled)\r\n" +
		"Authentication-Results: mx4.messagingengine.com;\r\n    arc=none (no signatures found)\r\nAuthentication-Results: mx4.messagingengine.com;\r\n" +
		"    dkim=pass (2048-bit rsa key sha256) header.d=example.com\r\n      header.i=@example.com header.b=aqzmU+Jn header.a=rsa-sha256\r\n" +
		"      header.s=one x-bits=2048;\r\n    dmarc=pass policy.published-domain-policy=none\r\n      policy.applied-disposition=none\r\n" +
		"      (p=none,sp=quarantine,d=none,d.eval=none) policy.policy-from=p\r\n      header.from=example.com;\r\n    iprev=pass smtp.remote-ip=192.0.2.46 (mail.example.com);\r\n" +
		"    spf=pass smtp.mailfrom=ana@example.com smtp.helo=mail.example.com\r\n",
	"proton": "Authentication-Results: mail.protonmail.ch; dmarc=pass (p=none dis=none) header.from=example.com\r\nAuthentication-Results: mail.protonmail.ch; spf=pass\r\n smtp.mailfrom=example.com\r\n" +
		"Authentication-Results: mail.protonmail.ch; arc=none smtp.remote-ip=192.0.2.7\r\nAuthentication-Results: mail.protonmail.ch; dkim=pass (2048-bit key)\r\n header.d=example.com header.i=@example.com header.b=\"abc\"\r\n",
	"yahoo": "Authentication-Results: atlas306.free.mail.ne1.yahoo.com;\r\n dkim=pass header.i=@example.com header.s=one;\r\n spf=pass smtp.mailfrom=example.com;\r\n" +
		" dmarc=pass(p=REJECT,sp=REJECT) header.from=example.com;\r\n",
}

func TestMicrosoftHeaderWithoutAuthservIDGmailFastmailProtonYahooRealHeaders(t *testing.T) {
	s := newStand(t)
	for provider, head := range providerHeads {
		for setting := range providerHeads {
			s.now = s.now.Add(time.Hour)
			s.r.AuthservID = setting
			want := "hold"
			if setting == provider {
				want = "apply"
			}
			s.ends(want, head+claim, "say by way of "+provider)
		}
		s.now = s.now.Add(time.Hour)
		s.r.AuthservID = provider
		s.ends("drop", strings.Replace(head, "dmarc=pass", "dmarc=fail", 1)+claim, "say by way of "+provider)
		s.ends("hold", strings.Replace(head, "header.from=example.com", "header.from=evil.example", 1)+claim, "say by way of "+provider)
	}
}

func TestDKIMWithLengthExpiredSHA1ShortKeyFiftySignaturesFromNotSigned(t *testing.T) {
	s := newStand(t)
	n := lab.NewNameServer(t)
	n.TXT("_dmarc.example.com", "v=DMARC1; p=reject")
	key, short := lab.RSAKey(t, 2048), lab.RSAKey(t, 512)
	n.DKIM(t, "one._domainkey.example.com", key, "")
	n.DKIM(t, "short._domainkey.example.com", short, "")
	s.r.Check = (&auth.Checker{DNS: auth.ResolverAt(n.Addr), Now: func() time.Time { return s.now }}).Check
	envelope := &intake.Envelope{From: "ana@lists.example", Client: netip.MustParseAddr("198.51.100.1"), Helo: "lists.example"}
	usual := lab.DKIM{Domain: "example.com", Selector: "one", Key: key, At: s.now}
	letter := func() string {
		s.count++
		return fmt.Sprintf("From: ana@example.com\r\nSubject: hello\r\nTo: play@example.org\r\nMessage-ID: <signed.%d@example.com>\r\n\r\nsay signed\r\n", s.count)
	}
	facts := s.facts()
	for name, change := range map[string]func(m *lab.DKIM){
		"l=":              func(m *lab.DKIM) { m.Tags = "l=12;" },
		"expired":         func(m *lab.DKIM) { m.Tags = fmt.Sprintf("x=%d;", s.now.Unix()-1) },
		"SHA-1":           func(m *lab.DKIM) { m.Old, m.New = "rsa-sha256", "rsa-sha1" },
		"a short key":     func(m *lab.DKIM) { m.Selector, m.Key = "short", short },
		"From not signed": func(m *lab.DKIM) { m.Old, m.New = "h=From:", "h=" },
		"no such key":     func(m *lab.DKIM) { m.Selector = "none" },
	} {
		s.now = s.now.Add(time.Hour)
		m := usual
		change(&m)
		if state, why := s.take(m.Sign(t, letter()), envelope); state != "drop" {
			t.Errorf("%s: %s, %s", name, state, why)
		}
	}
	raw := usual.Sign(t, letter())
	for i := range 50 {
		raw = fmt.Sprintf("DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=no%d; h=from; bh=AAAA; b=AAAA\r\n", i) + raw
	}
	before := n.Asked("")
	if state, why := s.take(raw, envelope); state != "drop" {
		t.Errorf("fifty signatures: %s, %s", state, why)
	}
	if asked := n.Asked("") - before; asked > 10 {
		t.Errorf("fifty signatures made us ask %d times", asked)
	}
	if s.facts() != facts {
		t.Error("a signature that is no pass counted")
	}
	if state, why := s.take(usual.Sign(t, letter()), envelope); state != "apply" {
		t.Errorf("the right signature: %s, %s", state, why)
	}
}

func TestDKIMReplayATrueOldLetterSentAgainToAnotherToken(t *testing.T) {
	s := newStand(t)
	n := lab.NewNameServer(t)
	n.TXT("_dmarc.example.com", "v=DMARC1; p=reject")
	sign := newTestSigner(t, n, "example.com")
	s.r.Check = (&auth.Checker{DNS: auth.ResolverAt(n.Addr), Now: func() time.Time { return s.now }}).Check
	if state, why := s.proved(ana, "", "new practice"); state != "apply" {
		t.Fatalf("%s, %s", state, why)
	}
	first, second := s.seatWord(1, 0), s.seatWord(2, 0)
	letter := func(id string) string {
		return sign("From: ana@example.com\r\nTo: "+first+"\r\nSubject: Re: your turn\r\nMessage-ID: <"+id+"@example.com>\r\n\r\nsay once\r\n", s.now)
	}
	replayed := func(to ...string) *intake.Envelope {
		return &intake.Envelope{From: gus, To: to, Client: netip.MustParseAddr("198.51.100.1"), Helo: "out.evil.example"}
	}
	old := letter("old")
	if state, why := s.take(old, replayed(first)); state != "apply" {
		t.Fatalf("the true letter: %s, %s", state, why)
	}
	facts := s.facts()
	s.now = s.now.Add(time.Hour)
	noted := s.number("select count(*) from letters")
	for _, to := range [][]string{{second}, {first}, {second, first}} {
		if _, err := s.r.Take(t.Context(), []byte(old), intake.Source{Name: "lmtp", Envelope: replayed(to...)}); err != nil {
			t.Fatal(err)
		}
	}
	if s.number("select count(*) from letters") != noted {
		t.Error("a letter that came before was taken for another")
	}
	// A letter that was intercepted before it reached us is genuine except for the token it is sent to.
	if state, why := s.take(letter("caught"), replayed(second)); state != "refuse" {
		t.Errorf("a caught letter for another token: %s, %s", state, why)
	}
	if s.facts() != facts {
		t.Error("a replayed letter counted")
	}
}
