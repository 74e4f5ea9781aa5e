package natural

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// search takes a row of tokens apart in all ways in which each of them has its place.
type search struct {
	parser
	toks    []token
	entries [][]*entry // of the lexicon, that begin at each token
	loose   bool       // words may be left over, and it may be asked or supposed
	before  finding    // the move before, whose verb and kind of place go on
	found   []finding
}

// search takes a row apart.
func (p parser) search(toks []token, loose bool, before finding) []finding {
	s := search{parser: p, toks: toks, entries: make([][]*entry, len(toks)), loose: loose, before: before}
	for i := range toks {
		s.entries[i] = s.lookUp(i)
	}
	if s.hopeful() {
		s.step(0, state{led: before.led})
	}
	return s.found
}

// mostSteps is how many ways to read a text are tried in all, mostTails how many verbs wait for
// their second part.
const (
	mostSteps = 30_000
	mostTails = 3
)

// mostLeft is how many words of a text may be left over where it is only asked about: one of those that
// mean something, the others unknown.
const mostLeft = 3

// hopeful rules out at a glance a row that holds a word which has no place anywhere.
func (s *search) hopeful() bool {
	strangers := 0
	for i, t := range s.toks {
		if t.kind == otherToken {
			strangers++
		}
		if t.kind != wordToken || t.word == "'s" {
			continue
		}
		if s.holds(i, openerClass, closerClass, thanksClass, reasonClass) {
			return true // a name may follow, or what nobody needs to know
		}
		if len(s.entries[i]) == 0 && s.named(t.key) == "" && s.begun(t.key) == "" && !s.lex.inner[t.key] && len([]rune(t.raw)) > 1 {
			strangers++
		}
	}
	return strangers == 0 || s.loose && strangers <= mostLeft
}

// step reads the token at i in each way it can be read.
func (s *search) step(i int, st state) {
	if s.at.steps++; s.at.steps > mostSteps {
		return
	}
	if i == len(s.toks) {
		s.finish(st)
		return
	}
	switch t := s.toks[i]; t.kind {
	case smileToken:
		if st.close() {
			s.step(i+1, st)
		}
	case markToken:
		s.mark(i, st)
	case otherToken:
		s.skip(i, st)
	case numberToken:
		for _, e := range s.lex.first[t.key] {
			if s.spelled(i, e.words) {
				s.enter(i, st, e)
			}
		}
		s.number(i, st, t.num)
	case placeToken:
		s.place(i+1, st, t.at)
	default:
		s.word(i, st)
	}
}

func (s *search) mark(i int, st state) {
	switch t := s.toks[i]; t.mark {
	case ',', '.', '>':
		abbreviated := t.mark == '.' && st.np != nil && st.np.Card && st.np.Number == 0 && i+1 < len(s.toks) && s.toks[i+1].kind == numberToken
		if !st.complete() || abbreviated {
			s.step(i+1, st) // "card no. 3"
			return
		}
		st.close()
		st.comma = t.mark != '>'
		s.step(i+1, st)
	case '?':
		if s.loose && st.close() {
			st.soft = true
			s.step(i+1, st)
		}
	}
}

// number reads a number: it ends its part.
func (s *search) number(i int, st state, n int) {
	if st.closed || st.square || n == 0 {
		s.skip(i, st)
		return
	}
	if st.np.ended() {
		st.close()
	}
	st.open().Number = n
	s.step(i+1, st)
}

func (s *search) place(next int, st state, at string) {
	if st.closed {
		return
	}
	st.another().Place = at
	st.close()
	s.step(next, st)
}

