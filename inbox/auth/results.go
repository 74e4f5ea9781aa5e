package auth

import (
	"errors"
	"strings"
)

// The reader of Authentication-Results is ours because that of go-msgauth (v0.7.0) can be forged:
// it splits at each ";" before it looks for quotes and comments. A sender whose return address is
// "a;dmarc=pass header.from=bank.example;b"@evil.example, which a server quotes rightly as
// smtp.mailfrom, gives himself a pass of DMARC there; and the last of two header.from counts.

// results is one Authentication-Results header (RFC 8601).
type results struct {
	server  string // who says so, lower case
	methods []method
}

// method is one test and its outcome, such as dmarc=pass header.from=example.org.
type method struct {
	name, result string
	properties   map[string]string // "header.from"; lower case, quotes undone
}

// parseResults reads a header whole or not at all: what stands in comments,
// quotes and escapes is never taken for a result. A nameless one begins with
// its first result.
func parseResults(value string, nameless bool) (r results, err error) {
	s := &scanner{rest: value}
	if nameless {
		s.rest = ";" + value
	} else if r.server = strings.ToLower(s.value(atomEnds)); s.more() && s.value(atomEnds) != "1" {
		s.fail() // a version, of which only the first is known
	}
	for s.symbol(';') && s.rest != "" {
		if m := s.method(); m.name != "none" {
			r.methods = append(r.methods, m)
		}
	}
	if s.broken || s.rest != "" { // something stands where a result should begin
		return r, errResults
	}
	return r, nil
}

var errResults = errors.New("a broken Authentication-Results header")

// scanner takes words off a header value. Once it is broken nothing is left.
type scanner struct {
	rest   string
	broken bool
}

func (s *scanner) fail() { s.rest, s.broken = "", true }

// method reads name[/version]=result and the properties behind it.
func (s *scanner) method() method {
	m := method{properties: map[string]string{}}
	m.name, _, _ = strings.Cut(strings.ToLower(s.value(atomEnds)), "/")
	if !s.symbol('=') {
		if m.name != "none" {
			s.fail()
		}
		return m
	}
	m.result = strings.ToLower(s.value(atomEnds))
	for s.more() {
		key := s.value(atomEnds)
		if !s.symbol('=') {
			s.fail()
		}
		if !s.more() {
			continue // a property without a value, as some servers write
		}
		text := strings.ToLower(s.value(textEnds))
		key = strings.ToLower(strings.Join(strings.Fields(key), ""))
		if m.properties[key] != "" && m.properties[key] != text {
			s.fail() // two values, of which one may be a sender's
		}
		m.properties[key] = text
	}
	return m
}

// more passes over blanks and comments, and says whether a word follows before the next result.
func (s *scanner) more() bool {
	for s.rest != "" {
		switch s.rest[0] {
		case ' ', '\t', '\r', '\n':
			s.rest = s.rest[1:]
		case '(':
			s.comment()
		default:
			return s.rest[0] != ';'
		}
	}
	return false
}

// comment passes over one, which may hold others and escapes.
func (s *scanner) comment() {
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.rest = s.rest[i+1:]
				return
			}
		}
	}
	s.fail()
}

// symbol takes c if it comes next, and the blanks behind it.
func (s *scanner) symbol(c byte) bool {
	s.more()
	if s.rest == "" || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	s.more()
	return true
}

// What ends a word: an atom also ends at an equals sign, which a return address may hold.
const (
	atomEnds = " \t\r\n;(="
	textEnds = " \t\r\n;("
)

// value takes a word: atoms and quoted strings set together, as in
// "a;b"@example.org.
func (s *scanner) value(ends string) string {
	s.more()
	var b strings.Builder
	for s.rest != "" && strings.IndexByte(ends, s.rest[0]) < 0 {
		c := s.rest[0]
		switch {
		case c == '"':
			s.quoted(&b)
			continue
		case c < ' ' || c == 0x7f || c == ')':
			s.fail()
			return ""
		}
		b.WriteByte(c)
		s.rest = s.rest[1:]
	}
	if s.broken || b.Len() == 0 {
		s.fail()
		return ""
	}
	return b.String()
}

func (s *scanner) quoted(b *strings.Builder) {
	for i := 1; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '\\':
			if i++; i < len(s.rest) {
				b.WriteByte(s.rest[i])
			}
		case '"':
			s.rest = s.rest[i+1:]
			return
		default:
			b.WriteByte(s.rest[i])
		}
	}
	s.fail()
}
