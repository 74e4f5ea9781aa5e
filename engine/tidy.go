package engine

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SteersTerminal reports whether a rune is not text but steers the program that shows it: a control
// character of C0 or C1 such as ESC, a line or paragraph separator, or one that changes the reading
// direction. A newline and a tab are text.
func SteersTerminal(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < ' ', r >= 0x7f && r < 0xa0: // C0, C1
		return true
	case r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // separators, directions
		return true
	}
	return false
}

// TidyText returns a text as it is kept: valid UTF-8 without runes that SteersTerminal. Unusual line breaks
// become spaces, so that words stay separate and the text has no more lines when it is read again
// later.
func TidyText(s string) string {
	if IsASCII(s) && strings.IndexFunc(s, SteersTerminal) < 0 {
		return s
	}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\v' && r <= '\r', r == 0x85, r == 0x2028, r == 0x2029:
			return ' '
		case SteersTerminal(r):
			return -1
		}
		return r
	}, s)
}

// clipped is how many letters of a player's text an answer repeats.
const clipped = 60

// ClipText shortens a player's text to what an answer may repeat of it.
func ClipText(s string) string {
	if r := []rune(s); len(r) > clipped {
		return string(r[:clipped]) + "…"
	}
	return s
}

var stringsInJSON = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// TidyJSON does what TidyText does to each string in a JSON text.
func TidyJSON(b []byte) []byte {
	if IsASCII(string(b)) && !bytes.ContainsAny(b, "\\\x7f") { // true of nearly all texts
		return b
	}
	return stringsInJSON.ReplaceAllFunc(b, func(text []byte) []byte {
		var s string
		if json.Unmarshal(text, &s) != nil {
			return text
		}
		out, _ := json.Marshal(TidyText(s)) // encoding a string never fails
		return out
	})
}

// CapitaliseFirst makes the first letter of a text a capital.
func CapitaliseFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}