func (s *search) seat(i int, st state, name string) {
	if st.greeted || st.closed {
		s.step(i+1, st) // "Hi Bo", "Thanks, Ana"
		if st.closed {
			return
		}
	}
	if st.np != nil && st.np.My && !st.complete() {
		return // "help me, Bo" in Dutch, where "me" is "my" as well
	}
	addressed := s.endsAt(i+1) || s.holds(i+1, youClass, subjectClass, wishIClass, fillerClass, clauseClass)
	if spoken := st; st.you == "" && addressed && s.knows(youClass, yourClass) && spoken.close() && name != s.at.Me {
		spoken.you = name
		s.step(i+1, spoken)
	}
	p := st.another()
	p.Seat = name
	comma := st.comma
	st.close()
	if i+1 < len(s.toks) && s.toks[i+1].word == "'s" {
		if i+2 < len(s.toks) && s.is(s.toks[i+2], squareClass) {
			return // "an Bos Stelle": nobody has a place on the board
		}
		st.elements[len(st.elements)-1].part.Role = Of
		s.step(i+2, st)
		return
	}
	if p.Role == 0 && !st.article && (comma && s.endsAt(i+1) || i == 0 && i+1 < len(s.toks) && s.toks[i+1].raw == ",") { // spoken to
		if s.loose && s.mends {
			gone := st
			gone.elements, gone.soft = gone.elements[:len(gone.elements)-1], true
			s.step(i+1, gone)
		}
		if s.knows(verbClass) {
			return
		}
	}
	s.step(i+1, st)
}

func (s *search) word(i int, st state) {
	t := s.toks[i]
	for n, tail := range st.tails {
		if s.tailAt(i, tail) {
			next := st
			if next.close() {
				next.tails = slices.Delete(slices.Clone(st.tails), n, n+1)
				s.step(i+len(tail), next)
			}
		}
	}
	if r := []rune(t.raw); len(r) == 1 && unicode.IsLetter(r[0]) && r[0] < 0x80 && i+1 < len(s.toks) && (unicode.IsUpper(r[0]) || s.letter(i)) {
		next := s.toks[i+1]
		if n := s.figure(i + 1); n > 0 { // "C 5", "C five"
			s.place(i+2, st, strings.ToLower(t.raw)+strconv.Itoa(n))
		} else if i+2 < len(s.toks) && next.raw == "-" && s.toks[i+2].kind == numberToken {
			s.place(i+3, st, strings.ToLower(t.raw)+s.toks[i+2].key)
		}
	}
	name, entries := s.named(t.key), s.entries[i]
	if r, _ := utf8.DecodeRuneInString(t.raw); name != "" {
		switch {
		case !unicode.IsUpper(r) && s.holds(i, myClass, articleClass):
			name = "" // "la mia lanterna" is not Mia's
		case i > 0 && unicode.IsUpper(r):
			entries = nil // "lantern Will" is nothing that somebody will do
		}
	}
	if name != "" {
		s.seat(i, st, name)
	}
	for _, e := range entries {
		s.enter(i, st, e)
	}
	switch {
	case len(entries) > 0 || name != "":
	case s.begun(t.key) != "":
		s.seat(i, st, s.begun(t.key))
	case st.greeted && s.onlyName(i):
		s.step(i+1, st) // "Hello dear Gus,"
	case st.closed:
		s.step(i+1, st)
	}
	if s.loose && name == "" && !slices.ContainsFunc(entries, func(e *entry) bool { return e.sense.class == denyClass || e.sense.role == Under }) &&
		(len(entries) > 0 || !s.lex.inflects(t.key)) {
		s.skip(i, st)
	}
}

// letter says of a small letter that it is no word, here or in its writer's language, or is the "I" of English: "5 i 3".
func (s *search) letter(i int) bool {
	word := func(e *entry) bool { return len(e.words) == 1 && e.sense.class != subjectClass }
	own := s.g.lexicon(s.at.Lang)
	return !slices.ContainsFunc(s.entries[i], word) && (own == nil || !slices.ContainsFunc(own.first[s.toks[i].key], word))
}

// skip leaves a word over, where one may be.
func (s *search) skip(i int, st state) {
	known := i < len(s.toks) && s.toks[i].kind != wordToken || len(s.entries[i]) > 0
	if !s.loose || st.left == mostLeft || known && st.leftKnown {
		return
	}
	st.left++
	st.leftKnown = st.leftKnown || known
	s.step(i+1, st)
}
