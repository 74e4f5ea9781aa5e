package inbox

import "bytes"

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
