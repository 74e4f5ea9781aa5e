package inbox

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"testing"
	"time"

	"pitpost.example/lab"
	"pitpost.example/mailer/send"
)

// newTestSigner returns a function that signs letters for a domain, whose key the name server publishes.
func newTestSigner(t *testing.T, n *lab.NameServer, domain string) func(raw string, at time.Time) string {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	s, err := send.NewSigner(domain, []string{"one"}, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	if err != nil {
		t.Fatal(err)
	}
	records := s.Records()
	for _, r := range records {
		n.TXT(r.Name, r.Text)
	}
	return func(raw string, at time.Time) string {
		t.Helper()
		var signed []byte
		lab.AsOf(t, at, func(t *testing.T) {
			if signed, err = s.Sign([]byte(raw)); err != nil {
				t.Fatal(err)
			}
		})
		return string(signed)
	}
}
