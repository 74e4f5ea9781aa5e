package lab

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// DKIM signs letters, correctly or in ways that must not be trusted.
type DKIM struct {
	Domain, Selector string
	Key              crypto.Signer
	Names            []string  // of the signed fields; nil for From, To and Subject
	Tags             string    // further tags, each with its semicolon, which are signed too
	At               time.Time // time of signing; zero for now
	Old, New         string    // Old is replaced with New after signing
}

// Sign adds a signature with simple/simple canonicalization to a letter.
func (m DKIM) Sign(t *testing.T, raw string) string {
	t.Helper()
	if m.Names == nil {
		m.Names = []string{"From", "To", "Subject"}
	}
	// The library writes the selector without checking it, so further tags can follow it.
	options := &dkim.SignOptions{Domain: m.Domain, Selector: strings.TrimSuffix(m.Selector+"; "+m.Tags, ";"), Signer: m.Key, HeaderKeys: m.Names}
	options.Selector = strings.TrimSuffix(options.Selector, "; ")
	var out bytes.Buffer
	AsOf(t, m.At, func(t *testing.T) {
		Check(t, dkim.Sign(&out, strings.NewReader(raw), options))
	})
	field := strings.TrimSuffix(out.String(), raw)
	if !strings.Contains(field, m.Old) {
		t.Fatalf("no %q in %s", m.Old, field)
	}
	return strings.Replace(field, m.Old, m.New, 1) + raw
}

// AsOf calls do with the clock at a time; zero means now.
func AsOf(t *testing.T, at time.Time, do func(*testing.T)) {
	t.Helper()
	if at.IsZero() {
		do(t)
		return
	}
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(at))
		do(t)
	})
}

// DKIM publishes a key under a name. tags has further tags, each with its semicolon.
func (n *NameServer) DKIM(t testing.TB, name string, key crypto.Signer, tags string) {
	t.Helper()
	kind, public := "ed25519", []byte(nil)
	switch key := key.Public().(type) {
	case ed25519.PublicKey:
		public = key
	case *rsa.PublicKey:
		der := Must(x509.MarshalPKIXPublicKey(key))(t)
		kind, public = "rsa", der
	}
	n.TXT(name, "v=DKIM1; k="+kind+"; "+tags+"p="+base64.StdEncoding.EncodeToString(public))
}

// RSAKey creates a key, which may be shorter than is safe.
func RSAKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	if bits < 1024 { // this makes it impossible to run the test in parallel
		t.Setenv("GODEBUG", "rsa1024min=0")
	}
	return Must(rsa.GenerateKey(rand.Reader, bits))(t)
}
