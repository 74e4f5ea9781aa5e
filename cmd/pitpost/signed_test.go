package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
	"pitpost.example/lab"
)

// keyFile returns a file with an RSA and an Ed25519 key, as docs/outgoing.md describes.
func keyFile(t *testing.T) string {
	t.Helper()
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, short, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, key := range []any{long, short} {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		if err := pem.Encode(&text, &pem.Block{Type: "PRIVATE KEY", Bytes: der}); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// Both signatures of a house's letters are valid where they arrive, behind a real mail server, with the DNS records
// that the house tells its operator to publish. They are checked with the house's own code for incoming letters.
func TestBothSignaturesHoldWhereALetterArrives(t *testing.T) {
	t.Parallel()
	d := lab.StartDovecot(t)
	p := lab.StartPostfix(t, d.LMTPAddr, "north.test", "example.org")
	box := openMailbox(t, d, "ana@example.org")
	n := newNeighbour(t, d, p, "north.test", func(s *settings.Settings) { s.DKIMSelector, s.DKIMKeyFile = "r,e", keyFile(t) })
	signer, err := n.Stores.Settings.Signer()
	if err != nil {
		t.Fatal(err)
	}
	records := signer.Records()
	names := lab.NewNameServer(t)
	for _, r := range records {
		names.TXT(r.Name, r.Text)
	}
	names.TXT("_dmarc.north.test", "v=DMARC1; p=reject; adkim=s")
	if said, err := n.Stores.House.OpenMatchFor(t.Context(), "ana@example.org", "Ana", "new practice saboteur seats=3", time.Now()); err != nil || !said.Done {
		t.Fatalf("%v %+v", err, said)
	}
	want := n.sent("ana@example.org")
	checker, came := &auth.Checker{DNS: auth.ResolverAt(names.Addr), Now: time.Now}, 0
	for end := time.Now().Add(2 * time.Minute); came < want; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d of %d letters came", came, want)
		}
		for _, l := range box.look(t) {
			came++
			r := checker.Check(t.Context(), auth.Mail{Raw: l.raw, From: "play@north.test"})
			if len(r.DKIM) != 2 || r.DKIM[0].Result != auth.Pass || r.DKIM[1].Result != auth.Pass || r.DMARC != auth.Pass {
				t.Errorf("%s: %+v", l.subject, r)
			}
			spoilt := bytes.Replace(l.raw, []byte("Subject: "), []byte("Subject: not "), 1)
			if r := checker.Check(t.Context(), auth.Mail{Raw: spoilt, From: "play@north.test"}); r.Signed() || r.DMARC == auth.Pass {
				t.Errorf("a changed letter passes: %+v", r)
			}
		}
	}
	if want == 0 {
		t.Error("no letter left")
	}
}
