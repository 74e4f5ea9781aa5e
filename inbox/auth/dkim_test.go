package auth_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/auth"
	"pitpost.example/lab"
)

// The letters in testdata/signed were signed by another program, in every form. All must pass, and none after
// a change.
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
				continue // the letter has no words to alter
			}
			if r := c.Check(t.Context(), auth.Mail{Raw: altered, From: "ana@example.com"}); r.Signed() || len(r.DKIM) != 1 {
				t.Errorf("%s, %q altered: %+v", file, old, r.DKIM)
			}
		}
	}
}

const plain = "From: Ana <ana@example.com>\r\nSubject: Re: your turn\r\n\r\n3 C5\r\n"

func TestDKIM(t *testing.T) {
	n := lab.NewNameServer(t)
	key, small := lab.RSAKey(t, 2048), lab.RSAKey(t, 512)
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	n.DKIM(t, "one._domainkey.example.com", key, "")
	n.DKIM(t, "one._domainkey.mail.example.com", key, "")
	n.DKIM(t, "one._domainkey.evil.example", key, "")
	n.DKIM(t, "small._domainkey.example.com", small, "")
	n.DKIM(t, "edd._domainkey.example.com", edwards, "")
	n.DKIM(t, "web._domainkey.example.com", key, "s=web; ")
	n.DKIM(t, "old._domainkey.example.com", key, "h=sha1; ")
	n.DKIM(t, "strict._domainkey.example.com", key, "t=y:s; ")
	n.TXT("revoked._domainkey.example.com", "v=DKIM1; k=rsa; p=")
	n.TXT("nonsense._domainkey.example.com", "v=DKIM1; k=rsa; p=AAAA")
	n.TXT("other._domainkey.example.com", "v=DKIM2; k=rsa; p=AAAA")
	huge, err := x509.MarshalPKIXPublicKey(&rsa.PublicKey{N: new(big.Int).SetBit(big.NewInt(1), 8192, 1), E: 65537})
	if err != nil {
		t.Fatal(err)
	}
	n.TXT("huge._domainkey.example.com", "v=DKIM1; k=rsa; p="+base64.StdEncoding.EncodeToString(huge))
	n.TXT("two._domainkey.example.com", "v=DKIM1; k=rsa; p=AAAA", "v=DKIM1; k=rsa; p=BBBB")
	n.Fails("down._domainkey.example.com")
	usual := lab.DKIM{Domain: "example.com", Selector: "one", Key: key}
	with := func(change func(*lab.DKIM)) string { m := usual; change(&m); return m.Sign(t, plain) }
	for name, c := range map[string]struct {
		raw  string
		want auth.Result // "" if the signature is not checked
	}{
		"right":             {usual.Sign(t, plain), auth.Pass},
		"Ed25519":           {with(func(m *lab.DKIM) { m.Selector, m.Key = "edd", edwards }), auth.Pass},
		"organisation":      {with(func(m *lab.DKIM) { m.Domain = "mail.example.com" }), auth.Pass},
		"another's domain":  {with(func(m *lab.DKIM) { m.Domain = "evil.example" }), ""},
		"not signed":        {plain, ""},
		"another key":       {with(func(m *lab.DKIM) { m.Selector = "small" }), auth.Policy},
		"kinds disagree":    {with(func(m *lab.DKIM) { m.Selector = "edd" }), auth.PermError},
		"revoked":           {with(func(m *lab.DKIM) { m.Selector = "revoked" }), auth.PermError},
		"nonsense":          {with(func(m *lab.DKIM) { m.Selector = "nonsense" }), auth.PermError},
		"another version":   {with(func(m *lab.DKIM) { m.Selector = "other" }), auth.PermError},
		"no key":            {with(func(m *lab.DKIM) { m.Selector = "nobody" }), auth.PermError},
		"server down":       {with(func(m *lab.DKIM) { m.Selector = "down" }), auth.TempError},
		"key for the web":   {with(func(m *lab.DKIM) { m.Selector = "web" }), auth.PermError},
		"key for SHA-1":     {with(func(m *lab.DKIM) { m.Selector = "old" }), auth.PermError},
		"strict identity":   {with(func(m *lab.DKIM) { m.Selector, m.Tags = "strict", "i=ana@mail.example.com;" }), auth.PermError},
		"strict, its own":   {with(func(m *lab.DKIM) { m.Selector, m.Tags = "strict", "i=@example.com;" }), auth.Pass},
		"identity of other": {with(func(m *lab.DKIM) { m.Tags = "i=ana@evil.example;" }), auth.PermError},
		"identity below":    {with(func(m *lab.DKIM) { m.Tags = "i=ana@mail.example.com;" }), auth.Pass},
		"part of the body":  {with(func(m *lab.DKIM) { m.Tags = "l=6;" }), auth.Policy},
		"none of the body":  {with(func(m *lab.DKIM) { m.Tags = "l=0;" }), auth.Policy},
		"SHA-1":             {with(func(m *lab.DKIM) { m.Old, m.New = "rsa-sha256", "rsa-sha1" }), auth.Policy},
		"512 bits":          {with(func(m *lab.DKIM) { m.Selector, m.Key = "small", small }), auth.Policy},
		"8193 bits":         {with(func(m *lab.DKIM) { m.Selector = "huge" }), auth.Policy},
		"two keys":          {with(func(m *lab.DKIM) { m.Selector = "two" }), auth.PermError},
		"From not signed":   {with(func(m *lab.DKIM) { m.Old, m.New = "h=From:", "h=" }), auth.PermError},
		"expired":           {with(func(m *lab.DKIM) { m.Tags = fmt.Sprintf("x=%d;", noon.Unix()-1) }), auth.Policy},
		"not yet expired":   {with(func(m *lab.DKIM) { m.At, m.Tags = noon.Add(-time.Minute), fmt.Sprintf("x=%d;", noon.Unix()+60) }), auth.Pass},
		"ends before it is": {with(func(m *lab.DKIM) { m.At, m.Tags = noon.Add(2*time.Minute), fmt.Sprintf("x=%d;", noon.Unix()+60) }), auth.Policy},
		"from the future":   {with(func(m *lab.DKIM) { m.At = noon.Add(24 * time.Hour) }), auth.Policy},
		"no time":           {with(func(m *lab.DKIM) { m.Old, m.New = " t=", " t=soon" }), auth.Policy},
		"another place":     {with(func(m *lab.DKIM) { m.Tags = "q=http/well-known;" }), auth.PermError},
		"a tag twice":       {with(func(m *lab.DKIM) { m.Tags = "d=example.com;" }), ""},
		"version 2":         {strings.Replace(usual.Sign(t, plain), "v=1;", "v=2;", 1), auth.PermError},
		"unknown form":      {strings.Replace(usual.Sign(t, plain), "simple/simple", "simple/none", 1), auth.PermError},
		"no proof":          {with(func(m *lab.DKIM) { m.Old, m.New = "\r\n b=", "\r\n z=" }), auth.PermError},
		"body altered":      {strings.Replace(usual.Sign(t, plain), "3 C5", "1 A1", 1), auth.Fail},
		"line added":        {usual.Sign(t, plain) + "resign\r\n", auth.Fail},
		"subject altered":   {strings.Replace(usual.Sign(t, plain), "your turn", "a turn", 1), auth.Fail},
		"second From":       {"From: bo@example.com\r\n" + usual.Sign(t, plain), auth.PermError},
		"second type":       {"Content-Type: text/html\r\nContent-Type: text/plain\r\n" + usual.Sign(t, plain), auth.PermError},
		"bare CR":           {"X-Odd: a\rSubject: b\r\n" + usual.Sign(t, plain), ""},
		"bare LF":           {"X-Odd: a\nSubject: b\r\n" + usual.Sign(t, plain), ""},
		"NUL":               {"X-Odd: a\x00b\r\n" + usual.Sign(t, plain), ""},
		"line feeds alone":  {strings.ReplaceAll(usual.Sign(t, plain), "\r\n", "\n"), auth.Pass},
	} {
		r := checker(n).Check(t.Context(), auth.Mail{Raw: []byte(c.raw), From: "ana@example.com"})
		if c.want == "" && len(r.DKIM) > 0 || c.want != "" && (len(r.DKIM) != 1 || r.DKIM[0].Result != c.want) {
			t.Errorf("%s: %+v, want %q", name, r.DKIM, c.want)
		}
		if r.Signed() != (c.want == auth.Pass) {
			t.Errorf("%s: signed is %v", name, r.Signed())
		}
	}
}

