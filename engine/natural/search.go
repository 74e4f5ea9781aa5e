package natural

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// search takes a row of tokens apart in all ways in which each of them has its place.
type search struct {
	lex    *Lexicon
	at     *hearing
	mean   func(Clause) []string
	toks   []token
	loose  bool                // words may be left over, and it may be asked or supposed
	before finding             // the move before, whose verb and kind of place go on
	mends  bool                // slips are mended and names cut short
	slips  map[string][]*entry // those of a word that is none
	found  []finding
}

// finding is one way to read a row.
type finding struct {
	line string
	left int  // words left over
	slip bool // a slip was mended
	verb string
	part Part // the last it names
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

// element is what a clause is made of, in order.
type element struct {
	sense sense
	part  *Part
}

// state is how far a reading has come.
type state struct {
	elements  []element
	np        *Part // the part that is being read; nil for none
	article   bool  // an article or the like stands in it
	square    bool  // "square" does: only a place may follow
	tails     [][]string
	left      int
	leftKnown bool   // one of those left over means something
	soft      bool   // asked, supposed, put off or addressed
	begun     bool   // something of the move was read
	greeted   bool   // a greeting or thanks stands right before: a name may follow
	closed    bool   // the letter is being signed
	comma     bool   // one stands right before
	led       bool   // then or now stands right before the first element
	slip      bool   // a slip was mended
	self      bool   // the writer does it to themselves
	you       string // whoever is spoken to, where a word says that it is done to them
	yours     bool   // such a word was read
}

// complete says whether the part that is being read can end here.
func (st *state) complete() bool {
	return st.np == nil || len(st.np.Nouns) > 0 || st.np.Number > 0 || st.np.Place != "" || st.np.Seat != "" || st.np.Card
}

// close ends the part that is being read, where it can end here.
func (st *state) close() bool {
	if st.np == nil {
		return true
	}
	if !st.complete() {
		return false
	}
	st.elements = append(slices.Clip(st.elements), element{part: st.np})
	st.np, st.article, st.square, st.comma = nil, false, false, false
	return true
}

// open gives the part that is being read, to be changed.
func (st *state) open() *Part {
	p := Part{}
	if st.np != nil {
		p = *st.np
		p.Nouns = slices.Clip(p.Nouns)
	}
	st.np, st.begun, st.greeted = &p, true, false
	return &p
}

// add closes what is open and adds an element.
func (st *state) add(e element) bool {
	if st.closed || !st.close() {
		return false
	}
	st.comma = false
	st.elements = append(slices.Clip(st.elements), e)
	st.begun, st.greeted = true, false
	return true
}

// dropAnd takes back the word that joins a farewell or thanks: "3 on C5 and good luck".
func (st *state) dropAnd() {
	if n := len(st.elements); n > 0 && st.elements[n-1].part == nil && st.elements[n-1].sense.class == andClass {
		st.elements = st.elements[:n-1]
	}
}

func (s *search) run() []finding {
	if !s.hopeful() {
		return nil
	}
	s.step(0, state{})
	return s.found
}

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
		entries := s.entries(i)
		for _, e := range entries {
			switch e.sense.class {
			case openerClass, closerClass, thanksClass:
				return true // a name may follow
			}
		}
		if len(entries) == 0 && s.named(t.key) == "" && s.begun(t.key) == "" && !s.inside(i) && len([]rune(t.raw)) > 1 {
			strangers++
		}
	}
	return strangers == 0 || s.loose && strangers <= mostLeft
}

// is says whether a word of a class stands at a token.
func (s *search) is(i int, c class) bool {
	return slices.ContainsFunc(s.entries(i), func(e *entry) bool { return e.sense.class == c })
}

// inside says whether a word may be part of an entry that began before it.
func (s *search) inside(i int) bool { return s.lex.inner[s.toks[i].key] }

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
	if st.np != nil && (st.np.Number > 0 || st.np.Place != "" || st.np.Seat != "") {
		st.close()
	}
	p := st.open()
	p.Number = n
	s.step(i+1, st)
}

