package render

import (
	"fmt"
	"strings"
	"unicode"
)

// Maximum lengths of a subject and a name, in characters. Players may choose both.
const (
	subjectMost = 250
	nameMost    = 100
)

// wordMost is the maximum length of an encoded word. Even after the longest of our header names, a line then
// has at most the 76 characters that RFC 2047 allows.
const wordMost = 60

// field writes a header field, folded at its spaces.
func (c *composer) field(name, value string) {
	c.add(name, ":")
	length := len(name) + 1 // of the current line
	first := true
	for value = OneLine(value); ; first = false {
		word, rest, more := strings.Cut(value, " ")
		if length+1+len(word) > 76 && !first {
			c.add("\r\n")
			length = 0
		}
		c.add(" ", word)
		length += 1 + len(word)
		if value = rest; !more {
			break
		}
	}
	c.add("\r\n")
}

// OneLine makes a text fit for a header: it replaces control characters and line ends by spaces, and removes
// characters that change the direction of the following text.
func OneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' }), " ")
}

// cutTo cuts a text to at most most characters.
func cutTo(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// named returns an address with its name, which is quoted or encoded.
func named(a Address) string {
	name := cutTo(OneLine(a.Name), nameMost)
	if name == "" {
		return a.Addr
	}
	encoded := encodeWords(name)
	if encoded == name {
		encoded = `"` + inQuotes.Replace(name) + `"`
	}
	return encoded + " <" + a.Addr + ">"
}

// inQuotes escapes a text for a quoted string in a header.
var inQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// encodeWords returns one line of text for a header: unchanged if possible, otherwise as encoded words (RFC
// 2047), separated by spaces.
func encodeWords(s string) string {
	plain := ASCII(s) && !strings.Contains(s, "=?")
	for word := range strings.SplitSeq(s, " ") {
		plain = plain && len(word) <= wordMost
	}
	if plain {
		return s
	}
	const begin, end = "=?utf-8?q?", "?="
	var words []string
	word := begin
	for _, r := range s {
		code := quoted2047(r)
		if len(word)+len(code)+len(end) > wordMost {
			words, word = append(words, word+end), begin
		}
		word += code
	}
	return strings.Join(append(words, word+end), " ")
}

func quoted2047(r rune) string {
	switch {
	case r == ' ':
		return "_"
	case r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		return string(r)
	}
	var b strings.Builder
	for _, c := range []byte(string(r)) {
		fmt.Fprintf(&b, "=%02X", c)
	}
	return b.String()
}

// isMessageID reports whether id is a Message-ID that can be put into a header. Strangers may have sent
// something else.
func isMessageID(id string) bool {
	inside, ok := strings.CutPrefix(id, "<")
	inside, closed := strings.CutSuffix(inside, ">")
	return ok && closed && inside != "" && len(id) < 900 && strings.IndexFunc(inside, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || r == '<' || r == '>'
	}) < 0
}

// FitsHeader reports whether an address can be put into an SMTP command or a header without ending it or
// adding another address. It rejects quoted local parts.
func FitsHeader(address string) bool {
	return strings.Contains(address, "@") && strings.IndexFunc(address, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || strings.ContainsRune(`<>,;"()\`, r)
	}) < 0
}

// ASCII reports whether a text only has ASCII characters.
func ASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
