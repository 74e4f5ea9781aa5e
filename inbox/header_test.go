package inbox

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
)

func TestHeader(t *testing.T) {
	l, err := ReadLetter([]byte("Delivered-To: play+t0@example.org\r\nX-Original-To: other@example.org\r\n" +
		"From: Ana <ana@example.com>\r\nTo: Saboteur <play t1@example.org>, \"Bo, B\" <bo@example.com>\r\nCc: play+t2@B\u00fccher.example\r\n" +
		"Message-ID: <a@b>\r\nIn-Reply-To: <c@d>\r\nReferences: <e@f>,<g@h>\r\n <i@j> junk <>\r\n" +
		"Subject: =?utf-8?Q?ol=C3?=\r\n =?utf-8?Q?=A9?= [#42 Saboteur] x\r\nDate: Sat, 21 Nov 2026 10:12:13 +0100\r\n\r\n3 C5\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	wantTo := []string{"play+t0@example.org", "other@example.org", "Saboteur <play t1@example.org", `"Bo`, `B" <bo@example.com`, "play+t2@xn--bcher-kva.example"}
	if !slices.Equal(l.To, wantTo) {
		t.Errorf("To %q", l.To)
	}
	if l.MessageID != "<a@b>" || !slices.Equal(l.InReplyTo, []string{"<c@d>"}) || !slices.Equal(l.References, []string{"<e@f>", "<g@h>", "<i@j>"}) {
		t.Errorf("ids %q %q %q", l.MessageID, l.InReplyTo, l.References)
	}
	if l.East != 3600 {
		t.Errorf("%d seconds east of UTC", l.East)
	}
	if l.SubjectMatch() != 42 {
		t.Errorf("match %d in %q", l.SubjectMatch(), l.Subject)
	}
}

func TestSubject(t *testing.T) {
	for subject, want := range map[string]struct {
		bare  string
		match int64
		words string
	}{
		"3 C5":                              {"3 C5", 0, "3 C5"},
		"Re: 3 C5":                          {"3 C5", 0, "3 C5"},
		"RE: AW: Re[2]: Antw: 3 C5":         {"3 C5", 0, "3 C5"},
		"Re: [#42 Saboteur] Your turn, Ana": {"[#42 Saboteur] Your turn, Ana", 42, ""},
		"\u56de\u590d\uff1a[#42 Saboteur] Your turn": {"[#42 Saboteur] Your turn", 42, ""},
		"Fwd: new saboteur":                          {"new saboteur", 0, ""},
		"WG: Re: new saboteur":                       {"new saboteur", 0, ""},
		"Re: For Fay: [#42 Saboteur] Your turn, Fay": {"[#42 Saboteur] Your turn, Fay", 42, ""},
		"AW: Pour Fay : [#42 Saboteur] À toi, Fay":   {"[#42 Saboteur] À toi, Fay", 42, ""},
		"For Fay: 3 C5":                              {"For Fay: 3 C5", 0, "For Fay: 3 C5"},
		"join #42 amber":                             {"join #42 amber", 42, "join #42 amber"},
		"#7":                                         {"#7", 7, "#7"},
		"a#7":                                        {"a#7", 0, "a#7"},
		"resign":                                     {"resign", 0, "resign"},
		"":                                           {"", 0, ""},
	} {
		l := &reply.Letter{Head: mime.Head{Subject: subject}}
		if got := l.BareSubject(); got != want.bare {
			t.Errorf("%q: bare %q, want %q", subject, got, want.bare)
		}
		if got := l.SubjectMatch(); got != want.match {
			t.Errorf("%q: match %d, want %d", subject, got, want.match)
		}
		if got := strings.Join(l.Words(), ""); got != want.words {
			t.Errorf("%q: words %q, want %q", subject, got, want.words)
		}
	}
	l := &reply.Letter{Head: mime.Head{Subject: "resign"}, Kept: "3 C5\n\nsay hi"}
	if got := l.Words(); !slices.Equal(got, []string{"3 C5", "", "say hi"}) {
		t.Errorf("words %q", got)
	}
}

// KeptHash stays the same however a program wraps the text, adds asterisks or changes capitals, and
// differs as soon as a word differs.
func TestHashes(t *testing.T) {
	read := func(body string) *reply.Letter {
		l, err := ReadLetter(text1(body))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	a, b, c := read("3 C5\r\n\r\n> old\r\n"), read("*3 c5.*\r\n-- \r\nAna"), read("3 C6\r\n")
	if a.KeptHash != b.KeptHash || a.Hash == b.Hash {
		t.Error("the same words give two letters")
	}
	if a.KeptHash == c.KeptHash {
		t.Error("other words give the same letter")
	}
}

// A header that two programs may read differently names no sender here, and a header with a line that is
// no field is never vouched for.
func TestOneHeadOneReading(t *testing.T) {
	const vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n"
	const fields = "From: Ana <ana@example.com>\r\nSubject: x\r\n"
	lf := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
	for name, c := range map[string]struct {
		raw   string
		trust auth.Trust // "" for a letter that is set aside
	}{
		"CRLF":                      {vouched + fields + "\r\n3 C5\n", auth.Proved},
		"LF":                        {lf(vouched+fields) + "\n3 C5\r\n", auth.Proved},
		"no body":                   {vouched + fields, auth.Proved},
		"no end":                    {vouched + strings.TrimSuffix(fields, "\r\n"), auth.Proved},
		"folded":                    {vouched + fields + "X-A: b\r\n\tc\r\n\r\n3 C5", auth.Proved},
		"a sender behind a bare CR": {vouched + "X-A: b\rFrom: ana@example.com\r\r3 C5\r--\r\nFrom: evil@example.com\r\n\r\nx", ""},
		"a bare CR":                 {vouched + fields + "X-A: b\rc\r\n\r\n3 C5", ""},
		"two CR":                    {vouched + fields + "X-A: b\r\r\n\r\n3 C5", ""},
		"CR at the end of LF":       {lf(vouched+fields) + "X-A: b\r\n\n3 C5", ""},
		"a bare LF":                 {vouched + fields + "X-A: b\nFrom: evil@example.com\r\n\r\n3 C5", ""},
		"a blank line in LF":        {vouched + fields + "\nFrom: evil@example.com\r\n\r\n3 C5", ""},
		"NUL":                       {vouched + fields + "X-A: b\x00\r\n\r\n3 C5", ""},
		"a line that is no field":   {vouched + "no field\r\n" + fields + "\r\n3 C5", auth.Unproved},
		"a name with a blank":       {vouched + "X y: z\r\n" + fields + "\r\n3 C5", auth.Unproved},
		"a name with 8 bits":        {vouched + "X\xe9: z\r\n" + fields + "\r\n3 C5", auth.Unproved},
		"a mailbox's line":          {"From ana@example.com Sat Nov 21\r\n" + vouched + fields + "\r\n3 C5", auth.Unproved},
		"a blank start":             {"\r\n" + vouched + fields + "\r\n3 C5", auth.Unproved},
		"a fold at the start":       {" x\r\n" + vouched + fields + "\r\n3 C5", auth.Unproved},
	} {
		l, err := ReadLetter([]byte(c.raw))
		switch {
		case c.trust == "" && (err == nil || l.From != ""):
			t.Errorf("%s: read, from %q", name, l.From)
		case c.trust != "" && (err != nil || trusted(l, "mx.example.org") != c.trust):
			t.Errorf("%s: trust %q, %v", name, trusted(l, "mx.example.org"), err)
		}
	}
}
