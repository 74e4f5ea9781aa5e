package inbox

import (
	"bytes"
	"slices"
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
