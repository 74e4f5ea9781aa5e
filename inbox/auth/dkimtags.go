package auth

import (
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tags are name=value pairs parted by semicolons, as in DKIM and DMARC; a name that comes
// twice makes them worthless.
type tags map[string]string

var errTags = errors.New("broken tags")

func parseTags(text string) (tags, error) {
	t := tags{}
	for _, part := range strings.Split(text, ";") {
		name, value, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); name == "" && !ok {
			continue
		}
		if _, twice := t[name]; twice || !ok || name == "" {
			return nil, errTags
		}
		t[name] = strings.TrimSpace(value)
	}
	return t, nil
}

// list is a value parted by colons, in lower case and without blanks.
func (t tags) list(name string) []string {
	return strings.Split(strings.ToLower(closed(t[name])), ":")
}

// closed is a value without the blanks that folding put in.
func closed(s string) string { return strings.Join(strings.Fields(s), "") }

func (t tags) bytes(name string) ([]byte, error) {
	return base64.StdEncoding.DecodeString(closed(t[name]))
}

// signature is a DKIM-Signature field, read.
type signature struct {
	field                  field
	algorithm              string // rsa-sha256 or ed25519-sha256
	domain, selector       string
	identity               string // the domain of i=
	signed                 []string
	sum, proof             []byte
	relaxedHead, relaxBody bool
}

// readSignature reads a field and refuses, by its outcome, what we do not trust: a part of
// the body left out, SHA-1, a sender that is not signed, a time that is over.
func readSignature(f field, now time.Time) (signature, Outcome, string) {
	t, err := parseTags(f.value())
	if err != nil {
		return signature{}, PermError, "broken tags"
	}
	s := signature{field: f, algorithm: strings.ToLower(t["a"]), domain: ascii(t["d"]), selector: ascii(t["s"]), signed: t.list("h")}
	var errSum, errProof error
	s.sum, errSum = t.bytes("bh")
	s.proof, errProof = t.bytes("b")
	head, body, _ := strings.Cut(strings.ToLower(closed(t["c"])), "/")
	s.relaxedHead, s.relaxBody = head == "relaxed", body == "relaxed"
	if s.identity = s.domain; t["i"] != "" {
		s.identity = domainOf(t["i"])
	}
	_, partial := t["l"]
	switch {
	case t["v"] != "1" || errSum != nil || errProof != nil || len(s.proof) == 0 || !whole(s.domain) || s.selector == "":
		return s, PermError, "a signature that is not whole"
	case head != "" && head != "simple" && head != "relaxed" || body != "" && body != "simple" && body != "relaxed":
		return s, PermError, "an unknown form"
	case s.identity != s.domain && !strings.HasSuffix(s.identity, "."+s.domain):
		return s, PermError, "for somebody of another domain"
	case t["q"] != "" && !slices.Contains(t.list("q"), "dns/txt"):
		return s, PermError, "a key that is not in the DNS"
	case s.algorithm != "rsa-sha256" && s.algorithm != "ed25519-sha256":
		return s, Policy, "an algorithm that is not trusted"
	case len(s.signed) > namesSigned:
		return s, PermError, "too many names"
	case partial:
		return s, Policy, "not all of the body is signed"
	case !slices.Contains(s.signed, "from"):
		return s, PermError, "the sender is not signed"
	}
	if why := outOfTime(t, now); why != "" {
		return s, Policy, why
	}
	return s, "", ""
}

// namesSigned is how many fields a signature may name, more than anybody's has.
const namesSigned = 200

// slack is how far another clock may be ahead.
const slack = 10 * time.Minute

func outOfTime(t tags, now time.Time) string {
	made, ends := now, now
	for name, at := range map[string]*time.Time{"t": &made, "x": &ends} {
		if t[name] == "" {
			continue
		}
		seconds, err := strconv.ParseInt(t[name], 10, 64)
		if err != nil || seconds < 0 {
			return "a broken time"
		}
		*at = time.Unix(seconds, 0)
	}
	switch {
	case t["x"] != "" && (now.After(ends) || ends.Before(made) && t["t"] != ""):
		return "expired"
	case made.After(now.Add(slack)):
		return "from the future"
	}
	return ""
}
