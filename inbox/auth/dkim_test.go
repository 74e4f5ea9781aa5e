package auth_test

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost/inbox/auth"
	"pitpost/lab"
)

// TestLettersSignedByAnother holds us to letters that another signer made, in every form.
func TestLettersSignedByAnother(t *testing.T) {
	n := lab.NewNameServer(t)
	keys, err := os.ReadFile("testdata/signed/keys.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(keys)), "\n") {
		name, text, _ := strings.Cut(line, " ")
		n.TXT(name, text)
	}
	c := checker(n)
	c.Now = func() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) }
	files, err := filepath.Glob("testdata/signed/*.eml")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if r := c.Check(t.Context(), auth.Mail{Raw: raw, From: "ana@example.com"}); !r.Signed() {
			t.Errorf("%s: %+v", file, r.DKIM)
		}
		for old, other := range map[string]string{"3 C5": "3 C6", "From:  Ana": "From:  Bo", "X-Two: first": "X-Two: third", "Re:": "Re: Re:"} {
			altered := bytes.Replace(raw, []byte(old), []byte(other), 1)
			if bytes.Equal(altered, raw) {
				continue // a letter without words
			}
			if r := c.Check(t.Context(), auth.Mail{Raw: altered, From: "ana@example.com"}); r.Signed() || len(r.DKIM) != 1 {
				t.Errorf("%s, %q altered: %+v", file, old, r.DKIM)
			}
		}
	}
}

// mark is how a test signs.
type mark struct {
	domain, selector string
	key              crypto.Signer
	names            []string // nil for From and Subject
	tags             string   // more of them, each with its semicolon
	hash             crypto.Hash
}

// sign puts a signature of form simple/simple before a letter that ends in one line end.
func (m mark) sign(t *testing.T, raw string) string {
	t.Helper()
	if m.names == nil {
		m.names = []string{"From", "Subject"}
	}
	head, body, _ := strings.Cut(raw, "\r\n\r\n")
	algorithm := "rsa"
	if _, ok := m.key.(ed25519.PrivateKey); ok {
		algorithm = "ed25519"
	}
	hashed, kind := sha256.Sum256([]byte(body)), "sha256"
	sum := hashed[:]
	if m.hash == crypto.SHA1 {
		old := sha1.Sum([]byte(body))
		sum, kind = old[:], "sha1"
	}
	field := fmt.Sprintf("DKIM-Signature: v=1; a=%s-%s; c=simple/simple; d=%s; s=%s; %s\r\n h=%s;\r\n bh=%s; b=",
		algorithm, kind, m.domain, m.selector, m.tags, strings.Join(m.names, ":"), base64.StdEncoding.EncodeToString(sum))
	signed := ""
	for _, name := range m.names {
		for _, line := range slices.Backward(strings.Split(head, "\r\n")) {
			if strings.HasPrefix(line, name+":") {
				signed += line + "\r\n"
				break
			}
		}
	}
	return field + base64.StdEncoding.EncodeToString(m.proof(t, signed+field)) + "\r\n" + raw
}

