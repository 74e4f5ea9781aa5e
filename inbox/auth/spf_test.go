package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/auth"
	"pitpost.example/lab"
)

// noon is the current time, because the library that checks signatures uses the machine's clock.
var noon = time.Now()

func checker(n *lab.NameServer) *auth.Checker {
	return &auth.Checker{DNS: auth.ResolverAt(n.Addr), Now: func() time.Time { return noon }}
}

// spfOf returns the SPF result for a client that delivers a letter from ana@example.com.
func spfOf(t *testing.T, c *auth.Checker, client, from string) auth.Result {
	t.Helper()
	m := auth.Mail{Raw: []byte("From: ana@example.com\r\n\r\nhello\r\n"), From: "ana@example.com", Return: from, Helo: "mx.example.com"}
	if client != "" {
		m.Client = netip.MustParseAddr(client)
	}
	return c.Check(t.Context(), m).SPF
}

func TestSPF(t *testing.T) {
	n := lab.NewNameServer(t)
	n.Hosts("example.com", "192.0.2.10", "192.0.2.11")
	n.Hosts("mx.example.com", "192.0.2.129", "2001:db8::25")
	n.MX("example.com", "mx.example.com", "mx2.example.com")
	n.Hosts("mx2.example.com", "192.0.2.140")
	n.PTR("192.0.2.65", "bob.example.com", "forged.example.net")
	n.Hosts("bob.example.com", "192.0.2.65")
	n.Hosts("ana._spf.example.com", "127.0.0.2")
	n.Hosts(strings.Repeat("too-long.", 25)+"ana._spf.example.com", "127.0.0.2")
	n.Hosts("10.2.0.192.in-addr._spf.example.com", "127.0.0.2")
	n.Hosts("bob.example.com._p.example.com", "127.0.0.2")
	n.Hosts("bob._p.example.com", "127.0.0.2")
	n.Hosts("forged.example.net._p.example.com", "127.0.0.2")
	n.PTR("192.0.2.66", "forged.example.net", "a%b.example.net")
	n.TXT("soft.example.net", "v=spf1 ip4:192.0.2.0/24 ~all")
	n.TXT("neutral.example.net", "v=spf1 ?all")
	n.TXT("broken.example.net", "v=spf1 ip4:999.0.0.1 -all")
	n.TXT("fails.example.net", "v=spf1 -all")
	n.Fails("down.example.net")
	n.TXT("loop.example.net", "v=spf1 include:loop.example.net -all")
	n.TXT("wide.example.net", "v=spf1 "+strings.Repeat("a:mx.example.com ", 10)+"-all")
	n.TXT("wider.example.net", "v=spf1 "+strings.Repeat("a:mx.example.com ", 10)+"a:bob.example.com -all")
	n.TXT("void.example.net", "v=spf1 a:n1.example.net a:n2.example.net ip4:192.0.2.7 -all")
	n.TXT("voids.example.net", "v=spf1 a:n1.example.net a:n2.example.net a:n3.example.net ip4:192.0.2.7 -all")
	for i, c := range []struct {
		record, client string
		want           auth.Result
	}{
		{"v=spf1 +all", "192.0.2.1", auth.Pass},
		{"v=spf1", "192.0.2.1", auth.Neutral},
		{"V=SPF1 -ALL", "192.0.2.1", auth.Fail},
		{"v=spf10 +all", "192.0.2.1", auth.None},
		{"v=spf1+all", "192.0.2.1", auth.None},
		{"v=spf1 a -all", "192.0.2.10", auth.Pass},
		{"v=spf1 a -all", "192.0.2.12", auth.Fail},
		{"v=spf1 a/24 -all", "192.0.2.12", auth.Pass},
		{"v=spf1 a:mx.example.com -all", "2001:db8::25", auth.Pass},
		{"v=spf1 a:mx.example.com//64 -all", "2001:db8::99", auth.Pass},
		{"v=spf1 a:mx.example.com/24//64 -all", "2001:db8:0:1::99", auth.Fail},
		{"v=spf1 mx -all", "192.0.2.140", auth.Pass},
		{"v=spf1 mx -all", "192.0.2.10", auth.Fail},
		{"v=spf1 mx/30 -all", "192.0.2.131", auth.Pass},
		{"v=spf1 mx:example.com ~all", "192.0.2.1", auth.SoftFail},
		{"v=spf1 ip4:192.0.2.128/28 -all", "192.0.2.129", auth.Pass},
		{"v=spf1 ip4:192.0.2.128/28 -all", "::ffff:192.0.2.129", auth.Pass},
		{"v=spf1 ip4:192.0.2.128/28 ?all", "192.0.2.65", auth.Neutral},
		{"v=spf1 ip6:2001:db8::/32 -all", "2001:db8::1", auth.Pass},
		{"v=spf1 ip6:2001:db8::/32 -all", "192.0.2.1", auth.Fail},
		{"v=spf1 ptr -all", "192.0.2.65", auth.Pass},
		{"v=spf1 ptr:example.net -all", "192.0.2.65", auth.Fail},
		{"v=spf1 exists:%{l}._spf.%{d} -all", "192.0.2.1", auth.Pass},
		{"v=spf1 exists:%{p}._p.%{d} -all", "192.0.2.65", auth.Pass},
		{"v=spf1 exists:%{P1R}._p.%{d} -all", "192.0.2.65", auth.Pass},
		{"v=spf1 exists:%{p}._p.%{d} -all", "192.0.2.66", auth.Fail}, // its names do not resolve to it
		{"v=spf1 exists:%{p}._p.%{d} -all", "192.0.2.67", auth.Fail},
		{"v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all", "192.0.2.10", auth.Pass},
		{"v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all", "192.0.2.11", auth.Fail},
		{"v=spf1 exists:%{p}._spf.example.com -all", "192.0.2.99", auth.Fail},
		{"v=spf1 include:soft.example.net -all", "192.0.2.1", auth.Pass},
		{"v=spf1 include:soft.example.net -all", "198.51.100.1", auth.Fail},
		{"v=spf1 include:neutral.example.net -all", "192.0.2.1", auth.Fail},
		{"v=spf1 include:nobody.example.net -all", "192.0.2.1", auth.PermError},
		{"v=spf1 include:broken.example.net -all", "192.0.2.1", auth.PermError},
		{"v=spf1 include:down.example.net -all", "192.0.2.1", auth.TempError},
		{"v=spf1 a:down.example.net +all", "192.0.2.1", auth.TempError},
		{"v=spf1 include:loop.example.net +all", "192.0.2.1", auth.PermError},
		{"v=spf1 redirect=fails.example.net", "192.0.2.1", auth.Fail},
		{"v=spf1 ip4:192.0.2.1 redirect=fails.example.net", "192.0.2.1", auth.Pass},
		{"v=spf1 redirect=fails.example.net ?all", "192.0.2.1", auth.Neutral},
		{"v=spf1 redirect=nobody.example.net", "192.0.2.1", auth.PermError},
		{"v=spf1 redirect=wide.example.net", "192.0.2.1", auth.PermError},
		{"v=spf1 redirect=a.example redirect=b.example", "192.0.2.1", auth.PermError},
		{"v=spf1 moo.cow=far_out=man:dog/cat exp=why.example.com -all", "192.0.2.1", auth.Fail},
		{"v=spf1 +all ip4:1.2.3", "192.0.2.1", auth.PermError},
		{"v=spf1 all:example.com", "192.0.2.1", auth.PermError},
		{"v=spf1 -all/8", "192.0.2.1", auth.PermError},
		{"v=spf1 a: -all", "192.0.2.1", auth.PermError},
		{"v=spf1 a/33 -all", "192.0.2.1", auth.PermError},
		{"v=spf1 a//129 -all", "192.0.2.1", auth.PermError},
		{"v=spf1 ip4:192.0.2.0/33 -all", "192.0.2.1", auth.PermError},
		{"v=spf1 ip6:192.0.2.0 -all", "192.0.2.1", auth.PermError},
		{"v=spf1 include -all", "192.0.2.1", auth.PermError},
		{"v=spf1 exists:%{x}.example.com -all", "192.0.2.1", auth.PermError},
		{"v=spf1 exists:%{d0}.example.com -all", "192.0.2.1", auth.PermError},
		{"v=spf1 exists:100%.example.com -all", "192.0.2.1", auth.PermError},
		{"v=spf1 mechanism:example.com -all", "192.0.2.1", auth.PermError},
		{"v=spf1 ;ip4:192.0.2.1", "192.0.2.1", auth.PermError},
		{"v=spf1 ip4:192.0.2.1 -all redirect=", "192.0.2.1", auth.PermError},
		{"v=spf1 ip4:192.0.2.1 exp=a.example -all exp=b.example", "192.0.2.1", auth.PermError},
		{"v=spf1 ip4:192.0.2.1 ip4:192.0.2.2/032 -all", "192.0.2.1", auth.PermError},
		{"v=spf1 ip4:192.0.2.1 a:b\u00fccher.example -all", "192.0.2.1", auth.PermError},
		{"v=spf1 exists:" + strings.Repeat("too-long.", 30) + "ana._spf.example.com -all", "192.0.2.1", auth.Pass},
	} {
		domain := "d" + string(rune('a'+i/26)) + string(rune('a'+i%26)) + ".example.com"
		record := strings.ReplaceAll(c.record, "%{d}", "example.com")
		if strings.Contains(record, " a ") || strings.Contains(record, " a/") {
			n.Hosts(domain, "192.0.2.10", "192.0.2.11")
		}
		if strings.Contains(record, " mx ") || strings.Contains(record, " mx/") {
			n.MX(domain, "mx.example.com", "mx2.example.com")
		}
		if strings.HasPrefix(record, "v=spf1 ptr -") {
			domain = "example.com"
		}
		n.TXT(domain, record)
		if got := spfOf(t, checker(n), c.client, "ana@"+domain); got != c.want {
			t.Errorf("%q for %s: %s, want %s", c.record, c.client, got, c.want)
		}
	}
	for domain, want := range map[string]auth.Result{
		"wide.example.net": auth.Fail, "wider.example.net": auth.PermError, "void.example.net": auth.Pass, "voids.example.net": auth.PermError,
		"soft.example.net\"@fails.example.net": auth.Fail, "down.example.net": auth.TempError, "nobody.example.net": auth.None, "localhost": auth.None, "[192.0.2.7]": auth.None, "": auth.None,
	} {
		if got := spfOf(t, checker(n), "192.0.2.7", "ana@"+domain); got != want {
			t.Errorf("%s: %s, want %s", domain, got, want)
		}
	}
}

