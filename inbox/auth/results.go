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
func parseResults(value string, nameless bool) (results, error) {
	s := &scanner{rest: value}
	var r results
	if nameless {
		s.rest = ";" + value
	} else if err := s.head(&r); err != nil {
		return r, err
	}
	for {
		more, err := s.symbol(';')
		if err != nil || !more {
			return r, err
		}
		if s.blank(); s.rest == "" {
			return r, s.failed
		}
		m, err := s.method()
		if err != nil {
			return r, err
		}
		if m.name != "none" {
			r.methods = append(r.methods, m)
		}
	}
}

// head reads who says so, and a version, of which only the first is known.
func (s *scanner) head(r *results) error {
	server, err := s.value(atomEnds)
	if err != nil {
		return err
	}
	r.server = strings.ToLower(server)
	if s.blank(); s.rest == "" || s.rest[0] == ';' {
		return s.failed
	}
	if version, err := s.value(atomEnds); err != nil || version != "1" {
		return errResults
	}
	return nil
}

var errResults = errors.New("a broken Authentication-Results header")

// scanner takes words off a header value.
type scanner struct {
	rest   string
	failed error
}

// method reads name[/version]=result and the properties behind it.
func (s *scanner) method() (method, error) {
	m := method{properties: map[string]string{}}
	name, err := s.value(atomEnds)
	if err != nil {
		return m, err
	}
	m.name, _, _ = strings.Cut(strings.ToLower(name), "/")
	if equal, err := s.symbol('='); err != nil || !equal {
		if m.name == "none" {
			return m, err
		}
		return m, errResults
	}
	result, err := s.value(atomEnds)
	if err != nil {
		return m, err
	}
	m.result = strings.ToLower(result)
	for {
		if s.blank(); s.failed != nil || s.rest == "" || s.rest[0] == ';' {
			return m, s.failed
		}
		key, err := s.value(atomEnds)
		if err != nil {
			return m, err
		}
		if equal, err := s.symbol('='); err != nil || !equal {
			return m, errResults
		}
		if s.blank(); s.rest == "" || s.rest[0] == ';' {
			continue // a property without a value, as some servers write
		}
		text, err := s.value(textEnds)
		if err != nil {
			return m, err
		}
		key = strings.ToLower(strings.Join(strings.Fields(key), ""))
		if text = strings.ToLower(text); m.properties[key] != "" && m.properties[key] != text {
			return m, errResults // two values, of which one may be a sender's
		}
		m.properties[key] = text
	}
}

// blank passes over blanks and comments, which nest and hold escapes.
func (s *scanner) blank() {
	for s.rest != "" {
		switch s.rest[0] {
		case ' ', '\t', '\r', '\n':
			s.rest = s.rest[1:]
		case '(':
			if !s.comment() {
				s.rest, s.failed = "", errResults
			}
		default:
			return
		}
	}
}

func (s *scanner) comment() bool {
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
				return true
			}
		}
	}
	return false
}

// symbol takes c if it comes next.
func (s *scanner) symbol(c byte) (bool, error) {
	s.blank()
	if s.failed != nil || s.rest == "" || s.rest[0] != c {
		if s.failed == nil && s.rest != "" && c == ';' {
			return false, errResults // something stands where a result should begin
		}
		return false, s.failed
	}
	s.rest = s.rest[1:]
	return true, nil
}

// What ends a word: an atom also ends at an equals sign, which a return address may hold.
const (
	atomEnds = " \t\r\n;(="
	textEnds = " \t\r\n;("
)

// value takes a word: atoms and quoted strings set together, as in
// "a;b"@example.org.
func (s *scanner) value(ends string) (string, error) {
	s.blank()
	var b strings.Builder
	for s.failed == nil && s.rest != "" {
		c := s.rest[0]
		if c == '"' {
			if !s.quoted(&b) {
				return "", errResults
			}
			continue
		}
		if strings.IndexByte(ends, c) >= 0 {
			break
		}
		if c < ' ' || c == 0x7f || c == ')' {
			return "", errResults
		}
		b.WriteByte(c)
		s.rest = s.rest[1:]
	}
	if s.failed != nil || b.Len() == 0 {
		return "", errResults
	}
	return b.String(), nil
}

func (s *scanner) quoted(b *strings.Builder) bool {
	for i := 1; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '\\':
			if i++; i < len(s.rest) {
				b.WriteByte(s.rest[i])
			}
		case '"':
			s.rest = s.rest[i+1:]
			return true
		default:
			b.WriteByte(s.rest[i])
		}
	}
	return false
}
