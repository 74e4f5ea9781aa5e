package grammar

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// search finds all ways of reading some tokens in which each token fits in. It is a recursive search: step and
// what it calls read one token and call step for the next.
type search struct {
	parser
	toks    []token
	entries [][]*entry // for each token, the entries that begin at it
	loose   bool       // also finds what is only asked or supposed, and may skip words
	free    []bool     // which words may be left out, nil if none
	before  finding    // the move before this one, whose verb and nouns may be meant again
	found   []finding  // the results, at most a few for each command
}

// search returns the ways of reading some tokens as one move, as type search describes.
func (p parser) search(toks []token, loose bool, before finding) []finding {
	if p.at.Effort.Spent() {
		return nil
	}
	s := search{parser: p, toks: toks, entries: make([][]*entry, len(toks)), loose: loose, before: before}
	for i := range toks {
		s.entries[i] = s.lookUp(i)
	}
	if s.hopeful() {
		s.step(0, state{led: before.led})
	}
	return s.found
}

// mostSteps limits the steps for one text in all languages, so that no text takes long, and looseSteps those of them for what
// it only comes close to. mostTails is how many verbs may wait for their second half at once.
const (
	mostSteps  = 12_000
	looseSteps = 4_000
	mostTails  = 3
)

// mostLeft is how many words a loose search may skip. Only one of them may be known to the lexicon.
const mostLeft = 3

// mostFree is how many words a free reading may leave out.
const mostFree = 6

// hopeful returns false if no search can succeed because the text has a word, or too many words, that fit
// nowhere. It saves the search for most talk.
func (s *search) hopeful() bool {
	strangers := 0
	for i, t := range s.toks {
		if t.kind == otherToken {
			strangers++
		}
		if t.kind != wordToken || t.word == "'s" {
			continue
		}
		if s.holds(i, openerClass, closerClass, thanksClass, reasonClass, purposeClass, soClass, commentClass, whoClass) {
			return true // unknown words may follow: a name or a reason
		}
		if len(s.entries[i]) == 0 && s.named(t.key) == "" && s.begun(t.key) == "" && !s.lex.inner[t.key] && len([]rune(t.raw)) > 1 {
			strangers++
		}
	}
	return strangers == 0 || s.loose && strangers <= mostLeft
}

// tryingSteps is how many steps of effort it is to try one way to read a token: as much as to compare so many words.
const tryingSteps = 16

