package auth_test

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/auth"
)

// echo answers every look-up with the same records and counts the look-ups.
type echo struct {
	text  string
	asked int
}

func (e *echo) LookupTXT(context.Context, string) ([]string, error) {
	e.asked++
	return []string{e.text}, nil
}

func (e *echo) LookupMX(context.Context, string) ([]*net.MX, error) {
	e.asked++
	return []*net.MX{{Host: "a.example."}, {Host: "."}, {Host: "b.example."}}, nil
}

func (e *echo) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	e.asked++
	return nil, &net.DNSError{IsNotFound: true}
}

func (e *echo) LookupAddr(context.Context, string) ([]string, error) {
	e.asked++
	return []string{"a.example."}, nil
}

func FuzzCheck(f *testing.F) {
	f.Add(plain, "v=spf1 include:%{ir}.%{v}.%{d2} a/24//64 mx ptr redirect=_spf.%{o}")
	f.Add("DKIM-Signature: v=1; a=rsa-sha256; c=relaxed; d=example.com; s=s; h=from:from; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA\r\n"+plain, "v=DKIM1; k=rsa; p=AAAA")
	f.Add("DKIM-Signature: v=1; a=ed25519-sha256; d=example.com; s=s; h=from; bh=; b=;;;=\n\n", "v=DMARC1; p=none; adkim=s")
	f.Add("\r\n", "v=spf1 exists:%{l1r-}.%{s+}%% -all")
	f.Fuzz(func(t *testing.T, raw, text string) {
		e := &echo{text: text}
		c := &auth.Checker{DNS: e, Now: time.Now}
		r := c.Check(t.Context(), auth.Mail{Raw: []byte(raw), From: "ana@example.com", Return: "ana+tag-x@mail.example.com",
			Client: netip.MustParseAddr("2001:db8::1"), Helo: "mx.example.com"})
		if r.Signed() {
			t.Errorf("a signature of nobody is right: %+v", r.DKIM)
		}
		if r.DMARC == auth.Pass && (r.SPF != auth.Pass || !strings.Contains(text, "v=")) {
			t.Errorf("a pass of nothing: %+v", r)
		}
		if e.asked > 80 {
			t.Errorf("%d questions", e.asked)
		}
	})
}
