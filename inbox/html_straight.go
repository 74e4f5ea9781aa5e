package inbox

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// straightener turns HTML to text without making a tree of it. It takes only HTML in which each
// element is closed in its turn and stands where it may, for of that every program makes the
// same tree. Of a blockquote only the first words are written: behind them its tags alone are
// looked at, to find where it ends.
type straightener struct {
	markup
	at    int // how far it has come in its text
	page  page
	open  []frame
	attrs []html.Attribute // of the open elements
	tags  int

	inside  []passed // elements of the blockquote that is passed over
	depth   int      // how many of them are open
	void    passed   // the last that holds nothing
	last    tagRun
	anew    bool   // a tag was met that was not known
	scratch []byte // a tag of that quote, decoded

	paragraphs, links int  // open ones
	passing, passed   bool // a blockquote is, or was
	begun, ended      bool // the body
	over              bool // all below is quoted
	odd               bool // the parser must see it
}

// frame is an open element.
type frame struct {
	node    html.Node
	name    string
	kind    kind
	look    look // of what is inside
	outside bool // it does not stand in the introduction of a quote
	unread  bool // what is inside is no text
	fresh   bool // nothing is inside yet
	box     bool // it is taken for a box that holds a quote, which must come yet
	attrs   int  // how many attributes the elements round it have
}

const (
	maxOpen = 200 // elements, far below what the parser bears
	maxTags = maxLines / 4
)

// straight renders HTML, quoted-printable where soft says so; ok is false where that takes a
// parser, or, with unplain set, text as decodeText gives it.
func (s *straightener) straight(raw []byte, soft bool) (r rendered, ok bool) {
	*s = straightener{markup: s.markup, open: s.open[:0], attrs: s.attrs[:0], inside: s.inside, scratch: s.scratch[:0], last: tagRun{raw: s.last.raw[:0]}, page: page{streamed: true, declared: s.page.declared[:0]}}
	s.markup.begin(raw, soft)
	s.odd = len(raw) > maxStraight || bytes.Count(raw, []byte("\n")) > maxLines/2
	for s.ahead() && !s.odd && !s.over && !s.unplain {
		start := s.at
		s.toTag()
		if s.at > start {
			s.words(s.text[start:s.at])
		}
		if !s.odd && !s.over && s.ahead() {
			s.tag()
		}
	}
	for !s.odd && (s.top() == kindBody || s.top() == kindHTML) {
		s.close()
	}
	if s.odd || s.unplain || len(s.open) > 0 && !s.over {
		return r, false
	}
	s.page.breakLine() // as at the end of a body, which need not be written
	r.take(&s.page)
	return r, !s.passed || !brokenAddress(r.lines)
}

// ahead decodes as much as a tag may have; false at the end.
func (s *straightener) ahead() bool {
	for len(s.text)-s.at < decodeAhead && s.more() {
	}
	return s.at < len(s.text)
}

// toTag goes to where the next tag or comment begins, or to the end.
func (s *straightener) toTag() {
	for s.at = nextTag(s.text, s.at); s.at == len(s.text); {
		from := s.at - 1 // it may have been the beginning of one
		if !s.more() {
			return
		}
		s.at = nextTag(s.text, from)
	}
}

// brokenAddress reports a "<" that is not closed: where a program has broken an address at a
// quote, the quote's lines belong to it.
func brokenAddress(lines []string) bool {
	open := 0
	for _, line := range lines {
		if !isQuoted(line) {
			open += strings.Count(line, "<") - strings.Count(line, ">")
		}
	}
	return open != 0
}

func (s *straightener) top() kind {
	if s.depth > 0 {
		return s.inside[s.depth-1].kind
	}
	if len(s.open) == 0 {
		return kindNone
	}
	return s.open[len(s.open)-1].kind
}

// words writes what stands between two tags.
func (s *straightener) words(raw string) {
	blank := isBlank(raw)
	if !blank && (s.ended || inTable(s.top()) || s.top() == kindHead) {
		s.odd = true
	}
	if s.odd || s.ended {
		return
	}
	s.begun = s.begun || !blank
	l := look{}
	if n := len(s.open); n > 0 {
		f := &s.open[n-1]
		if f.kind == kindPre && f.fresh {
			raw = strings.TrimPrefix(raw, "\n")
		}
		f.fresh = false
		if l = f.look; f.unread || raw == "" {
			return
		}
	}
	if l.pre && strings.Contains(raw, "\r") {
		s.unplain = true // there a line end is one
	}
	s.page.write(html.UnescapeString(raw), l)
	if s.page.quoted && !blank && strings.TrimSpace(s.page.line.String()) != "" {
		s.pass(l)
	}
}

// enter opens an element whose tag ends where the straightener stands.
func (s *straightener) enter(name string, k kind, attrs int) {
	s.odd = s.odd || !s.mayStand(k) || len(s.open) > maxOpen
	if s.odd {
		return
	}
	s.count(k, 1)
	s.begun = s.begun || k < kindHTML
	if n := len(s.open); n > 0 {
		s.open[n-1].fresh = false
	}
	s.open = append(s.open, frame{name: name, kind: k, attrs: attrs, fresh: true})
	s.begin(&s.open[len(s.open)-1])
}

// count counts open elements of some kinds.
func (s *straightener) count(k kind, n int) {
	switch k {
	case kindParagraph:
		s.paragraphs += n
	case kindLink:
		s.links += n
	}
}

// begin has the page take an element.
func (s *straightener) begin(f *frame) {
	if n := len(s.open); n > 1 {
		f.look, f.unread = s.open[n-2].look, s.open[n-2].unread
	}
	if f.unread {
		return
	}
	f.node = html.Node{Type: html.ElementNode, Data: f.name, DataAtom: atom.Lookup([]byte(f.name)), Attr: s.attrs[f.attrs:]}
	f.outside = !s.page.intro
	rest := s.page.rest
	f.unread = s.page.element(&f.node, &f.look)
	f.box = f.outside && s.page.intro
	for i := range s.open {
		s.open[i].box = s.open[i].box && f.kind != kindQuote
	}
	s.odd = s.odd || s.page.rest && !rest && !f.outside
}

// leave closes an element by its end tag.
func (s *straightener) leave(name string) {
	if n := len(s.open); n == 0 || s.open[n-1].name != name {
		s.odd = true
		return
	}
	s.close()
}

// close ends the last element that is open.
func (s *straightener) close() {
	last := len(s.open) - 1
	f := &s.open[last]
	s.count(f.kind, -1)
	s.odd = s.odd || f.box
	if f.kind == kindBody || f.kind == kindHTML {
		s.ended = true
		s.odd = s.odd || f.look.pre
	}
	if !f.unread {
		s.page.leave(&f.node)
		if f.outside {
			s.page.intro = false
		}
	}
	s.attrs = s.attrs[:f.attrs]
	*f = frame{}
	s.open = s.open[:last]
}