// step reads the token at i in all ways. At the end of the text it calls finish.
func (s *search) step(i int, st state) {
	s.at.Effort.Spend(tryingSteps)
	if s.loose {
		s.at.loose++
	}
	if s.at.steps++; s.at.steps > mostSteps || s.at.loose > looseSteps && s.loose || s.at.Effort.Spent() {
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
	case otherToken, timeToken:
		s.skip(i, st)
	case numberToken:
		for _, e := range s.lex.first[t.key] {
			if spelled(s.toks[i:], e.forms) {
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

// mark reads a mark: it ends a part, unless that cannot end yet. A question mark needs a loose search.
func (s *search) mark(i int, st state) {
	switch t := s.toks[i]; t.mark {
	case ',', '.', '>':
		abbreviated := t.mark == '.' && st.np != nil && st.np.Card && st.np.Number == 0 && i+1 < len(s.toks) && s.toks[i+1].kind == numberToken
		if !st.complete() || abbreviated {
			s.step(i+1, st) // "card no. 3"
			return
		}
		st.close()
		st.comma, st.praised = t.mark != '>', st.praised && t.mark != '.'
		s.step(i+1, st)
	case '?':
		if s.loose && st.close() {
			st.soft = true
			s.step(i+1, st)
		}
	}
}

// number reads the number n at token i, which completes the part it is in.
func (s *search) number(i int, st state, n int) {
	if st.closed || st.square || n == 0 {
		s.skip(i, st)
		return
	}
	if ended(st.np) {
		st.close()
	}
	p := st.open()
	p.Number, p.Nth = n, s.counts(i)
	st.soft = st.soft || p.Nth && st.some // "I discard a second card"
	s.step(i+1, st)
}

// counts reports whether the number at token i counts: "3rd", "third". In "1er", which some write for "1", it does too.
func (s *search) counts(i int) bool {
	return s.toks[i].kind == numberToken && strings.Trim(s.toks[i].key, "0123456789") != "" || s.holds(i, nthClass)
}

// place reads a place, a part by itself with the preposition before it, and goes on at token next.
func (s *search) place(next int, st state, at string) {
	if st.closed {
		return
	}
	st.another().Place = at
	st.close()
	s.step(next, st)
}

// seat reads the name of a player in all ways: as part of a greeting, as somebody spoken to, whose something is,
// or whom the move is about.
func (s *search) seat(i int, st state, name string) {
	if st.greeted || st.closed {
		st.hailed = st.hailed || !st.begun && name != s.at.Me
		s.step(i+1, st) // "Hi Bo", "Thanks, Ana"
		if i+2 < len(s.toks) && s.holds(i+1, andClass) && s.named(s.toks[i+2].key) != "" && ends(s.toks[i+3:]) {
			s.step(i+2, st) // "Hi Bo and Cy,"
		}
		if st.closed {
			return
		}
	}
	if st.np != nil && st.np.My && !st.complete() {
		return // "help me, Bo" in Dutch, where "me" is also "my"
	}
	addressed := ends(s.toks[i+1:]) || s.holds(i+1, youClass, subjectClass, wishIClass, openerClass, fillerClass, clauseClass) ||
		i+2 < len(s.toks) && (s.holds(i+1, prepClass) && s.holds(i+2, youClass) || s.mine(i+1)) // "Bo for you", "Bo rompo tu pico"
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
			return // "an Bos Stelle" is "in Bo's place", not a place on the board
		}
		st.elements[len(st.elements)-1].part.Role = engine.Of
		s.step(i+2, st)
		return
	}
	if p.Role == 0 && !st.article && (comma && ends(s.toks[i+1:]) || i == 0 && i+1 < len(s.toks) && s.toks[i+1].raw == ",") { // addressed: "Bo, …" or "…, Bo"
		if s.loose && s.mends {
			gone := st
			gone.elements, gone.soft = gone.elements[:len(gone.elements)-1], true
			s.step(i+1, gone)
		}
		if s.knows(verbClass) && !s.given(i+2) {
			return
		}
	}
	s.step(i+1, st)
}

// given reports whether what somebody gets follows at token i, behind their name: "Bo, you get s3".
func (s *search) given(i int) bool {
	return i < len(s.toks) && s.holds(i, youClass, thouClass) && slices.ContainsFunc(s.entries[i], func(e *entry) bool { return e.sense.class == verbClass && e.sense.form&thirdForm != 0 })
}

// mine reports whether a verb at token i can only be of its writer: "rompo", but not "rompe".
func (s *search) mine(i int) bool {
	return slices.ContainsFunc(s.entries[i], func(e *entry) bool { return e.sense.class == verbClass && e.sense.form == firstForm })
}

// word reads a word in all ways: the second half of a verb, the letter of a place ("C 5"), a name, its entries, or
// one to skip.
func (s *search) word(i int, st state) {
	t := s.toks[i]
	denied := slices.ContainsFunc(s.entries[i], func(e *entry) bool { return e.sense.class == denyClass && len(e.words) > 1 })
	for n, tail := range st.tails {
		if !denied && s.tailAt(i, tail) { // "repariere mal meine Lampe", but "mal einer" is somebody
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
		case !t.first && unicode.IsUpper(r):
			entries = nil // "lantern Will" is nothing that somebody will do, and "Thanks, Skip" no pass
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
	if s.free != nil && s.free[i] && st.left < mostFree {
		st.left++
		s.step(i+1, st)
		return
	}
	if s.loose && name == "" && !slices.ContainsFunc(entries, func(e *entry) bool { return e.sense.class == denyClass || e.sense.role == engine.Under }) &&
		(len(entries) > 0 || !s.lex.inflects(t.key)) {
		s.skip(i, st)
	}
}

// letter reports whether a single small letter can be the letter of a place, because it is no word in this
// language or the writer's. The English "i" can be one: "5 i 3".
func (s *search) letter(i int) bool {
	word := func(e *entry) bool { return len(e.words) == 1 && e.sense.class != subjectClass }
	own := s.g.lexicon(s.at.Lang)
	return !slices.ContainsFunc(s.entries[i], word) && (own == nil || !slices.ContainsFunc(own.first[s.toks[i].key], word))
}

// skip goes on without the token at i if the search is loose and may skip another one.
func (s *search) skip(i int, st state) {
	known := i < len(s.toks) && s.toks[i].kind != wordToken || len(s.entries[i]) > 0
	if !s.loose || st.left == mostLeft || known && st.leftKnown {
		return
	}
	st.left++
	st.leftKnown = st.leftKnown || known
	s.step(i+1, st)
}
