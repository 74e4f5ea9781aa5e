package auth_test

import (
	"net/netip"
	"testing"

	"pitpost.example/inbox/auth"
	"pitpost.example/lab"
)

func TestDMARC(t *testing.T) {
	n := lab.NewNameServer(t)
	key := lab.RSAKey(t, 2048)
	for domain, policy := range map[string]string{
		"example.com": "v=DMARC1; p=none", "strict.example.net": "v=DMARC1; p=reject; adkim=s; aspf=S", "reports.example": "v=DMARC1; rua=mailto:a@reports.example",
		"odd.example": "v=DMARC1; p=perhaps", "late.example": "p=reject; v=DMARC1", "other.example": "v=DMARC2; p=reject",
	} {
		n.TXT("_dmarc."+domain, policy)
	}
	n.TXT("_dmarc.twice.example", "v=DMARC1; p=none", "v=DMARC1; p=reject")
	n.TXT("_dmarc.beside.example", "v=spf1 -all", "v=DMARC1;p=none;")
	n.Fails("_dmarc.down.example")
	for _, d := range []string{"example.com", "mail.example.com", "strict.example.net", "mail.strict.example.net", "reports.example", "bo.github.io", "evil.example"} {
		n.TXT(d, "v=spf1 ip4:192.0.2.1 -all")
		n.DKIM(t, "one._domainkey."+d, key, "")
	}
	n.TXT("_dmarc.ana.github.io", "v=DMARC1; p=none")
	n.Fails("away.example.com")
	for name, c := range map[string]struct {
		from, returned, client, signer string
		want                           auth.Result
	}{
		"by SPF":                   {"ana@example.com", "ana@example.com", "192.0.2.1", "", auth.Pass},
		"SPF of the organisation":  {"ana@news.example.com", "b@mail.example.com", "192.0.2.1", "", auth.Pass},
		"by DKIM":                  {"ana@example.com", "b@evil.example", "192.0.2.9", "example.com", auth.Pass},
		"DKIM of the organisation": {"ana@example.com", "b@evil.example", "192.0.2.9", "mail.example.com", auth.Pass},
		"DKIM, client unknown":     {"ana@example.com", "", "", "example.com", auth.Pass},
		"no key, client unknown":   {"ana@example.com", "", "", "", auth.TempError},
		"SPF of another":           {"ana@example.com", "b@evil.example", "192.0.2.1", "", auth.Fail},
		"DKIM of another":          {"ana@example.com", "b@evil.example", "192.0.2.1", "evil.example", auth.Fail},
		"SPF fails":                {"ana@example.com", "ana@example.com", "192.0.2.9", "", auth.Fail},
		"SPF away":                 {"ana@example.com", "ana@away.example.com", "192.0.2.1", "", auth.TempError},
		"strict":                   {"ana@strict.example.net", "ana@strict.example.net", "192.0.2.1", "", auth.Pass},
		"strict, SPF below":        {"ana@strict.example.net", "b@mail.strict.example.net", "192.0.2.1", "", auth.Fail},
		"strict, DKIM below":       {"ana@strict.example.net", "b@evil.example", "192.0.2.1", "mail.strict.example.net", auth.Fail},
		"hosts of one suffix":      {"ana@ana.github.io", "b@bo.github.io", "192.0.2.1", "bo.github.io", auth.Fail},
		"reports only":             {"ana@reports.example", "b@evil.example", "192.0.2.1", "", auth.Fail},
		"no policy":                {"ana@nobody.example", "b@evil.example", "192.0.2.1", "", auth.None},
		"two policies":             {"ana@twice.example", "b@evil.example", "192.0.2.1", "", auth.None},
		"an odd policy":            {"ana@odd.example", "b@evil.example", "192.0.2.1", "", auth.None},
		"version not first":        {"ana@late.example", "b@evil.example", "192.0.2.1", "", auth.None},
		"another version":          {"ana@other.example", "b@evil.example", "192.0.2.1", "", auth.None},
		"beside another record":    {"ana@beside.example", "b@evil.example", "192.0.2.1", "", auth.Fail},
		"server down":              {"ana@down.example", "b@evil.example", "192.0.2.1", "", auth.TempError},
		"capitals":                 {"ana@EXAMPLE.com.", "ana@Example.Com", "192.0.2.1", "", auth.Pass},
	} {
		raw := plain
		if c.signer != "" {
			raw = lab.DKIM{Domain: c.signer, Selector: "one", Key: key}.Sign(t, plain)
		}
		m := auth.Mail{Raw: []byte(raw), From: c.from, Return: c.returned, Helo: "mx.example.com"}
		if c.client != "" {
			m.Client = netip.MustParseAddr(c.client)
		}
		if r := checker(n).Check(t.Context(), m); r.DMARC != c.want {
			t.Errorf("%s: %+v, want %s", name, r, c.want)
		}
	}
	if r := checker(n).Check(t.Context(), auth.Mail{Raw: []byte(plain)}); r.DMARC != auth.None || r.Signed() {
		t.Errorf("nobody: %+v", r)
	}
}

func TestAligned(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"example.com", "mail.EXAMPLE.com.", true}, {"example.com", "example.org", false}, {"a.co.uk", "b.co.uk", false},
		{"co.uk", "co.uk", true}, {"", "", false}, {"bücher.example", "xn--bcher-kva.example", true}, {"localhost", "localhost", true},
	} {
		if got := auth.SameOrganisation(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