func (s *search) place(next int, st state, at string) {
	if st.closed {
		return
	}
	st.close()
	p := st.open()
	p.Place = at
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
	if spoken := st; st.you == "" && s.endsAt(i+1) && s.speaks() && spoken.close() && name != s.at.Me {
		spoken.you = name
		s.step(i+1, spoken)
	}
	st.close()
	p := st.open()
	p.Seat = name
	comma := st.comma
	st.close()
	if i+1 < len(s.toks) && s.toks[i+1].word == "'s" {
		if i+2 < len(s.toks) && slices.ContainsFunc(s.lex.first[s.toks[i+2].key], func(e *entry) bool { return e.sense.class == squareClass }) {
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
		if s.verbal() {
			return
		}
	}
	s.step(i+1, st)
}

// endsAt says whether the row, or a part of it that a mark ends, is over before a token.
func (s *search) endsAt(i int) bool {
	return i == len(s.toks) || s.toks[i].kind == markToken && s.toks[i].mark != '>'
}

// speaks says whether a word of the row speaks to somebody.
func (s *search) speaks() bool {
	for i := range s.toks {
		if s.is(i, youClass) || s.is(i, yourClass) {
			return true
		}
	}
	return false
}

// figure is the number that stands at a token, in figures or as a word; 0 for none.
func (s *search) figure(i int) int {
	if i >= len(s.toks) {
		return 0
	}
	if s.toks[i].kind == numberToken {
		return s.toks[i].num
	}
	for _, e := range s.entries(i) {
		if e.sense.class == countClass && len(e.words) == 1 {
			return int(e.sense.what[0] - '0')
		}
	}
	return 0
}

// verbal says whether the row has a verb.
func (s *search) verbal() bool {
	for i := range s.toks {
		for _, e := range s.entries(i) {
			if e.sense.class == verbClass {
				return true
			}
		}
	}
	return false
}

// small are the classes of words that lose what they mean at the head of a longer phrase that denies or
// doubts: "next to s2", "3 cheers for Bo".
var small = []class{prepClass, fillerClass, thenClass, openerClass, closerClass, thanksClass}

// entries are those of the lexicon that begin at a token.
func (s *search) entries(i int) []*entry {
	var fit []*entry
	exact := false
	for _, e := range s.lex.first[s.toks[i].key] {
		if s.spelled(i, e.words) {
			fit = append(fit, e)
			exact = exact || e.words[0] == s.toks[i].word
		}
	}
	if exact { // an accent is forgiven only where the word as typed is none
		fit = slices.DeleteFunc(fit, func(e *entry) bool { return e.words[0] != s.toks[i].word })
	}
	if len(fit) == 0 {
		return s.mended(i)
	}
	denies, doubts := 0, 0 // "à la place de Bo" is no place on the board, "right of C5" not C5
	for _, e := range fit {
		switch e.sense.class {
		case denyClass:
			denies = max(denies, len(e.words))
		case doubtClass:
			doubts = max(doubts, len(e.words))
		}
	}
	if max(denies, doubts) > 1 {
		fit = slices.DeleteFunc(fit, func(e *entry) bool {
			return len(e.words) < denies || len(e.words) < doubts && slices.Contains(small, e.sense.class)
		})
	}
	return fit
}

func (s *search) spelled(i int, words []string) bool {
	if i+len(words) > len(s.toks) {
		return false
	}
	for n, w := range words {
		if t := s.toks[i+n]; t.kind == markToken || t.kind == smileToken || !spells(t.word, w) {
			return false
		}
	}
	return true
}

// mended are the entries that a word is one slip of the pen away from, where all of them mean
// the same.
func (s *search) mended(i int) []*entry {
	t := s.toks[i]
	if !s.mends || t.kind != wordToken || len(t.key) < 3 || len(s.lex.first[t.key]) > 0 || s.named(t.key) != "" {
		return nil
	}
	fit, known := s.slips[t.key]
	if !known {
		fit = s.slipped(t.key)
		s.slips[t.key] = fit
	}
	return fit
}

// slipped finds the words that a typed one is a slip of: swapped letters first, then a wrong one.
func (s *search) slipped(typed string) []*entry {
	for _, slip := range []func(typed, word string) bool{swapped, mistyped} {
		var fit []*entry
		for _, e := range s.lex.mendable {
			if !slip(typed, e.key) {
				continue
			}
			if len(fit) > 0 && (fit[0].sense.class != e.sense.class || fit[0].sense.what != e.sense.what) && !slices.Equal(fit[0].words, e.words) {
				return nil
			}
			fit = append(fit, e)
		}
		if fit != nil {
			return fit
		}
	}
	return nil
}

// swapped says whether two letters that stand next to each other were swapped.
func swapped(typed, word string) bool {
	if len(typed) != len(word) || typed == word {
		return false
	}
	i := 0
	for typed[i] == word[i] {
		i++
	}
	return i+1 < len(typed) && typed[i] == word[i+1] && typed[i+1] == word[i] && typed[i+2:] == word[i+2:]
}

// mistyped says whether one letter of a word of five and more is wrong. Its last two must be right:
// another ending is another form of the word.
func mistyped(typed, word string) bool {
	d := len(typed) - len(word)
	if len(typed) < 5 || len(word) < 5 || d < -1 || d > 1 || typed[len(typed)-2:] != word[len(word)-2:] {
		return false
	}
	return engine.OneSlip(typed, word)
}

// named is the seat of a name, "" for none.
func (s *search) named(key string) string {
	if n := slices.Index(s.at.names, key); n >= 0 {
		return s.at.Seats[n]
	}
	return ""
}

// begun is the one seat whose name begins so, "" for none.
func (s *search) begun(key string) string {
	if len(key) < 3 || !s.mends {
		return ""
	}
	if at := engine.SeatBegins(s.at.Seats, key); at >= 0 {
		return s.at.Seats[at]
	}
	return ""
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
	if r := []rune(t.raw); len(r) == 1 && unicode.IsUpper(r[0]) && r[0] < 0x80 && i+1 < len(s.toks) {
		next := s.toks[i+1]
		if next.kind == numberToken {
			s.place(i+2, st, strings.ToLower(t.raw)+next.key)
		} else if i+2 < len(s.toks) && next.raw == "-" && s.toks[i+2].kind == numberToken {
			s.place(i+3, st, strings.ToLower(t.raw)+s.toks[i+2].key)
		}
	}
	name, entries := s.named(t.key), s.entries(i)
	if r, _ := utf8.DecodeRuneInString(t.raw); name != "" {
		mine := func(e *entry) bool { return e.sense.class == myClass || e.sense.class == articleClass }
		switch {
		case !unicode.IsUpper(r) && slices.ContainsFunc(entries, mine):
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

// onlyName says whether a word after a greeting can be somebody's name: up to three of them, to
// the next mark.
func (s *search) onlyName(i int) bool {
	first := i
	for first > 0 && s.toks[first-1].kind == wordToken && len(s.entries(first-1)) == 0 {
		first--
	}
	end := i
	for end < len(s.toks) && s.toks[end].kind == wordToken {
		end++
	}
	return end-first <= 3 && (end == len(s.toks) || s.toks[end].kind == markToken && s.toks[end].mark != '?')
}

func (s *search) tailAt(i int, tail []string) bool {
	if s.spelled(i, tail) {
		return true
	}
	key, word := s.toks[i].key, engine.Normalise(tail[0])
	return s.mends && len(tail) == 1 && len(key) >= 3 && len(s.lex.first[key]) == 0 && (swapped(key, word) || mistyped(key, word))
}

// skip leaves a word over, where one may be.
func (s *search) skip(i int, st state) {
	known := i < len(s.toks) && s.toks[i].kind != wordToken || len(s.entries(i)) > 0
	if !s.loose || st.left == mostLeft || known && st.leftKnown {
		return
	}
	st.left++
	st.leftKnown = st.leftKnown || known
	s.step(i+1, st)
}

// enter reads an entry of the lexicon.
func (s *search) enter(i int, st state, e *entry) {
	next := i + len(e.words)
	st.slip = st.slip || len(s.lex.first[s.toks[i].key]) == 0
	if st.closed && e.sense.class != closerClass && e.sense.class != fillerClass && e.sense.class != thanksClass && e.sense.class != openerClass && e.sense.class != myClass {
		if e.sense.class == denyClass || e.sense.class == doubtClass {
			return
		}
		s.step(next, st) // a word below "greetings" is part of the signature
		return
	}
	if e.sense.class != openerClass && e.sense.class != closerClass && e.sense.class != fillerClass && e.sense.class != thanksClass {
		st.greeted = false
	}
	switch e.sense.class {
	case nounClass:
		if st.np != nil && (st.np.Number > 0 || st.np.Place != "" || st.np.Seat != "") {
			st.close()
		}
		p := st.open()
		p.Nouns = append(p.Nouns, e.sense.what)
	case cardClass:
		if st.np != nil && (st.np.Place != "" || st.np.Seat != "") {
			st.close()
		}
		if s.toks[i].raw == "#" && (i == 0 || !slices.ContainsFunc(s.entries(i-1), func(e *entry) bool {
			return slices.Contains([]class{verbClass, cardClass, articleClass, myClass}, e.sense.class)
		})) {
			return // "Clonk! #1" is a match
		}
		short := next+1 < len(s.toks) && s.toks[next].raw == "." && s.toks[next+1].kind == numberToken     // "No. 3"
		if no := s.toks[i].key == "no" && st.np == nil && !short; no || st.np != nil && st.np.Number > 0 { // "no 3 C5", "2 tunnels to C5" counts them
			if !s.loose {
				return
			}
			st.soft = true
		}
		st.open().Card = true
	case countClass:
		if e.sense.what == "1" && (st.np == nil || !st.np.Card || st.np.Number > 0) {
			return
		}
		s.number(next-1, st, int(e.sense.what[0]-'0'))
		return
	case nthClass: // "my second card" is asked, never played
		if s.loose && next < len(s.toks) && s.is(next, cardClass) {
			st.soft = true
			s.number(next-1, st, int(e.sense.what[0]-'0'))
		}
		return
	case letterClass: // "see five" is asked, never played
		if n := s.figure(next); n > 0 && s.loose {
			st.soft = true
			s.place(next+1, st, e.sense.what+strconv.Itoa(n))
		}
		return
	case articleClass, myClass, yourClass:
		st.close()
		p := st.open()
		p.My = p.My || e.sense.class == myClass
		p.Your = p.Your || e.sense.class == yourClass
		st.article, st.yours = true, st.yours || p.Your
	case squareClass:
		st.close()
		st.open()
		st.square = true
	case prepClass:
		st.close()
		if st.np != nil && st.article {
			return
		}
		p := st.open()
		p.Role |= e.sense.role
	case meClass:
		if st.np == nil || st.np.Role == 0 || st.complete() {
			return
		}
		st.open().Seat = s.at.Me
		st.close()
	case adverbClass:
		if !st.add(element{part: &Part{Adverb: e.sense.what}}) {
			return
		}
	case verbClass:
		if st.np != nil && st.np.Role&(To|With) != 0 && !st.complete() && !st.article && e.sense.form&bare != 0 && len(st.elements) > 0 {
			st.np = nil // "I use 3 to repair Bo"
		}
		if !st.add(element{sense: e.sense}) || len(st.tails) == mostTails {
			return
		}
		if e.tail != nil {
			st.tails = append(slices.Clip(st.tails), e.tail)
		}
	case subjectClass, andClass, itClass, wishClass, wishIClass, amClass:
		if !st.add(element{sense: e.sense}) {
			return
		}
	case openerClass:
		if st.begun {
			return
		}
		st.greeted = true
	case thenClass:
		if st.begun {
			return
		}
		st.led = true
	case youClass:
		if !st.close() {
			return
		}
		st.yours = true
	case closerClass:
		putsOff := st.begun && s.toks[i-1].kind != markToken && s.toks[i-1].kind != smileToken && s.is(i, doubtClass)
		if putsOff || !st.close() { // "rest later", but "rest. Later!"
			return
		}
		st.dropAnd()
		st.closed = true
	case fillerClass, thanksClass, clauseClass, reflexClass:
		if st.close(); e.sense.class == thanksClass {
			st.dropAnd()
		}
		st.led = st.led || !st.begun && (e.sense.class == fillerClass || e.sense.class == clauseClass) && next < len(s.toks) && s.toks[next].kind == wordToken
		st.greeted = e.sense.class == thanksClass
		st.self = st.self || e.sense.class == reflexClass
	case doubtClass:
		if !s.loose || !st.close() {
			return
		}
		st.soft = true
	default:
		return
	}
	s.step(next, st)
}

// finish holds what was read against the rules of who says what of whom, and asks the game what it
// is.
func (s *search) finish(st state) {
	if len(st.tails) > 0 || !st.close() || len(st.elements) == 0 {
		return
	}
	c, soft, ok := s.clause(st)
	if len(st.elements) == 1 && len(c.Parts) == 1 && len(c.Parts[0].Nouns) == 1 && c.Parts[0].Number == 0 && s.toks[len(s.toks)-1].raw == "!" {
		soft = true // "Hammer!", "A crown!"
	}
	if !ok || soft && !s.loose {
		return
	}
	verb := ""
	if len(c.Verbs) > 0 {
		verb = c.Verbs[len(c.Verbs)-1]
	}
	var last Part
	if len(c.Parts) > 0 {
		last = c.Parts[len(c.Parts)-1]
	}
	for _, line := range s.mean(c) {
		f := finding{line: line, left: st.left, slip: st.slip, verb: verb, part: last}
		if !slices.ContainsFunc(s.found, func(g finding) bool { return g.line == line && g.left <= f.left }) {
			s.found = append(s.found, f)
		}
	}
}

// clause puts the elements together where its writer does it, now; soft says that it is asked.
func (s *search) clause(st state) (c Clause, soft, ok bool) {
	soft, c.Me, c.Self, c.You = st.soft, s.at.Me, st.self, st.you
	own := false // says by itself that its writer does it
	subject, wish, am, ands, its := false, false, false, 0, 0
	for n, e := range st.elements {
		if e.part != nil {
			p := *e.part
			if p.Seat != "" && p.Role == 0 && n+1 < len(st.elements) && st.elements[n+1].part == nil && st.elements[n+1].sense.class == verbClass &&
				st.elements[n+1].sense.form&(thirdForm|bare|alone) == 0 {
				return c, false, false // somebody else does it
			}
			c.Parts = append(c.Parts, p)
			continue
		}
		switch e.sense.class {
		case subjectClass, wishIClass:
			subject, own = true, true
			wish = wish || e.sense.class == wishIClass
		case wishClass:
			wish, own = true, true
			if n+1 < len(st.elements) && st.elements[n+1].part == nil && st.elements[n+1].sense.class == subjectClass && n == 0 && !st.led {
				soft = true
			}
		case amClass:
			am, own = true, true
		case andClass:
			ands++
		case itClass:
			its++
			if len(c.Parts) == 0 || len(c.Verbs) == 0 {
				return c, false, false
			}
		case verbClass:
			f := e.sense.form
			own = own || f&(firstForm|orderForm|bare) == firstForm
			if n == 0 && !st.led && n+1 < len(st.elements) && st.elements[n+1].part == nil && st.elements[n+1].sense.class == subjectClass {
				soft = true // "spiele ich die 3?"
			}
			if len(c.Verbs) == 0 && f == thirdForm {
				c.Third = true
			}
			if f == thirdForm && len(c.Parts) == 0 {
				return c, false, false // somebody else does it
			}
			switch {
			case wish && f&bare == 0 && (ands == 0 || f&firstForm == 0), am && f&goingForm == 0, subject && !wish && !am && f&firstForm == 0 && (f&bare == 0 || len(c.Verbs) == 0),
				f&(thirdForm|alone) == f && (wish || am || subject):
				return c, false, false
			}
			c.Verbs = append(c.Verbs, e.sense.what)
		}
	}
	if st.yours != (st.you != "") || st.yours && !own { // "Bo, mend your lamp"
		return c, false, false
	}
	if ands > max(len(c.Verbs)-1, 0) || its > 0 && len(c.Verbs) < 2 || am && len(c.Verbs) == 0 { // "I'm blue"
		return c, false, false
	}
	if len(c.Verbs) == 0 && s.before.verb != "" {
		if !slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Number > 0 || p.Place != "" || len(p.Nouns) > 0 }) {
			return c, false, false // "repair my lamp, Bo"
		}
		c.Verbs = []string{s.before.verb}
		if was := s.before.part; len(c.Parts) == 1 && was.Number > 0 && c.Parts[0].Number > 0 && len(c.Parts[0].Nouns) == 0 && !c.Parts[0].Card {
			c.Parts[0].Nouns = was.Nouns // "in shafts 1 and 3"
			c.Parts[0].Role = cmp.Or(c.Parts[0].Role, was.Role)
		}
	}
	return c, soft, true
}
