package mime

import (
	"strings"
	"testing"
)

func TestSender(t *testing.T) {
	for from, want := range map[string]string{
		"ana@example.com":                             "ana@example.com",
		"Ana <ana@EXAMPLE.com>":                       "ana@example.com",
		"Ana.P@example.com":                           "Ana.P@example.com",
		`"Perez, Ana" <ana@example.com>`:              "ana@example.com",
		`"bo@example.com" <ana@example.com>`:          "ana@example.com",
		"=?utf-8?Q?bo=40example=2Ecom?= <ana@x.test>": "ana@x.test",
		"ana@example.com (Bo <bo@example.com>)":       "ana@example.com",
		"ana@B\u00fccher.example":                     "ana@xn--bcher-kva.example",
		"ana@example.com, bo@example.com":             "",
		"dwarves: ana@example.com;":                   "",
		`"a@b"@evil.example`:                          "",
		`"ana bo"@example.com`:                        "",
		"P\xe9rez <ana@example.com>":                  "ana@example.com",
		"ana@example\x00.com":                         "",
		"ana":                                         "",
		"":                                            "",
		"<>":                                          "",
		"ana@[192.0.2.1]":                             "",
		"ana\x00@example.com":                         "",
		strings.Repeat("a", 65) + "@example.com":      "",
		"ana@" + strings.Repeat("a.", 130) + "com":    "",
		"=?utf-8?Q?ana=40example=2Ecom?=":             "",
	} {
		if got, _ := sender([]string{from}); got != want {
			t.Errorf("sender(%q) = %q, want %q", from, got, want)
		}
	}
	if got, _ := sender([]string{"ana@example.com", "ana@example.com"}); got != "" {
		t.Errorf("two headers give %q", got)
	}
	if _, name := sender([]string{"=?iso-8859-1?Q?Ana_P=E9rez=0D=0ABcc=3A_x?= <ana@example.com>"}); name != "Ana P\u00e9rez  Bcc: x" {
		t.Errorf("name %q", name)
	}
}

// Programs differ over headers with a line that is not a field, and over a field with a blank before its colon.
func TestLoose(t *testing.T) {
	for head, want := range map[string]bool{
		"From: a@b.example\r\nTo:c@d.example\r\n\r\nX : y":              false,
		"X-A: b\r\n c : d\r\nFrom: a@b.example\r\n\r\n":                 false,
		"Authentication-Results : mx\r\nFrom: a@b.example\r\n\r\n":      true,
		"From\t: a@b.example\r\n\r\n":                                   true,
		"no field\r\nFrom: a@b.example\r\n\r\n":                         true,
		"\r\nFrom: a@b.example\r\n\r\n":                                 true,
		"To: a@b.example\r\nCc: c@d.example\r\nTO: e@f.example\r\n\r\n": true,
		"Content-Type: text/html\r\ncontent-type: text/plain\r\n\r\n":   true,
		"Received: a\r\nReceived: b\r\nTo: c@d.example\r\n\r\nTo: e":    false,
	} {
		if got := IsLooseHeader([]byte(head)); got != want {
			t.Errorf("Loose(%q) = %v", head, got)
		}
	}
}
