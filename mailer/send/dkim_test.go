package send

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

// rich returns a letter with everything that a letter can have.
func rich(t testing.TB) []byte {
	t.Helper()
	raw, err := os.ReadFile("../render/testdata/everything.eml")
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// verify checks the signatures of a letter, with the keys in dns.
func verify(raw string, dns map[string]string) (signed int, err error) {
	list, err := dkim.VerifyWithOptions(strings.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		return []string{dns[name]}, nil
	}})
	for _, v := range list {
		err = errors.Join(err, v.Err)
	}
	return len(list), err
}

func pemOf(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func rsaKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestSignaturesHoldAndChangesBreakThem(t *testing.T) {
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSigner("Example.org", []string{"r1", " e1"}, append(pemOf(t, rsaKey(t, 2048)), pemOf(t, ed)...))
	if err != nil {
		t.Fatal(err)
	}
	records := s.Records()
	dns := map[string]string{}
	for _, r := range records {
		dns[r.Name] = r.Text
	}
	raw := rich(t)
	signed, err := s.Sign(raw)
	if err != nil || !bytes.HasSuffix(signed, raw) {
		t.Fatalf("signing changed the letter, or %v", err)
	}
	if n, err := verify(string(signed), dns); n != 2 || err != nil {
		t.Fatalf("%d signatures, %v\n%s", n, err, signed[:800])
	}
	for _, line := range strings.Split(string(signed), "\r\n") {
		if len(line) > 998 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	text := string(signed)
	for what, changed := range map[string]string{
		"another subject":            strings.Replace(text, "\r\nSubject: ", "\r\nSubject: Re: ", 1),
		"another word in the body":   text + "3 C5\r\n",
		"a second From above":        "From: cheat@example.com\r\n" + text,
		"an unsubscribe link put in": strings.Replace(text, "List-Unsubscribe: ", "List-Unsubscribe: <mailto:x@example.com>, ", 1),
	} {
		if changed == text {
			t.Fatalf("%s: nothing changed", what)
		}
		if _, err := verify(changed, dns); err == nil {
			t.Errorf("%s: the signature still holds", what)
		}
	}
	// Relays may refold lines, and add spaces and empty lines at the end.
	if _, err := verify(strings.Replace(text, "\r\nSubject: ", "\r\nSUBJECT:\r\n   ", 1)+"\r\n\r\n", dns); err != nil {
		t.Errorf("folded otherwise: %v", err)
	}
}

func TestSignersRefuseWhatNobodyBelieves(t *testing.T) {
	good := pemOf(t, rsaKey(t, 1024))
	short := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("no key")})
	for name, c := range map[string]struct {
		selectors []string
		keys      []byte
	}{
		"no key": {[]string{"a"}, []byte("words")}, "no selector": {nil, good}, "one selector too many": {[]string{"a", "b"}, good},
		"no real key": {[]string{"a"}, short},
	} {
		if _, err := NewSigner("example.org", c.selectors, c.keys); err == nil {
			t.Errorf("%s: taken", name)
		} else if strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("%s: the error quotes the file: %v", name, err)
		}
	}
	s, err := NewSigner("example.org", []string{"a"}, good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign([]byte("Subject: no body")); err == nil {
		t.Error("a letter without a body is signed")
	}
}
