package send

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
)

// signedFields are the fields to sign if a letter has them. Signing From twice prevents that somebody adds a
// second From.
var signedFields = []string{"from", "from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
	"list-id", "list-unsubscribe", "list-unsubscribe-post", "auto-submitted", "mime-version", "content-type", "content-transfer-encoding"}

// Signer adds DKIM signatures (RFC 6376) to letters, one for each of its keys.
type Signer struct {
	domain string
	keys   []signingKey
}

type signingKey struct {
	selector string
	key      crypto.Signer
}

// Record is a DNS record of type TXT to publish.
type Record struct{ Name, Text string }

// NewSigner parses private keys in PEM (PKCS #8, or PKCS #1 for RSA): RSA of at least 1024 bits, or Ed25519.
// selectors has one selector for each key, in the same order. Errors never contain a key.
func NewSigner(domain string, selectors []string, keys []byte) (*Signer, error) {
	s := &Signer{domain: strings.ToLower(domain)}
	for rest := keys; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		key, err := signingKeyOf(block)
		if err != nil {
			return nil, err
		}
		if len(s.keys) == len(selectors) {
			return nil, errors.New("there are more DKIM keys than selectors")
		}
		s.keys = append(s.keys, signingKey{strings.ToLower(strings.TrimSpace(selectors[len(s.keys)])), key})
	}
	switch {
	case len(s.keys) == 0:
		return nil, errors.New("the DKIM key file holds no private key in PEM")
	case len(s.keys) < len(selectors):
		return nil, errors.New("there are more DKIM selectors than keys")
	}
	return s, nil
}

func signingKeyOf(block *pem.Block) (crypto.Signer, error) {
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		if parsed, err = x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			return nil, errors.New("the DKIM key file holds something that is no RSA or Ed25519 key")
		}
	}
	switch key := parsed.(type) {
	case ed25519.PrivateKey:
		return key, nil
	case *rsa.PrivateKey:
		if key.N.BitLen() >= 1024 {
			return key, nil
		}
		return nil, errors.New("the DKIM key is an RSA key of less than 1024 bits, which nobody believes")
	}
	return nil, errors.New("the DKIM key is neither RSA nor Ed25519")
}

// Sign returns the letter with the signatures in front, dated now. Line ends become CRLF; nothing else
// changes.
func (s *Signer) Sign(raw []byte) ([]byte, error) {
	raw = crlf(raw)
	head, _, ok := bytes.Cut(raw, []byte("\r\n\r\n"))
	if !ok {
		return nil, errors.New("a letter without a body cannot be signed")
	}
	var out bytes.Buffer
	names := fieldsToSign(head)
	for _, k := range s.keys {
		w, err := dkim.NewSigner(&dkim.SignOptions{Domain: s.domain, Selector: k.selector, Signer: k.key, HeaderKeys: names,
			HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
		if err != nil {
			return nil, err
		}
		_, err = w.Write(raw)
		if err := errors.Join(err, w.Close()); err != nil {
			return nil, fmt.Errorf("DKIM: %w", err)
		}
		out.WriteString(w.Signature())
	}
	out.Write(raw)
	return out.Bytes(), nil
}

// fieldsToSign returns those of signedFields that the header has, and From twice.
func fieldsToSign(head []byte) []string {
	has := map[string]bool{"from": true}
	for line := range strings.SplitSeq(string(head), "\r\n") {
		name, _, _ := strings.Cut(line, ":")
		has[strings.ToLower(name)] = true
	}
	return slices.DeleteFunc(slices.Clone(signedFields), func(name string) bool { return !has[name] })
}

// Records returns the DNS records to publish, so that receivers can check the signatures.
func (s *Signer) Records() (list []Record) {
	for _, k := range s.keys {
		kind, public := "ed25519", []byte(nil)
		switch key := k.key.Public().(type) {
		case ed25519.PublicKey:
			public = key
		case *rsa.PublicKey:
			kind = "rsa"
			public, _ = x509.MarshalPKIXPublicKey(key) // cannot fail for a key of RSA
		}
		list = append(list, Record{Name: k.selector + "._domainkey." + s.domain,
			Text: "v=DKIM1; k=" + kind + "; p=" + base64.StdEncoding.EncodeToString(public)})
	}
	return list
}
