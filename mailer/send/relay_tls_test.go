package send

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"pitpost.example/lab"
)

func TestRelayOverTLSFromTheStart(t *testing.T) {
	s := lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: "250-script\n250 AUTH PLAIN", Always: true}, lab.Step{On: "AUTH", Reply: "235 2.7.0 welcome", Always: true})
	addr, pool := overTLS(t, s.Addr)
	r := relayOf(t, "smtps://ana:secret@"+addr, 1)
	// With TLS required, nothing is sent to a server that cannot prove who it is.
	if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Later || len(s.Commands()) != 0 {
		t.Errorf("an unknown certificate: %+v, %q", out, s.Commands())
	}
	r.TLS = &tls.Config{RootCAs: pool}
	for range 2 {
		if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Delivered {
			t.Errorf("%+v", out)
		}
	}
	if said(s, "AUTH") != 1 || len(s.Letters()) != 2 {
		t.Errorf("%d logins, %d letters", said(s, "AUTH"), len(s.Letters()))
	}
	r.TLS = &tls.Config{RootCAs: pool, ServerName: "mail.example.org"}
	r.Close()
	if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Later {
		t.Errorf("another server's certificate: %+v", out)
	}
}

func TestRelaySendsNoPasswordInTheClear(t *testing.T) {
	s := lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: "250-script\n250 AUTH PLAIN", Always: true})
	// This address also reaches our own machine, but is not a loopback address.
	_, port, _ := net.SplitHostPort(s.Addr)
	out := relayTo(t, net.JoinHostPort("0.0.0.0", port), "ana:secret@").Send(t.Context(), house, "bo@example.org", letter)
	if out.Class != Later || said(s, "AUTH") != 0 || !strings.Contains(out.Text, "smtps://") {
		t.Errorf("%+v, %q", out, s.Commands())
	}
}

// If STARTTLS was offered once and then no longer, the connection is not trusted.
func TestRelayHoldsOnToSTARTTLS(t *testing.T) {
	s := lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: "250-script\n250 STARTTLS"})
	r := relayTo(t, s.Addr, "")
	for range 2 {
		if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Later || said(s, "MAIL") != 0 {
			t.Errorf("%+v, %q", out, s.Commands())
		}
	}
}

// overTLS puts TLS in front of a server, with a certificate for 127.0.0.1 that only the pool trusts.
func overTLS(t *testing.T, behind string) (addr string, pool *x509.CertPool) {
	t.Helper()
	web := httptest.NewTLSServer(nil)
	t.Cleanup(web.Close)
	pool = x509.NewCertPool()
	pool.AddCert(web.Certificate())
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: web.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go forward(in, behind)
		}
	}()
	return l.Addr().String(), pool
}

func forward(in net.Conn, behind string) {
	defer in.Close()
	if in.(*tls.Conn).Handshake() != nil {
		return
	}
	out, err := net.Dial("tcp", behind)
	if err != nil {
		return
	}
	defer out.Close()
	go func() {
		_, _ = io.Copy(out, in)
		_ = out.Close()
	}()
	_, _ = io.Copy(in, out)
}
