package auth

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"slices"
	"strings"
)

const (
	signaturesMost = 5    // checked of one letter
	bitsLeast      = 1024 // of an RSA key
	bitsMost       = 8192
)

// Signature is what came of one signature.
type Signature struct {
	Domain, Selector string
	Outcome          Outcome
	Why              string // "" for a pass
}

// dkim checks the signatures of the organisation that a letter says it is from, the topmost
// first.
func (c *Checker) dkim(ctx context.Context, raw []byte, from string) []Signature {
	l, broken := split(raw)
	var list []Signature
	sums := map[bool][]byte{}
	for _, f := range l.fields {
		if f.name != "dkim-signature" || len(list) == signaturesMost {
			continue
		}
		s, out, why := readSignature(f, c.now())
		if !Aligned(s.domain, from) {
			continue
		}
		if broken != nil && out == "" {
			out, why = PermError, broken.Error()
		}
		if out == "" {
			if sums[s.relaxBody] == nil {
				sums[s.relaxBody] = bodyHash(l.body, s.relaxBody)
			}
			out, why = c.verify(ctx, s, l, sums[s.relaxBody])
		}
		list = append(list, Signature{Domain: s.domain, Selector: s.selector, Outcome: out, Why: why})
	}
	return list
}

func (c *Checker) verify(ctx context.Context, s signature, l letter, body []byte) (Outcome, string) {
	if subtle.ConstantTimeCompare(body, s.sum) != 1 {
		return Fail, "the body was altered"
	}
	texts, err := c.texts(ctx, s.selector+"._domainkey."+s.domain)
	if err != nil {
		return TempError, "the key cannot be had for now"
	}
	if len(texts) == 0 {
		return PermError, "no key"
	}
	out, why := PermError, "no key of a form we know"
	for _, text := range texts[:min(len(texts), 4)] {
		key, ok := readKey(text, s)
		if !ok {
			continue
		}
		if out, why = s.proves(key, l); out == Pass {
			break
		}
	}
	return out, why
}

// readKey reads a key record that may be used for a signature.
func readKey(text string, s signature) (crypto.PublicKey, bool) {
	t, err := parseTags(text)
	if err != nil || t["v"] != "" && (t["v"] != "DKIM1" || !strings.HasPrefix(strings.TrimSpace(text), "v")) {
		return nil, false
	}
	kind, _, _ := strings.Cut(s.algorithm, "-")
	switch {
	case t["k"] == "" && kind != "rsa", t["k"] != "" && strings.ToLower(t["k"]) != kind,
		t["h"] != "" && !slices.Contains(t.list("h"), "sha256"),
		t["s"] != "" && !slices.Contains(t.list("s"), "*") && !slices.Contains(t.list("s"), "email"),
		slices.Contains(t.list("t"), "s") && s.identity != s.domain:
		return nil, false
	}
	der, err := t.bytes("p")
	if err != nil || len(der) == 0 { // an empty one was revoked
		return nil, false
	}
	if kind == "ed25519" {
		return ed25519.PublicKey(der), len(der) == ed25519.PublicKeySize
	}
	if key, err := x509.ParsePKCS1PublicKey(der); err == nil {
		return key, true
	}
	any, err := x509.ParsePKIXPublicKey(der)
	key, ok := any.(*rsa.PublicKey)
	return key, err == nil && ok
}

func (s signature) proves(key crypto.PublicKey, l letter) (Outcome, string) {
	sum := sha256.Sum256([]byte(s.head(l)))
	switch key := key.(type) {
	case ed25519.PublicKey:
		if ed25519.Verify(key, sum[:], s.proof) { // RFC 8463: the sum itself is the message
			return Pass, ""
		}
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits < bitsLeast || bits > bitsMost {
			return Policy, "a key of a size that is not trusted"
		}
		if rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], s.proof) == nil {
			return Pass, ""
		}
	}
	return Fail, "the signature is not of that key"
}

// head is what was signed: of several fields of a name the lowest first, at last the
// signature's own field with its proof left out.
func (s signature) head(l letter) string {
	var out strings.Builder
	used := map[string]int{}
	for _, name := range s.signed {
		skip := used[name]
		used[name]++
		for _, f := range slices.Backward(l.fields) {
			if f.name != name {
				continue
			}
			if skip--; skip < 0 {
				out.WriteString(s.canonical(f) + "\r\n")
				break
			}
		}
	}
	out.WriteString(s.canonical(withoutProof(s.field)))
	return out.String()
}

func (s signature) canonical(f field) string {
	if s.relaxedHead {
		return relaxedField(f)
	}
	return f.raw
}

func withoutProof(f field) field {
	name, value, _ := strings.Cut(f.raw, ":")
	parts := strings.Split(value, ";")
	for i, part := range parts {
		if key, _, ok := strings.Cut(part, "="); ok && strings.TrimSpace(key) == "b" {
			parts[i] = key + "="
		}
	}
	return field{name: f.name, raw: name + ":" + strings.Join(parts, ";")}
}