func TestSPFOfTheHeloWhereThereIsNoReturnAddress(t *testing.T) {
	n := lab.NewNameServer(t)
	n.TXT("mx.example.com", "v=spf1 ip4:192.0.2.1 -all")
	c := checker(n)
	if got := spfOf(t, c, "192.0.2.1", "<>"); got != auth.Pass {
		t.Errorf("%s", got)
	}
	if got := spfOf(t, c, "192.0.2.2", "<>"); got != auth.Fail {
		t.Errorf("%s", got)
	}
}

// If the client is unknown or in our own network, SPF is Unknown, so no letter fails because of that.
func TestSPFNeedsToKnowWhoCame(t *testing.T) {
	n := lab.NewNameServer(t)
	n.TXT("example.com", "v=spf1 -all")
	n.TXT("two.example.com", "v=spf1 -all", "v=spf1 +all")
	c := checker(n)
	for _, client := range []string{"", "127.0.0.1", "::1", "10.1.2.3", "fe80::1", "0.0.0.0"} {
		if got := spfOf(t, c, client, "ana@example.com"); got != auth.Unknown {
			t.Errorf("client %q: %s", client, got)
		}
	}
	if got := spfOf(t, c, "192.0.2.1", ""); got != auth.Unknown {
		t.Errorf("no return address known: %s", got)
	}
	if got := spfOf(t, c, "192.0.2.1", "ana@two.example.com"); got != auth.PermError {
		t.Errorf("two records: %s", got)
	}
}

