package auth

import (
	"errors"
	"strings"
)

// We parse Authentication-Results ourselves, because the parser of go-msgauth (v0.7.0) can be deceived: it
// splits at each ";" before it looks for quotes and comments. A sender with the return address "a;dmarc=pass
// header.from=bank.example;b"@evil.example, which a server correctly quotes as smtp.mailfrom, would get a
// DMARC pass there. Also, of two header.from it uses the last.

// results is one parsed Authentication-Results header (RFC 8601).
type results struct {
	server  string // the server that wrote it, in lower case
	methods []method
}

// method is one check and its result, such as dmarc=pass header.from=example.org.
type method struct {
	name, result string
	properties   map[string]string // by name, such as "header.from"; in lower case, without quotes
	header       int               // in which of the headers that count it stands
}

// parseResults parses a header completely or returns an error. Comments, quoted strings and escapes are never
// taken for results. A nameless header begins with its first result.
func parseResults(value string, nameless bool) (r results, err error) {
	s := &scanner{rest: value}
	if nameless {
		s.rest = ";" + value
	} else if r.server = strings.ToLower(s.value(atomEnds)); s.more() && s.value(atomEnds) != "1" {
		s.fail() // a version; only 1 is known
	}
	for s.symbol(';') && s.rest != "" {
		if m := s.method(); m.name != "none" {
			r.methods = append(r.methods, m)
		}
	}
	if s.broken || s.rest != "" { // something other than a result follows
		return r, errors.New("a broken Authentication-Results header")
	}
	return r, nil
}

// scanner reads words from a header value. Once it is broken, rest is empty.
type scanner struct {
	rest   string
	broken bool
}

func (s *scanner) fail() { s.rest, s.broken = "", true }

// method reads name[/version]=result and the properties after it.
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
			continue // some servers write properties without a value
		}
		text := strings.ToLower(s.value(textEnds))
		key = strings.ToLower(strings.Join(strings.Fields(key), ""))
		if m.properties[key] != "" && m.properties[key] != text {
			s.fail() // two different values, one of which may be the sender's
		}
		m.properties[key] = text
	}
	return m
}

// more skips blanks and comments, and reports whether a word follows before the next result.
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

// comment skips a comment, which may contain comments and escapes.
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

// symbol reads c and the blanks after it. It returns false if something else comes next.
func (s *scanner) symbol(c byte) bool {
	s.more()
	if s.rest == "" || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	s.more()
	return true
}

// The characters that end a word. An atom also ends at "=", which a return address may contain.
const (
	atomEnds = " \t\r\n;(="
	textEnds = " \t\r\n;("
)

// value reads a word made of atoms and quoted strings, such as "a;b"@example.org.
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
