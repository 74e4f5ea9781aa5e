package render

import (
	"fmt"
	"strings"
	"unicode"
)

// Most characters of a subject and of a name: both may be a player's own.
const (
	subjectMost = 250
	nameMost    = 100
)

// wordMost is the length of an encoded word: with the longest of our header
// names before it a line keeps within the 76 characters of RFC 2047.
const wordMost = 60

// field writes one header line, folded at its spaces.
func (c *composer) field(name, value string) {
	c.add(name, ":")
	length := len(name) + 1 // of the line so far
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

// OneLine takes out what would end a header line, and what would turn the
// direction of all that follows.
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

// cutTo cuts a text to so many characters at most.
func cutTo(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// named writes an address with its name, encoded where the name needs it.
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

// inQuotes makes a text fit for quotes in a header.
var inQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// encodeWords makes one line of text fit for a header: as it is where that can
// be, else as encoded words (RFC 2047) parted by spaces.
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

// isMessageID tells a Message-ID that can stand in a header from what strangers
// send for one.
func isMessageID(id string) bool {
	inside, ok := strings.CutPrefix(id, "<")
	inside, closed := strings.CutSuffix(inside, ">")
	return ok && closed && inside != "" && len(id) < 900 && strings.IndexFunc(inside, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || r == '<' || r == '>'
	}) < 0
}

// FitsHeader tells an address that can stand in a command or a header from one that
// would end it or add another. Quoted local parts do not fit.
func FitsHeader(address string) bool {
	return strings.Contains(address, "@") && strings.IndexFunc(address, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || strings.ContainsRune(`<>,;"()\`, r)
	}) < 0
}

// ASCII says that a text has no character beyond ASCII.
func ASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
