package inbox

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"unsafe"
)

// passed is an element inside a blockquote that is passed over. One that was closed keeps its
// place until another takes it: the next at that depth is often the same to the byte, as the
// cells of a table are.
type passed struct {
	tag  []byte // from "<" to ">", as it stands in the letter
	end  []byte // its end tag
	kind kind
}

func (p *passed) become(tag []byte, name string, k kind) {
	p.tag, p.kind = tag, k
	p.end = append(append(append(p.end[:0], "</"...), name...), '>')
}

// named reports an element of that name, in those very letters.
func (p *passed) named(name []byte) bool {
	return len(p.end) == len("</")+len(name)+len(">") && string(p.end[2:len(p.end)-1]) == string(name)
}

// pass looks, behind words of a quote, whether the rest of it can be passed over.
func (s *straightener) pass(l look) {
	if s.page.rest {
		for s.more() {
		}
		s.over, s.passed = true, true
		s.odd = s.odd || holdsTag(s.text[s.at:], "style", "html", "body") || slices.ContainsFunc(s.open, func(f frame) bool { return f.box })
		return
	}
	for i := range s.open {
		if f := &s.open[i]; l.quoted && f.kind == kindQuote && f.look.quoted {
			s.passed = true
			s.passQuote(i + 1)
			return
		}
	}
}

// passQuote goes to the end tag of a blockquote, the last of so many open elements that are
// not passed over. Inside it a box that holds a quote has no other after it to wait for.
func (s *straightener) passQuote(open int) {
	for i, f := range s.open[open:] {
		s.within(i).become(nil, f.name, f.kind)
		s.open[open+i] = frame{}
	}
	s.depth, s.open, s.page.intro = len(s.open)-open, s.open[:open], false
	s.passing = true
	defer s.passedBy()
	for place := s.place(s.at); !s.odd; {
		found := bytes.IndexByte(s.raw[place:], '<')
		if s.odd = found < 0 || s.soft && escapes(s.raw[place:place+found], '3', 'c'); s.odd {
			return
		}
		place += found
		size, ended := s.passRun(s.raw[place:])
		if place += size; ended {
			s.skip(s.at, place)
			return
		}
	}
}

// tagRun are tags with no words between them, after which the same elements were open as before.
// Where the next ones are the same, all is as it was: so the rows of a table are passed over.
type tagRun struct {
	raw  []byte
	tags int
}

// passRun passes over the tags with which rest begins, up to the next words; ended says that
// the blockquote's end comes then.
func (s *straightener) passRun(rest []byte) (size int, ended bool) {
	if size = s.sameTag(rest, s.last.raw); size > 0 {
		s.tags += s.last.tags
		s.odd = s.tags > maxTags
		return size, false
	}
	depth, tags := s.depth, s.tags
	s.last.raw, s.anew = s.last.raw[:0], false
	for blanks := 0; !s.odd; {
		n, ended := s.passTag(rest[size+blanks:])
		if ended {
			return size + blanks, true
		}
		size += blanks + n
		blanks = s.blanks(rest[size:])
		if size+blanks == len(rest) || rest[size+blanks] != '<' {
			break
		}
	}
	if !s.anew && s.depth == depth {
		s.last.raw, s.last.tags = s.unbroken(s.last.raw, rest[:size]), s.tags-tags
	}
	return size, false
}

// unbroken appends raw without the marks of lines that go on below, nothing where one stands in
// an escape.
func (s *straightener) unbroken(out, raw []byte) []byte {
	for s.soft {
		i := bytes.Index(raw, []byte("=\r\n"))
		if i < 0 {
			break
		}
		if out, raw = append(out, raw[:i]...), raw[i+3:]; inEscape(out) {
			return out[:0]
		}
	}
	return append(out, raw...)
}

// inEscape reports that an escape may have begun at the end of raw that is not there whole.
func inEscape(raw []byte) bool {
	n := len(raw)
	return n > 0 && raw[n-1] == '=' || n > 1 && raw[n-2] == '='
}

// blanks is how many bytes of blanks raw begins with.
func (s *straightener) blanks(raw []byte) int {
	for i := 0; ; i++ {
		if i == len(raw) || raw[i] != ' ' && raw[i] != '\r' && raw[i] != '\n' && raw[i] != '\t' {
			n := s.goesOn(raw[i:])
			if n == 0 {
				return i
			}
			i += n - 1
		}
	}
}

// passedBy forgets what is the letter's own.
func (s *straightener) passedBy() {
	s.passing, s.void.tag, s.last.raw = false, nil, s.last.raw[:0]
	for i := range s.inside {
		s.inside[i].tag = nil
	}
}

// escapes reports the escape of those figures, a letter among them in lower case, in
// quoted-printable: of "<" or of a quotation mark, which nobody need write so.
func escapes(raw []byte, high, low byte) bool {
	for {
		i := nextPair(raw, 0, 0xff, '=', high)
		if i < 0 || i+3 > len(raw) {
			return false
		}
		if raw[i+2]|0x20 == low|0x20 {
			return true
		}
		raw = raw[i+1:]
	}
}

// passTag passes over the tag with which rest begins; ended says that it ends the blockquote.
func (s *straightener) passTag(rest []byte) (size int, ended bool) {
	if len(rest) > 1 && rest[1] == '/' {
		if s.depth == 0 {
			return 0, true // to where it must be the blockquote's
		}
		if p := &s.inside[s.depth-1]; bytes.HasPrefix(rest, p.end) {
			s.passEnd(p)
			return len(p.end), false
		}
		return s.passAnyTag(rest)
	}
	p := s.within(s.depth)
	if size = s.sameTag(rest, p.tag); size > 0 {
		s.passStart(p.kind)
		return size, false
	}
	if size = s.sameTag(rest, s.void.tag); size > 0 {
		s.tags++
		return size, false
	}
	return s.passAnyTag(rest)
}

func (s *straightener) passEnd(p *passed) {
	s.count(p.kind, -1)
	s.depth--
}

func (s *straightener) passStart(k kind) {
	s.tags++
	s.odd = s.odd || !s.mayStand(k) || s.depth > maxOpen || s.tags > maxTags
	s.count(k, 1)
	s.depth++
}

// within is the place for an element at that depth.
func (s *straightener) within(depth int) *passed {
	for depth >= len(s.inside) {
		s.inside = append(s.inside, passed{})
	}
	return &s.inside[depth]
}

// sameTag is how many bytes a tag has with which raw begins, if it is that tag but for where
// its line goes on below; 0 otherwise.
func (s *straightener) sameTag(raw, tag []byte) int {
	i := 0
	for j := 0; j < len(tag); {
		n := common(raw[i:], tag[j:])
		if i, j = i+n, j+n; j == len(tag) {
			return i
		}
		if n > 0 && tag[j-1] == '=' {
			i, j = i-1, j-1
		}
		a, b := s.goesOn(raw[i:]), s.goesOn(tag[j:])
		if a+b == 0 || inEscape(tag[:j]) { // no escape goes on below
			return 0
		}
		i, j = i+a, j+b
	}
	return i
}

// goesOn is how many bytes say that a line goes on below, if raw begins with them.
func (s *straightener) goesOn(raw []byte) int {
	if s.soft && len(raw) >= 3 && raw[0] == '=' && raw[1] == '\r' && raw[2] == '\n' {
		return 3
	}
	return 0
}

// common is how many bytes two have in common at their start.
func common(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a) && n+8 <= len(b); n += 8 {
		if x := eight(a[n:]) ^ eight(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
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
