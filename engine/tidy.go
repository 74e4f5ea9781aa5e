package engine

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// Steers says whether a rune is no letter but an order to whatever shows it: a control
// character of C0 or C1, ESC among them, a separator of lines or paragraphs, or one of those
// that turn the order of reading. The end of a line and a tab are text.
func Steers(r rune) bool {
	text := r == '\n' || r == '\t'
	return !text && (r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069)
}

// Tidy is what somebody wrote as it is kept: UTF-8 without what Steers. Where it parted words
// they stay parted, in one line: what is read again later has no lines that it had not before.
func Tidy(s string) string {
	if asciiOnly(s) && strings.IndexFunc(s, Steers) < 0 {
		return s
	}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\v' && r <= '\r', r == 0x85, r == 0x2028, r == 0x2029:
			return ' '
		case Steers(r):
			return -1
		}
		return r
	}, s)
}

// clipped is how many letters of what somebody wrote an answer repeats.
const clipped = 60

// Clip shortens what somebody wrote to what an answer may repeat of it.
func Clip(s string) string {
	if r := []rune(s); len(r) > clipped {
		return string(r[:clipped]) + "…"
	}
	return s
}

var stringsInJSON = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// TidyJSON is Tidy for the strings of a JSON text.
func TidyJSON(b []byte) []byte {
	if asciiOnly(string(b)) && !bytes.ContainsAny(b, "\\\x7f") { // as nearly all are
		return b
	}
	return stringsInJSON.ReplaceAllFunc(b, func(text []byte) []byte {
		var s string
		if json.Unmarshal(text, &s) != nil {
			return text
		}
		out, _ := json.Marshal(Tidy(s)) // a string never fails
		return out
	})
}
