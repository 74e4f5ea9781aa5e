package mailer

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
	"slices"
	"strings"
	"time"
)

// signedFields are signed where they stand in a letter. From is named twice, so
// that no second one can be put above it.
var signedFields = []string{"from", "from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
	"list-unsubscribe", "list-unsubscribe-post", "auto-submitted", "mime-version", "content-type", "content-transfer-encoding"}

// Signer puts DKIM signatures (RFC 6376) on letters, one for each of its keys.
type Signer struct {
	domain string
	keys   []signingKey
}

type signingKey struct {
	selector, algorithm string
	key                 crypto.Signer
}

// Record is a DNS record of type TXT, as it is to be published.
type Record struct{ Name, Text string }

// NewSigner reads private keys in PEM (PKCS #8, or PKCS #1 for RSA): RSA of at
// least 1024 bits, or Ed25519. There is a selector for each key, in their order.
// Its errors quote no key.
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
		key.selector = strings.ToLower(strings.TrimSpace(selectors[len(s.keys)]))
		s.keys = append(s.keys, key)
	}
	switch {
	case len(s.keys) == 0:
		return nil, errors.New("the DKIM key file holds no private key in PEM")
	case len(s.keys) < len(selectors):
		return nil, errors.New("there are more DKIM selectors than keys")
	}
	return s, nil
}

func signingKeyOf(block *pem.Block) (signingKey, error) {
	any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		if any, err = x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			return signingKey{}, errors.New("the DKIM key file holds something that is no RSA or Ed25519 key")
		}
	}
	switch key := any.(type) {
	case ed25519.PrivateKey:
		return signingKey{algorithm: "ed25519-sha256", key: key}, nil
	case *rsa.PrivateKey:
		if key.N.BitLen() >= 1024 {
			return signingKey{algorithm: "rsa-sha256", key: key}, nil
		}
		return signingKey{}, errors.New("the DKIM key is an RSA key of less than 1024 bits, which nobody believes")
	}
	return signingKey{}, errors.New("the DKIM key is neither RSA nor Ed25519")
}

// Sign puts the signatures in front of a letter whose lines end in CRLF, as of a
// time.
func (s *Signer) Sign(raw []byte, at time.Time) ([]byte, error) {
	raw = crlf(raw)
	head, body, ok := bytes.Cut(raw, []byte("\r\n\r\n"))
	if !ok {
		return nil, errors.New("a letter without a body cannot be signed")
	}
	fields := unfolded(head)
	sum := sha256.Sum256(relaxedBody(body))
	var out bytes.Buffer
	for _, k := range s.keys {
		field, err := k.sign(s.domain, fields, sum, at)
		if err != nil {
			return nil, fmt.Errorf("DKIM: %w", err)
		}
		out.WriteString(field)
	}
	out.Write(raw)
	return out.Bytes(), nil
}

func (k signingKey) sign(domain string, fields [][2]string, body [32]byte, at time.Time) (string, error) {
	names, signed := chosen(fields)
	field := fmt.Sprintf("DKIM-Signature: v=1; a=%s; c=relaxed/relaxed; d=%s; s=%s;\r\n t=%d; h=%s;\r\n bh=%s;\r\n b=",
		k.algorithm, domain, k.selector, at.Unix(), strings.Join(names, ":\r\n "), base64.StdEncoding.EncodeToString(body[:]))
	signed += "dkim-signature:" + relaxedValue(strings.TrimPrefix(field, "DKIM-Signature:"))
	sum := sha256.Sum256([]byte(signed))
	options := crypto.SignerOpts(crypto.SHA256)
	if k.algorithm == "ed25519-sha256" {
		options = crypto.Hash(0) // RFC 8463: the sum itself is the message
	}
	signature, err := k.key.Sign(rand.Reader, sum[:], options)
	if err != nil {
		return "", err
	}
	text := base64.StdEncoding.EncodeToString(signature)
	for len(text) > 72 {
		field += text[:72] + "\r\n "
		text = text[72:]
	}
	return field + text + "\r\n", nil
}

// chosen are the names to be signed and what is signed of them: of several
// fields of a name the lowest comes first, and one that is not there is nothing.
func chosen(fields [][2]string) (names []string, signed string) {
	for i, name := range signedFields {
		skip := 0
		for _, before := range signedFields[:i] {
			if before == name {
				skip++
			}
		}
		found := ""
		for _, f := range slices.Backward(fields) {
			if f[0] != name {
				continue
			}
			if skip--; skip < 0 {
				found = f[0] + ":" + relaxedValue(f[1]) + "\r\n"
				break
			}
		}
		if found != "" || name == "from" {
			names, signed = append(names, name), signed+found
		}
	}
	return names, signed
}

// unfolded are the fields of a header, names in lower case, in their order.
func unfolded(head []byte) [][2]string {
	var fields [][2]string
	for _, line := range strings.Split(string(head), "\r\n") {
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			if len(fields) > 0 {
				fields[len(fields)-1][1] += line
			}
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		fields = append(fields, [2]string{strings.ToLower(strings.TrimSpace(name)), value})
	}
	return fields
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// relaxedValue makes one blank of any run of them, and none at the ends.
func relaxedValue(s string) string { return strings.Join(strings.FieldsFunc(s, blank), " ") }

// relaxedBody makes one blank of any run of them, drops those at line ends and
// the empty lines at the end.
func relaxedBody(body []byte) []byte {
	var out bytes.Buffer
	empty := 0
	for _, line := range strings.Split(strings.TrimSuffix(string(body), "\r\n"), "\r\n") {
		line = relaxedLine(line)
		if line == "" {
			empty++
			continue
		}
		out.WriteString(strings.Repeat("\r\n", empty) + line + "\r\n")
		empty = 0
	}
	return out.Bytes()
}

func relaxedLine(line string) string {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	text := strings.Join(words, " ")
	if text != "" && (line[0] == ' ' || line[0] == '\t') {
		return " " + text
	}
	return text
}

// Records are what is to be published for the signatures to be believed.
func (s *Signer) Records() ([]Record, error) {
	var list []Record
	for _, k := range s.keys {
		kind, public := "ed25519", []byte(nil)
		switch key := k.key.Public().(type) {
		case ed25519.PublicKey:
			public = key
		case *rsa.PublicKey:
			der, err := x509.MarshalPKIXPublicKey(key)
			if err != nil {
				return nil, fmt.Errorf("DKIM: %w", err)
			}
			kind, public = "rsa", der
		}
		list = append(list, Record{Name: k.selector + "._domainkey." + s.domain,
			Text: "v=DKIM1; k=" + kind + "; p=" + base64.StdEncoding.EncodeToString(public)})
	}
	return list, nil
}
