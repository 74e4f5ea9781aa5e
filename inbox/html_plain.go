package inbox

import (
	"bytes"
	"strings"
	"unsafe"
)

// passPlainTag passes over a start tag that need not be decoded to be read, and says how long it
// is: 0 for any other.
func (s *straightener) passPlainTag(raw []byte) (size int) {
	end := 1
	for end < len(raw) && isAlnum(raw[end]) {
		end++
	}
	name := raw[1:end]
	if size = s.plainTag(raw, end); size == 0 || len(name) == 0 {
		return 0
	}
	p := s.within(s.depth)
	if !p.named(name) {
		k := kinds[string(name)]
		if k == kindNone || k == kindRaw || isVoid(k) {
			return 0
		}
		p.become(raw[:size], string(name), k)
	}
	p.tag = raw[:size]
	s.passStart(p.kind)
	return size
}

// plainTag is where a start tag ends whose attributes go on from at, if that can be told
// without decoding them, 0 otherwise.
func (s *straightener) plainTag(raw []byte, at int) int {
	for at < len(raw) {
		switch c := raw[at]; {
		case c == '>':
			if s.soft && escapes(raw[:at], '2', '2') {
				return 0 // a quotation mark, which may end a value
			}
			return at + 1
		case c == ' ' || c == '\r' || c == '\n':
			at++
		case s.goesOn(raw[at:]) > 0:
			at += s.goesOn(raw[at:])
		case isLetter(c):
			if at = s.plainAttribute(raw, at); at == 0 {
				return 0
			}
		default:
			return 0
		}
	}
	return 0
}

// plainAttribute is where the attribute at at ends, with its value in quotes, 0 for any other.
func (s *straightener) plainAttribute(raw []byte, at int) int {
	for at < len(raw) && (isAlnum(raw[at]) || raw[at] == '-') {
		at++
	}
	if more := s.goesOn(raw[at:]); more > 0 {
		for at += more; at < len(raw) && (isAlnum(raw[at]) || raw[at] == '-'); at++ {
		}
	}
	switch {
	case at+3 > len(raw) || raw[at] != '=':
		return 0
	case !s.soft:
		at++
	case raw[at+1] == '3' && raw[at+2] == 'D':
		at += 3
	default:
		return 0
	}
	if at += s.goesOn(raw[at:]); at == len(raw) || raw[at] != '"' {
		return 0
	}
	n := bytes.IndexByte(raw[at+1:], '"')
	if n < 0 {
		return 0
	}
	return at + n + 2
}

// maxTries is how many ">" a tag, a comment or a style sheet in a passed quote may have.
const maxTries = 50

// passAnyTag decodes a tag, or what looks like one, and reads it.
func (s *straightener) passAnyTag(rest []byte) (size int, ended bool) {
	s.anew = true
	if size = s.passPlainTag(rest); size > 0 {
		return size, false
	}
	s.scratch = s.scratch[:0]
	for range maxTries {
		found := bytes.IndexByte(rest[size:], '>')
		if found < 0 {
			break
		}
		s.scratch = s.decode(s.scratch, rest[size:size+found+1])
		size += found + 1
		// A view without a copy: what is kept of it are copies.
		tag := unsafe.String(unsafe.SliceData(s.scratch), len(s.scratch))
		switch c := tag[1]; {
		case c == '/' && s.depth == 0:
			return 0, true // to where it must be the blockquote's
		case c == '/':
			p := &s.inside[s.depth-1]
			s.odd = !strings.EqualFold(tag, string(p.end))
			s.passEnd(p)
			return size, false
		case isLetter(c):
			if s.passElement(tag, rest[:size]) {
				return size, false
			}
		case c == '!' || c == '?':
			if end, ok := commentEnd(tag); end > 0 {
				s.tags++
				s.odd = !ok || end < len(tag) || s.tags > maxTags || hasOddEnds(tag, "\f\v\x00")
				return size, false
			}
		case c == 0 || c >= 0x7f:
			s.odd = true // it may be taken out, and a tag be left
			return size, false
		default:
			return 1, false
		}
	}
	s.odd = true
	return 0, false
}

// passElement takes an element whose start tag is the whole of tag; false where it ends in a
// later ">".
func (s *straightener) passElement(tag string, raw []byte) bool {
	name, k, size := s.parseTag(tag)
	if s.odd {
		s.odd = false
		return false
	}
	if k == kindRaw {
		inside, end, ok := rawInside(tag[size:], name)
		if end > 0 {
			s.tags++
			s.odd = !ok || size+end < len(tag) || s.tags > maxTags || !s.mayStand(k) || hasOddEnds(inside, "\f\v\x00") || !s.rawElement(name, inside)
		}
		return end > 0
	}
	s.odd = size < len(tag)
	if !isVoid(k) {
		s.within(s.depth).become(raw, tag[1:1+len(name)], k)
		s.passStart(k)
		return true
	}
	s.tags++
	s.odd = s.odd || !s.mayStand(k) || s.tags > maxTags
	if k == kindVoid {
		s.void.tag = raw
	}
	return true
}
