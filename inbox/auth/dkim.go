package auth

import (
	"bytes"
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"pitpost.example/inbox/mime"
)

const (
	signaturesMost = 5    // signatures checked of one letter
	namesSigned    = 200  // names of fields in one signature; real ones have fewer
	bitsLeast      = 1024 // bits of an RSA key
	bitsMost       = 8192
)

// Signature is the result of checking one signature.
type Signature struct {
	Domain, Selector string
	Result           Result
}

// dkim checks the signatures of the organisation that the letter says it is from, topmost first. Signatures
// of others are skipped and cost nothing.
func (c *Checker) dkim(ctx context.Context, raw []byte, from string) []Signature {
	l, broken := split(raw)
	var list []Signature
	for i, f := range l.fields {
		if f.Name != "dkim-signature" || len(list) == signaturesMost {
			continue
		}
		t, err := parseTags(f.Value())
		s := Signature{Domain: ascii(t["d"]), Selector: ascii(t["s"])}
		if err != nil || !SameOrganisation(s.Domain, from) {
			continue
		}
		if s.Result = distrusted(t, c.Now()); broken != nil {
			s.Result = PermError
		}
		if s.Result == "" {
			s.Result = c.verify(ctx, s, t, l.with(i))
		}
		list = append(list, s)
	}
	return list
}

// verify checks the topmost signature of a letter. It adds what the library leaves out: limits on the size of
// an RSA key, and that a key with the flag s only signs for exactly its own domain (RFC 6376, 3.6.1).
func (c *Checker) verify(ctx context.Context, s Signature, t tags, letter io.Reader) (out Result) {
	strict := false
	key := func(string) ([]string, error) {
		texts, err := c.texts(ctx, s.Selector+"._domainkey."+s.Domain)
		if err != nil {
			out = TempError // the key cannot be fetched at present
			return nil, err
		}
		if len(texts) == 1 { // the library refuses several records
			record, _ := parseTags(texts[0])
			if bits := rsaBits(record); bits != 0 && (bits < bitsLeast || bits > bitsMost) {
				out = Policy
				return nil, nil
			}
			strict = slices.Contains(strings.Split(strings.ToLower(unfolded(record["t"])), ":"), "s")
		}
		return texts, nil
	}
	list, _ := dkim.VerifyWithOptions(letter, &dkim.VerifyOptions{LookupTXT: key, MaxVerifications: 1})
	switch {
	case out != "":
		return out
	case len(list) != 1, dkim.IsPermFail(list[0].Err):
		return PermError
	case list[0].Err != nil:
		return Fail
	case strict && t["i"] != "" && domainOf(t["i"]) != s.Domain:
		return PermError
	}
	return Pass
}

// with returns the letter with one field moved to the top. The library, told to check one signature, then
// checks that one and still sees the others.
func (l letter) with(top int) io.Reader {
	head := slices.Clone(l.fields[top].Raw)
	for i, f := range l.fields {
		if i != top {
			head = append(head, f.Raw...)
		}
	}
	return io.MultiReader(bytes.NewReader(append(head, "\r\n"...)), bytes.NewReader(l.body))
}

// rsaBits returns the size of the RSA key in a record, 0 if it has none.
func rsaBits(record tags) int {
	der, _ := base64.StdEncoding.DecodeString(unfolded(record["p"]))
	if key, err := x509.ParsePKCS1PublicKey(der); err == nil {
		return key.N.BitLen()
	}
	parsed, _ := x509.ParsePKIXPublicKey(der)
	if key, ok := parsed.(*rsa.PublicKey); ok {
		return key.N.BitLen()
	}
	return 0
}

// letter is a mail split into raw fields and body, as DKIM hashes them.
type letter struct {
	fields []mime.RawField
	body   []byte
}

const headMost = 256 << 10

var errShape = errors.New("not a letter that all programs read alike")

// split splits a mail. If it has only LF line ends, programs that passed it on removed the CRs, so they are
// put back. A header with both kinds is refused.
func split(raw []byte) (letter, error) {
	if !bytes.Contains(raw[:min(len(raw), headMost)], []byte("\r\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	}
	head, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	bare := bytes.ReplaceAll(head, []byte("\r\n"), nil)
	if len(head) > headMost || bytes.ContainsAny(bare, "\r\n\x00") {
		return letter{}, errShape
	}
	l := letter{body: body}
	l.fields = slices.Collect(mime.RawFields(slices.Concat(head, []byte("\r\n"))))
	var names []string
	for _, f := range l.fields {
		if f.Name == "" {
			return letter{}, errShape
		}
		names = append(names, f.Name)
	}
	if mime.RepeatsField(names) {
		return l, errShape
	}
	return l, nil
}

// tags holds name=value pairs separated by semicolons, as in DKIM and DMARC records. A name that occurs twice
// makes them invalid.
type tags map[string]string

func parseTags(text string) (tags, error) {
	t := tags{}
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); name == "" && !ok {
			continue
		}
		if _, twice := t[name]; twice || !ok || name == "" {
			return nil, errors.New("broken tags")
		}
		t[name] = strings.TrimSpace(value)
	}
	return t, nil
}

// unfolded returns a value without the blanks from folding.
func unfolded(s string) string { return strings.Join(strings.Fields(s), "") }

// distrusted returns a result for a signature that we do not believe even if it is valid, otherwise "". It
// refuses algorithms such as SHA-1, signatures over a part of the body, and expired ones. It also refuses
// more field names than anybody uses, because each costs a search of the header.
func distrusted(t tags, now time.Time) Result {
	_, partial := t["l"]
	algorithm := unfolded(t["a"])
	switch {
	case algorithm != "" && algorithm != "rsa-sha256" && algorithm != "ed25519-sha256", partial:
		return Policy
	case strings.Count(t["h"], ":") >= namesSigned:
		return PermError
	case outOfTime(t, now):
		return Policy
	}
	return ""
}

// slack is how far another machine's clock may be ahead.
const slack = 10 * time.Minute

// outOfTime reports whether a signature has expired, is from the future, or has times that cannot be read.
func outOfTime(t tags, now time.Time) bool {
	made, ends := now, now
	for name, at := range map[string]*time.Time{"t": &made, "x": &ends} {
		if t[name] == "" {
			continue
		}
		seconds, err := strconv.ParseInt(t[name], 10, 64)
		if err != nil || seconds < 0 {
			return true
		}
		*at = time.Unix(seconds, 0)
	}
	return now.After(ends) || ends.Before(made) && t["t"] != "" && t["x"] != "" || made.After(now.Add(slack))
}
