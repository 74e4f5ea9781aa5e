package inbox

import (
	"slices"
	"strings"
)

// passed is an element inside a blockquote that is passed over. One that was closed keeps its
// place until another takes it: the next at that depth is often the same to the byte, as the
// cells of a table are.
type passed struct {
	tag  string // from "<" to ">"
	name string
	kind kind
}

// pass looks, behind words of a quote, whether the rest of it can be passed over.
func (s *straightener) pass(l look) {
	if s.page.rest {
		s.over, s.passed = true, true
		s.odd = s.odd || holdsTag(s.source[s.at:], "style", "html", "body") || slices.ContainsFunc(s.open, func(f frame) bool { return f.box })
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
		s.within(i).name, s.within(i).kind, s.within(i).tag = f.name, f.kind, ""
		s.open[open+i] = frame{}
	}
	s.depth, s.open, s.page.intro = len(s.open)-open, s.open[:open], false
	s.passing = true
	defer func() { s.passing = false }()
	for !s.odd {
		if found := strings.IndexByte(s.source[s.at:], '<'); found > 0 {
			s.at += found
		} else if s.odd = found < 0; s.odd {
			return
		}
		if s.odd = len(s.source)-s.at < 3; s.odd {
			return
		}
		rest := s.source[s.at:]
		switch {
		case rest[1] == '/' && s.depth == 0:
			return // to where it must be the blockquote's
		case rest[1] == '/':
			s.passEnd(rest)
		case isLetter(rest[1]):
			s.passStart(rest)
		case rest[1] == '!' || rest[1] == '?':
			s.tag()
		default:
			s.at++
		}
	}
}

// within is the place for an element at that depth.
func (s *straightener) within(depth int) *passed {
	for depth >= len(s.inside) {
		s.inside = append(s.inside, passed{})
	}
	return &s.inside[depth]
}

func (s *straightener) passEnd(rest string) {
	p := &s.inside[s.depth-1]
	n := len("</") + len(p.name)
	if s.odd = len(rest) <= n || rest[n] != '>' || !strings.EqualFold(rest[len("</"):n], p.name); s.odd {
		return
	}
	s.count(p.kind, -1)
	s.at += n + 1
	s.depth--
}

func (s *straightener) passStart(rest string) {
	if s.void.tag != "" && strings.HasPrefix(rest, s.void.tag) {
		s.at += len(s.void.tag)
		s.tags++
		return
	}
	p := s.within(s.depth)
	if p.tag != "" && strings.HasPrefix(rest, p.tag) {
		s.at += len(p.tag)
	} else {
		var one passed
		if one.name, one.kind = s.startTag(rest); s.odd {
			return
		}
		one.tag = rest[:s.at-(len(s.source)-len(rest))]
		if one.kind == kindRaw || isVoid(one.kind) {
			s.odd = !s.mayStand(one.kind) || one.kind == kindRaw && !s.raw(one.name)
			if one.kind == kindVoid {
				s.void = one
			}
			return
		}
		*p = one
	}
	s.tags++
	s.odd = !s.mayStand(p.kind) || s.depth > maxOpen || s.tags > maxTags
	s.count(p.kind, 1)
	s.depth++
}
