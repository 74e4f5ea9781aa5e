package mailer_test

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"pitpost/mailer"
)

// verify is DKIM read from the other side: it shares nothing with the signer,
// works on the bytes with patterns alone, and asks dns for the key.
func verify(raw string, dns map[string]string) (signed int, err error) {
	head, body, ok := strings.Cut(raw, "\r\n\r\n")
	if !ok {
		return 0, errors.New("no body")
	}
	fields := regexp.MustCompile(`(?m)^[^ \t\r\n][^\r]*(?:\r\n[ \t][^\r]*)*`).FindAllString(head, -1)
	for _, f := range fields {
		if !strings.HasPrefix(strings.ToLower(f), "dkim-signature:") {
			continue
		}
		signed++
		if err := verifyOne(f, fields, body, dns); err != nil {
			return signed, fmt.Errorf("signature %d: %w", signed, err)
		}
	}
	return signed, nil
}

func verifyOne(field string, fields []string, body string, dns map[string]string) error {
	tags := map[string]string{}
	for _, tag := range strings.Split(field[len("dkim-signature:"):], ";") {
		name, value, _ := strings.Cut(tag, "=")
		tags[strings.TrimSpace(name)] = regexp.MustCompile(`\s+`).ReplaceAllString(value, "")
	}
	text := regexp.MustCompile(`[ \t]+\r\n`).ReplaceAllString(regexp.MustCompile(`[ \t]+`).ReplaceAllString(body, " "), "\r\n")
	text = strings.TrimRight(text, "\r\n") + "\r\n"
	if sum := sha256.Sum256([]byte(text)); base64.StdEncoding.EncodeToString(sum[:]) != tags["bh"] {
		return errors.New("the body is another")
	}
	used := map[int]bool{}
	var data strings.Builder
	for _, name := range strings.Split(tags["h"], ":") {
		for i := len(fields) - 1; i >= 0; i-- {
			if !used[i] && strings.EqualFold(strings.TrimSpace(strings.SplitN(fields[i], ":", 2)[0]), name) {
				used[i] = true
				data.WriteString(relaxed(fields[i]) + "\r\n")
				break
			}
		}
	}
	data.WriteString(relaxed(regexp.MustCompile(`([;\s]b=)[^;]*`).ReplaceAllString(field, "$1")))
	sum := sha256.Sum256([]byte(data.String()))
	signature, err := base64.StdEncoding.DecodeString(tags["b"])
	if err != nil {
		return err
	}
	record := dns[tags["s"]+"._domainkey."+tags["d"]]
	public, err := base64.StdEncoding.DecodeString(regexp.MustCompile(`p=([^; ]+)`).FindStringSubmatch(record + " p=")[1])
	if err != nil {
		return err
	}
	if tags["a"] == "ed25519-sha256" {
		if !strings.Contains(record, "k=ed25519") || !ed25519.Verify(public, sum[:], signature) {
			return errors.New("the Ed25519 signature does not hold")
		}
		return nil
	}
	key, err := x509.ParsePKIXPublicKey(public)
	if err != nil {
		return err
	}
	return rsa.VerifyPKCS1v15(key.(*rsa.PublicKey), crypto.SHA256, sum[:], signature)
}

func relaxed(field string) string {
	name, value, _ := strings.Cut(strings.ReplaceAll(field, "\r\n", ""), ":")
	return strings.ToLower(strings.TrimSpace(name)) + ":" + strings.TrimSpace(regexp.MustCompile(`[ \t]+`).ReplaceAllString(value, " "))
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

// The example of RFC 8463, appendix A, holds the verifier itself to the standard.
func TestTheVerifierTakesTheStandardsExample(t *testing.T) {
	dns := map[string]string{"brisbane._domainkey.football.example.com": "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="}
	raw := strings.ReplaceAll(`DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`, "\n", "\r\n")
	if n, err := verify(raw, dns); n != 1 || err != nil {
		t.Errorf("%d signatures, %v", n, err)
	}
}

func TestSignaturesHoldAndChangesBreakThem(t *testing.T) {
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := mailer.NewSigner("Example.org", []string{"r1", " e1"}, append(pemOf(t, rsaKey(t, 2048)), pemOf(t, ed)...))
	if err != nil {
		t.Fatal(err)
	}
	records, err := s.Records()
	if err != nil {
		t.Fatal(err)
	}
	dns := map[string]string{}
	for _, r := range records {
		dns[r.Name] = r.Text
	}
	raw := composed(t, everything())
	signed, err := s.Sign(raw, time.Unix(1_800_000_000, 0))
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
	// What relays may do: fold otherwise, add blanks and empty lines at the end.
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
		if _, err := mailer.NewSigner("example.org", c.selectors, c.keys); err == nil {
			t.Errorf("%s: taken", name)
		} else if strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("%s: the error quotes the file: %v", name, err)
		}
	}
	s, err := mailer.NewSigner("example.org", []string{"a"}, good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign([]byte("Subject: no body"), time.Now()); err == nil {
		t.Error("a letter without a body is signed")
	}
}
