package mime

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzWords decodes header text, addresses and transfer encodings in every charset.
func FuzzWords(f *testing.F) {
	f.Add("=?utf-8?Q?3_C5?= =?iso-2022-jp?B?GyRC?=", "quoted-printable", "utf-8")
	f.Add("Ana =?windows-1252?Q?=C9?= <ana@example.com>, \"b@o\"@evil.example", "base64", "gb18030")
	f.Add("\xff\xfe3\x00 \x00", "", "utf-16")
	f.Add("YSBi\n\nwith words, below", "base64", "utf-7")
	f.Fuzz(func(t *testing.T, raw, encoding, charset string) {
		p := Part{Raw: []byte(raw), Header: Header{{"content-transfer-encoding", encoding}}, Params: map[string]string{"charset": charset}}
		if text, err := p.Text(); err == nil && (!utf8.ValidString(text) || strings.ContainsAny(PlainLines(text), "\r\x00")) {
			t.Errorf("decodes to %q", text)
		}
		address, name := sender([]string{raw})
		if strings.ContainsAny(address+name+OneLine(DecodeWords(raw)), "\r\n\x00") || !utf8.ValidString(address+name) {
			t.Errorf("sender %q %q", address, name)
		}
		recipients(Header{{Name: "to", Value: raw}, {Name: "delivered-to", Value: raw}})
		ContentType(Header{{Name: "content-type", Value: raw}})
	})
}

func FuzzFlowed(f *testing.F) {
	f.Add("> a \n> b\n-- \nAna", true)
	f.Add(" >a \n>> b \n", false)
	f.Fuzz(func(t *testing.T, text string, delsp bool) {
		params := map[string]string{"format": "flowed"}
		if delsp {
			params["delsp"] = "yes"
		}
		if out := UnflowText(text, params); len(out) > 2*len(text)+2 {
			t.Errorf("%d bytes become %d", len(text), len(out))
		}
	})
}