// halfAway knows one IPv4 address for every name. Its name server for IPv6 does not answer.
type halfAway struct{ echo }

func (halfAway) LookupNetIP(_ context.Context, network, _ string) ([]netip.Addr, error) {
	if network == "ip6" {
		return nil, errors.New("the name server is away")
	}
	return []netip.Addr{netip.MustParseAddr("192.0.2.9")}, nil
}

// A client is not foreign as long as its address may be among those that were not answered.
func TestAClientIsNoStrangerForHalfAnAnswer(t *testing.T) {
	c := &auth.Checker{DNS: &halfAway{echo{text: "v=spf1 a -all"}}, Now: time.Now}
	for client, want := range map[string]auth.Result{"192.0.2.9": auth.Pass, "192.0.2.8": auth.Fail, "2001:db8::1": auth.TempError} {
		if got := spfOf(t, c, client, "ana@example.com"); got != want {
			t.Errorf("%s: %s, want %s", client, got, want)
		}
	}
}

// If a name server does not answer, the look-ups end in time and the sender is neither proved nor forged.
func TestANameServerThatIsMuteEndsInTime(t *testing.T) {
	n := lab.NewNameServer(t)
	n.Mute("example.com")
	n.Mute("_dmarc.example.com")
	c := checker(n)
	c.Patience = 200 * time.Millisecond
	began := time.Now()
	r := c.Check(t.Context(), auth.Mail{Raw: []byte("From: ana@example.com\r\n\r\nhello\r\n"), From: "ana@example.com", Return: "ana@example.com",
		Client: netip.MustParseAddr("192.0.2.1"), Helo: "mx.example.com"})
	if r.SPF != auth.TempError || r.DMARC != auth.TempError {
		t.Errorf("%+v", r)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
	n.Mute("1.2.0.192.in-addr.arpa")
	n.TXT("named.example.com", "v=spf1 ptr -all")
	if got := spfOf(t, c, "192.0.2.1", "ana@named.example.com"); got != auth.TempError {
		t.Errorf("the client's name did not come in time: %s", got)
	}
}

// A resolver that is away is not taken for a record that is not there.
func TestWhatIsMissingAndWhatIsAwayAreTwoThings(t *testing.T) {
	if !auth.HasNoRecord(fmt.Errorf("x: %w", &net.DNSError{IsNotFound: true})) || auth.HasNoRecord(errors.New("away")) || auth.HasNoRecord(nil) {
		t.Error("a resolver that is away is taken for a record that is not there")
	}
}