func (m mark) proof(t *testing.T, signed string) []byte {
	t.Helper()
	hashed := sha256.Sum256([]byte(signed))
	sum, options := hashed[:], crypto.SignerOpts(crypto.SHA256)
	if m.hash == crypto.SHA1 {
		old := sha1.Sum([]byte(signed))
		sum, options = old[:], crypto.SHA1
	}
	if _, ok := m.key.(ed25519.PrivateKey); ok {
		options = crypto.Hash(0)
	}
	proof, err := m.key.Sign(rand.Reader, sum, options)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

const plain = "From: Ana <ana@example.com>\r\nSubject: Re: your turn\r\n\r\n3 C5\r\n"

func rsaKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	t.Setenv("GODEBUG", "rsa1024min=0")
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func publish(t *testing.T, n *lab.NameServer, name string, key crypto.Signer, tags string) {
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

func TestDKIM(t *testing.T) {
	n := lab.NewNameServer(t)
	key, small := rsaKey(t, 2048), rsaKey(t, 512)
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	publish(t, n, "one._domainkey.example.com", key, "")
	publish(t, n, "one._domainkey.mail.example.com", key, "")
	publish(t, n, "one._domainkey.evil.example", key, "")
	publish(t, n, "small._domainkey.example.com", small, "")
	publish(t, n, "edd._domainkey.example.com", edwards, "")
	publish(t, n, "web._domainkey.example.com", key, "s=web; ")
	publish(t, n, "old._domainkey.example.com", key, "h=sha1; ")
	publish(t, n, "strict._domainkey.example.com", key, "t=y:s; ")
	n.TXT("revoked._domainkey.example.com", "v=DKIM1; k=rsa; p=")
	n.TXT("nonsense._domainkey.example.com", "v=DKIM1; k=rsa; p=AAAA")
	n.TXT("other._domainkey.example.com", "v=DKIM2; k=rsa; p=AAAA")
	n.Fails("down._domainkey.example.com")
	usual := mark{domain: "example.com", selector: "one", key: key}
	with := func(change func(*mark)) string { m := usual; change(&m); return m.sign(t, plain) }
	for name, c := range map[string]struct {
		raw  string
		want auth.Outcome // "" for a signature that is not looked at
	}{
		"right":             {usual.sign(t, plain), auth.Pass},
		"Ed25519":           {with(func(m *mark) { m.selector, m.key = "edd", edwards }), auth.Pass},
		"organisation":      {with(func(m *mark) { m.domain = "mail.example.com" }), auth.Pass},
		"another's domain":  {with(func(m *mark) { m.domain = "evil.example" }), ""},
		"not signed":        {plain, ""},
		"another key":       {with(func(m *mark) { m.selector = "small" }), auth.Policy},
		"kinds disagree":    {with(func(m *mark) { m.selector = "edd" }), auth.PermError},
		"revoked":           {with(func(m *mark) { m.selector = "revoked" }), auth.PermError},
		"nonsense":          {with(func(m *mark) { m.selector = "nonsense" }), auth.PermError},
		"another version":   {with(func(m *mark) { m.selector = "other" }), auth.PermError},
		"no key":            {with(func(m *mark) { m.selector = "nobody" }), auth.PermError},
		"server down":       {with(func(m *mark) { m.selector = "down" }), auth.TempError},
		"key for the web":   {with(func(m *mark) { m.selector = "web" }), auth.PermError},
		"key for SHA-1":     {with(func(m *mark) { m.selector = "old" }), auth.PermError},
		"strict identity":   {with(func(m *mark) { m.selector, m.tags = "strict", "i=ana@mail.example.com;" }), auth.PermError},
		"strict, its own":   {with(func(m *mark) { m.selector, m.tags = "strict", "i=@example.com;" }), auth.Pass},
		"identity of other": {with(func(m *mark) { m.tags = "i=ana@evil.example;" }), auth.PermError},
		"identity below":    {with(func(m *mark) { m.tags = "i=ana@mail.example.com;" }), auth.Pass},
		"part of the body":  {with(func(m *mark) { m.tags = "l=6;" }), auth.Policy},
		"none of the body":  {with(func(m *mark) { m.tags = "l=0;" }), auth.Policy},
		"SHA-1":             {with(func(m *mark) { m.hash = crypto.SHA1 }), auth.Policy},
		"512 bits":          {with(func(m *mark) { m.selector, m.key = "small", small }), auth.Policy},
		"From not signed":   {with(func(m *mark) { m.names = []string{"Subject"} }), auth.PermError},
		"expired":           {with(func(m *mark) { m.tags = fmt.Sprintf("x=%d;", noon.Unix()-1) }), auth.Policy},
		"not yet expired":   {with(func(m *mark) { m.tags = fmt.Sprintf("t=%d; x=%d;", noon.Unix()-60, noon.Unix()+60) }), auth.Pass},
		"ends before it is": {with(func(m *mark) { m.tags = fmt.Sprintf("t=%d; x=%d;", noon.Unix()+120, noon.Unix()+60) }), auth.Policy},
		"from the future":   {with(func(m *mark) { m.tags = fmt.Sprintf("t=%d;", noon.Unix()+86400) }), auth.Policy},
		"no time":           {with(func(m *mark) { m.tags = "t=soon;" }), auth.Policy},
		"another place":     {with(func(m *mark) { m.tags = "q=http/well-known;" }), auth.PermError},
		"a tag twice":       {with(func(m *mark) { m.tags = "d=example.com;" }), ""},
		"version 2":         {strings.Replace(usual.sign(t, plain), "v=1;", "v=2;", 1), auth.PermError},
		"unknown form":      {strings.Replace(usual.sign(t, plain), "simple/simple", "simple/none", 1), auth.PermError},
		"no proof":          {usual.sign(t, plain)[:strings.Index(usual.sign(t, plain), " b=")] + "\r\n" + plain, auth.PermError},
		"body altered":      {strings.Replace(usual.sign(t, plain), "3 C5", "1 A1", 1), auth.Fail},
		"line added":        {usual.sign(t, plain) + "resign\r\n", auth.Fail},
		"subject altered":   {strings.Replace(usual.sign(t, plain), "your turn", "a turn", 1), auth.Fail},
		"second From":       {"From: bo@example.com\r\n" + usual.sign(t, plain), auth.PermError},
		"second type":       {"Content-Type: text/html\r\nContent-Type: text/plain\r\n" + usual.sign(t, plain), auth.PermError},
		"bare CR":           {"X-Odd: a\rSubject: b\r\n" + usual.sign(t, plain), ""},
		"bare LF":           {"X-Odd: a\nSubject: b\r\n" + usual.sign(t, plain), ""},
		"NUL":               {"X-Odd: a\x00b\r\n" + usual.sign(t, plain), ""},
		"line feeds alone":  {strings.ReplaceAll(usual.sign(t, plain), "\r\n", "\n"), auth.Pass},
	} {
		r := checker(n).Check(t.Context(), auth.Mail{Raw: []byte(c.raw), From: "ana@example.com"})
		if c.want == "" && len(r.DKIM) > 0 || c.want != "" && (len(r.DKIM) != 1 || r.DKIM[0].Outcome != c.want) {
			t.Errorf("%s: %+v, want %q", name, r.DKIM, c.want)
		}
		if r.Signed() != (c.want == auth.Pass) {
			t.Errorf("%s: signed is %v", name, r.Signed())
		}
	}
}

// TestFiftySignatures: five are checked at most, of whoever the letter says it is from.
func TestFiftySignatures(t *testing.T) {
	n := lab.NewNameServer(t)
	key := rsaKey(t, 2048)
	publish(t, n, "one._domainkey.example.com", key, "")
	raw := mark{domain: "example.com", selector: "one", key: key}.sign(t, plain)
	for i := range 50 {
		foreign := mark{domain: fmt.Sprintf("d%d.example.net", i), selector: "one", key: key}.sign(t, plain)
		raw = foreign[:len(foreign)-len(plain)] + raw
	}
	c := checker(n)
	if r := c.Check(t.Context(), auth.Mail{Raw: []byte(raw), From: "ana@example.com"}); len(r.DKIM) != 1 || !r.Signed() {
		t.Errorf("signatures of others: %+v", r.DKIM)
	}
	if asked := n.Asked("one._domainkey.d7.example.net"); asked != 0 {
		t.Errorf("the key of another was asked for %d times", asked)
	}
	for i := range 50 {
		bad := mark{domain: "example.com", selector: fmt.Sprintf("no%d", i), key: key}.sign(t, plain)
		raw = bad[:len(bad)-len(plain)] + raw
	}
	if r := c.Check(t.Context(), auth.Mail{Raw: []byte(raw), From: "ana@example.com"}); len(r.DKIM) != 5 || r.Signed() {
		t.Errorf("%d were checked", len(r.DKIM))
	}
}
