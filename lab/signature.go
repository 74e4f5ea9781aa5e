package lab

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// DKIM signs letters in ways that nobody should trust as well as in right ones.
type DKIM struct {
	Domain, Selector string
	Key              crypto.Signer
	Names            []string    // of the fields signed; nil for From and Subject
	Tags             string      // more of them, each with its semicolon
	Hash             crypto.Hash // SHA-256 unless it is SHA-1
}

// Sign puts a signature of form simple/simple before a letter that ends in one line end and
// has no folded fields among those signed.
func (m DKIM) Sign(t testing.TB, raw string) string {
	t.Helper()
	if m.Names == nil {
		m.Names = []string{"From", "Subject"}
	}
	head, body, _ := strings.Cut(raw, "\r\n\r\n")
	algorithm := "rsa"
	if _, ok := m.Key.(ed25519.PrivateKey); ok {
		algorithm = "ed25519"
	}
	kind := "sha256"
	if m.Hash == crypto.SHA1 {
		kind = "sha1"
	}
	field := fmt.Sprintf("DKIM-Signature: v=1; a=%s-%s; c=simple/simple; d=%s; s=%s; %s\r\n h=%s;\r\n bh=%s; b=",
		algorithm, kind, m.Domain, m.Selector, m.Tags, strings.Join(m.Names, ":"), base64.StdEncoding.EncodeToString(m.sum(body)))
	signed := ""
	for _, name := range m.Names {
		for _, line := range slices.Backward(strings.Split(head, "\r\n")) {
			if strings.HasPrefix(line, name+":") {
				signed += line + "\r\n"
				break
			}
		}
	}
	return field + base64.StdEncoding.EncodeToString(m.proof(t, signed+field)) + "\r\n" + raw
}

func (m DKIM) sum(text string) []byte {
	if m.Hash == crypto.SHA1 {
		sum := sha1.Sum([]byte(text))
		return sum[:]
	}
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

func (m DKIM) proof(t testing.TB, signed string) []byte {
	t.Helper()
	options := crypto.SignerOpts(crypto.SHA256)
	if m.Hash == crypto.SHA1 {
		options = crypto.SHA1
	}
	if _, ok := m.Key.(ed25519.PrivateKey); ok {
		options = crypto.Hash(0)
	}
	proof, err := m.Key.Sign(rand.Reader, m.sum(signed), options)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

// DKIM publishes a key under a name, with more tags, each with its semicolon.
func (n *NameServer) DKIM(t testing.TB, name string, key crypto.Signer, tags string) {
	t.Helper()
	kind, public := "ed25519", []byte(nil)
	switch key := key.Public().(type) {
	case ed25519.PublicKey:
		public = key
	case *rsa.PublicKey:
		der, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			t.Fatal(err)
		}
		kind, public = "rsa", der
	}
	n.TXT(name, "v=DKIM1; k="+kind+"; "+tags+"p="+base64.StdEncoding.EncodeToString(public))
}

// RSAKey makes a key, also one that is shorter than anybody should use.
func RSAKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	if bits < 1024 { // a test that sets this runs beside no other
		t.Setenv("GODEBUG", "rsa1024min=0")
	}
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