// TestTheStandardsExample checks the example of RFC 8463, appendix A.
func TestTheStandardsExample(t *testing.T) {
	n := lab.NewNameServer(t)
	n.TXT("brisbane._domainkey.football.example.com", "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
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
	if r := checker(n).Check(t.Context(), auth.Mail{Raw: []byte(raw), From: "joe@football.example.com"}); !r.Signed() {
		t.Errorf("%+v", r.DKIM)
	}
}

// TestFiftySignatures checks that at most five signatures are checked, all of the organisation in From.
func TestFiftySignatures(t *testing.T) {
	n := lab.NewNameServer(t)
	key := lab.RSAKey(t, 2048)
	n.DKIM(t, "one._domainkey.example.com", key, "")
	raw := lab.DKIM{Domain: "example.com", Selector: "one", Key: key}.Sign(t, plain)
	for i := range 50 {
		foreign := lab.DKIM{Domain: fmt.Sprintf("d%d.example.net", i), Selector: "one", Key: key}.Sign(t, plain)
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
		bad := lab.DKIM{Domain: "example.com", Selector: fmt.Sprintf("no%d", i), Key: key}.Sign(t, plain)
		raw = bad[:len(bad)-len(plain)] + raw
	}
	if r := c.Check(t.Context(), auth.Mail{Raw: []byte(raw), From: "ana@example.com"}); len(r.DKIM) != 5 || r.Signed() {
		t.Errorf("%d were checked", len(r.DKIM))
	}
}
