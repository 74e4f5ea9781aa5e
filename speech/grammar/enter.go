package grammar

import (
	"slices"
	"strconv"

	"pitpost.example/engine"
)

// enter reads the entry e at token i, by its class, and goes on behind its words if it fits the state.
func (s *search) enter(i int, st state, e *entry) {
	next, c, ok := i+len(e.words), e.sense.class, false
	st.slip = st.slip || len(s.lex.first[s.toks[i].key]) == 0
	courteous := c.in(openerClass, closerClass, fillerClass, thanksClass)
	if st.closed && !courteous && c != myClass {
		if !c.in(denyClass, doubtClass) {
			s.step(next, st) // it is part of the signature
		}
		return
	}
	if e.sense.denial == scorning && next < len(s.toks) && s.holds(next, verbClass) {
		return // "it's no use putting 3 on C5"
	}
	thanked := st.thanked
	st.thanked = !st.begun && (c.in(thanksClass, clauseClass) || st.thanked && courteous)
	st.greeted, st.praised, st.scorned = st.greeted && courteous, st.praised || e.sense.denial == praising, st.scorned || e.sense.denial == scorning
	switch c {
	case countClass, nthClass, letterClass:
		s.count(i, next, st, e.sense)
		return
	case reasonClass, purposeClass, soClass, commentClass, whoClass: // "I play 3 on C5 because nothing else fits"
		end := s.reason(next)
		ok = s.because(&st, e.sense.denial == relating && !st.comma) && s.adds(&st, c, i, next, end)
		st.aimed = st.aimed || c == purposeClass
		next = end
	case nounClass, articleClass, myClass, yourClass, squareClass, prepClass, meClass:
		if c == prepClass && thanked && e.sense.role&(engine.To|engine.Of|engine.From) != 0 && s.toks[i-1].kind == wordToken {
			st.soft = true // "thanks Bo for the 3 on C5", "pity about the 3 on C5"
		}
		if c == squareClass {
			s.columnAndRow(next, st)
		}
		ok = s.part(&st, e.sense)
	case spotClass:
		s.place(next, st, e.sense.what)
		return
	case cardClass:
		ok = s.card(i, next, &st)
	case adverbClass:
		ok = st.add(element{part: &engine.Part{Adverb: e.sense.what}})
	case verbClass:
		sense := e.sense
		if i > 0 && s.holds(i-1, toClass) && sense.form&bare != 0 {
			sense.form |= toForm
		}
		ok = st.verb(sense, e.tail)
	case theirClass:
		s.theirs(next, st)
	case youClass:
		if st.np != nil && st.np.Role != 0 && !st.complete() && !st.article { // "5 on you, Bo"
			st.open().Seat = spokenTo
			st.close()
			st.toYou, ok = true, true
		} else {
			st.forYou = !s.holds(i, thouClass, subjectClass)
			st.yours, ok = true, st.close()
		}
	case itClass:
		s.skipPronoun(i, next, st)
		ok = st.add(element{sense: e.sense})
	case andClass:
		if ok = !st.begun; st.begun { // "nothing fits and I pass": what came before is no part of the move
			ok = st.add(element{sense: e.sense})
		}
	case subjectClass, wishClass, wishIClass, amClass:
		ok = st.add(element{sense: e.sense})
	default:
		ok = s.remark(i, next, &st, c)
	}
	if ok {
		s.step(next, st)
	}
}

// count reads a number word, one that counts ("my second card", "the second on C5", "second from the left"), or a spelled
// letter of a place, which begins at token i. "See five" by itself needs a loose search, so it is never played.
func (s *search) count(i, next int, st state, word sense) {
	switch word.class {
	case countClass:
		if word.what != "1" || st.np != nil && st.np.Card && st.np.Number == 0 {
			s.number(next-1, st, word.count())
		}
	case nthClass:
		counts := next-i > 1 || next < len(s.toks) && s.holds(next, cardClass) || st.article && !ended(st.np) && s.stands(next, st) ||
			(!st.begun || st.np != nil && st.np.Role != 0 && !st.complete()) && next < len(s.toks) && s.holds(next, nounClass) // "third shaft", "im dritten Schacht"
		n := word.count()
		if n <= 0 && s.at.Hand != nil && (next == len(s.toks) || !s.holds(next, nounClass)) { // "the last shaft" is no card
			n += s.at.Hand()
		}
		if counts && n > 0 && !(st.np != nil && (st.np.Card || len(st.np.Nouns) > 0)) {
			st.counted = true
			s.number(next-1, st, n)
		}
	case letterClass:
		on := st.np != nil && st.np.Role&engine.On != 0 && !st.complete() // "on see five", but not "see five"
		if n := s.figure(next); n > 0 && (s.loose && len(s.toks[i].key) > 1 || on) {
			st.soft = st.soft || !on
			s.place(next+1, st, word.what+strconv.Itoa(n))
		}
	}
}

// stands reports whether a word that counts can stand before token i without "card": nothing follows that it could
// count, as in "the second time".
func (s *search) stands(i int, st state) bool {
	return ends(s.toks[i:]) || s.holds(i, nounClass, prepClass, adverbClass, meClass, thanksClass, fillerClass, andClass) ||
		slices.ContainsFunc(st.tails, func(tail []spelling) bool { return s.tailAt(i, tail) })
}

// part reads a word that belongs to a part, such as a noun, an article or a preposition. It returns false if the
// word does not fit.
func (s *search) part(st *state, word sense) bool {
	switch word.class {
	case nounClass:
		if ended(st.np) && !(st.np.Nth && len(st.np.Nouns) == 0) { // "the third shaft"
			st.close()
		}
		p := st.open()
		p.Nouns = append(p.Nouns, word.what)
	case articleClass, myClass, yourClass:
		p := st.another()
		p.My = p.My || word.class == myClass
		p.Your = p.Your || word.class == yourClass
		st.article, st.some, st.yours = true, word.denial == indefinite, st.yours || p.Your
	case squareClass:
		st.another()
		st.square = true
	case prepClass:
		st.close()
		if st.np != nil && st.article && !(st.square && word.role&engine.Aside != 0) { // "the square to the left of B3"
			return false
		}
		if p := st.open(); st.square && word.role&engine.Aside != 0 {
			p.Role = word.role // "on the square above C3" is not on C3
		} else {
			p.Role |= word.role
		}
	case meClass:
		if st.np == nil || st.np.Role == 0 || st.complete() {
			return false
		}
		st.open().Seat = s.at.Me
		st.close()
	}
	return true
}

// columnAndRow reads a place in words, from behind the first of them: "column C, row 5".
func (s *search) columnAndRow(next int, st state) {
	letter, number := "", 0
	for i := next; i < len(s.toks); i++ {
		t, named := s.toks[i], i == next || s.holds(i-1, squareClass)
		switch {
		case named && letter == "" && t.kind == wordToken && len(t.key) == 1:
			letter = t.key
		case named && number == 0 || letter != "" && s.toks[i-1].key == letter:
			number = s.figure(i)
		}
		if letter != "" && number > 0 {
			s.place(i+1, st, letter+strconv.Itoa(number))
			return
		}
		if t.raw != "," && t.key != letter && s.figure(i) != number && !s.holds(i, squareClass, andClass, articleClass, prepClass) {
			return
		}
	}
}

// skipPronoun reads on without a pronoun right before its verb, because the sentence also names what it stands for: "la
// 3 la pongo en C5". It does not skip a single letter, which is rather an article ("o jogo"), nor the pronoun of a
// verb in the third person, as in "la pone".
func (s *search) skipPronoun(i, next int, st state) {
	clung := s.toks[i].clung
	if next == len(s.toks) || !st.close() || !clung && len(s.toks[i].key) == 1 {
		return
	}
	for _, e := range s.entries[next] {
		f := e.sense.form
		does := clung || f&firstForm != 0 || f&bare != 0 && !s.holds(i, prepClass)
		if e.sense.class == verbClass && does || e.sense.class.in(itClass, wishClass, wishIClass, amClass) {
			s.enter(next, st, e)
		}
	}
}

// spokenTo is the seat of a part such as "on you" until clause knows who is spoken to.
const spokenTo = "you"

// theirs reads a word for the player whom the sentence before was about, in all ways: behind a preposition ("5 on
// him"), as the one to whom something is done, or as the owner of what follows.
func (s *search) theirs(next int, st state) {
	about := s.before.about
	if about == "" {
		return
	}
	if st.np != nil && st.np.Role != 0 && !st.complete() && !st.article { // "5 on him"
		of := st
		of.open().Seat = about
		of.close()
		s.step(next, of)
	}
	st.you, st.yours = about, true
	if plain := st; plain.close() { // "le rompo el pico"
		s.step(next, plain)
	}
	st.another()
	st.article = true
	s.step(next, st)
}

// card reads "card", "number" or "#". It returns false if the word does not mean a card here.
func (s *search) card(i, next int, st *state) bool {
	if s.toks[i].raw == "#" && (i == 0 || !s.holds(i-1, verbClass, cardClass, articleClass, myClass)) {
		return false // "Clonk! #1" is a match
	}
	if len(s.lex.first[s.toks[i].key]) == 0 && (s.toks[i].key[0] != s.entries[i][0].key[0] || s.figure(next) == 0) {
		return false // "crad 3", but neither "Marta 3" for "carta 3" nor "the crad"
	}
	short := next+1 < len(s.toks) && s.toks[next].raw == "." && s.toks[next+1].kind == numberToken                   // "No. 3"
	if no := s.toks[i].key == "no" && st.np == nil && !short; no || st.np != nil && st.np.Number > 0 && !st.np.Nth { // "no 3 C5", "2 tunnels to C5" counts them
		st.soft = true
	}
	st.counted = st.counted || st.np != nil && st.np.Nth
	st.open().Card = true
	return true
}

// verb reads a verb and remembers its second half, if it has one. It returns false if a verb does not fit here.
func (st *state) verb(word sense, tail []spelling) bool {
	if st.np != nil && st.np.Role&(engine.To|engine.With) != 0 && !st.complete() && !st.article && word.form&bare != 0 && len(st.elements) > 0 {
		st.np = nil // "I use 3 to repair Bo"
	}
	if !st.add(element{sense: word}) || len(st.tails) == mostTails {
		return false
	}
	if tail != nil {
		st.tails = append(slices.Clip(st.tails), tail)
	}
	return true
}

// because reports whether a clause that gives a reason may follow. Without a verb, a place or another player before
// it, the move is only asked about: "3 on me because it's my birthday". A clause that relates may instead be about a
// card, so it needs a verb before it: "a 3 em C5 que nos mata".
func (s *search) because(st *state, relates bool) bool {
	acts := slices.ContainsFunc(st.elements, func(e element) bool {
		return e.is(verbClass) || !relates && e.part != nil && (e.part.Place != "" || e.part.Seat != "" && e.part.Seat != s.at.Me)
	})
	if !st.close() || len(st.elements) == 0 || !acts && !s.loose {
		return false
	}
	st.soft = st.soft || !acts
	return true
}

// adds reports whether the tokens from one to end, which a word of class c at i introduces, only add to a move: its
// reason, its purpose, what comes of it, or a remark on it.
func (s *search) adds(st *state, c class, i, from, end int) bool {
	if end <= from {
		return false // it says something about the match
	}
	comma := s.toks[i-1].kind == markToken && s.toks[i-1].mark == ','
	switch c {
	case reasonClass:
		return end > from+1 // "que acham" asks
	case purposeClass:
		placed := slices.ContainsFunc(st.elements, func(e element) bool { return e.part != nil && e.part.Place != "" })
		wishes := st.elements[len(st.elements)-1].part == nil && st.elements[len(st.elements)-1].sense.class.in(wishClass, wishIClass)
		return !wishes && s.aims(from, end, placed) // not "3 on C5, but I'd like to think first"
	case soClass, whoClass: // "3 on C5, so the path stays open", but not "3 on C5, so Bo says"
		told, ok := s.preface(s.toks[from:end])
		ofThem := slices.ContainsFunc(st.elements, func(e element) bool { return e.part != nil && e.part.Seat != "" && e.part.Seat != s.at.Me })
		return comma && ok && !told.doubts && (c == soClass && end > from+1 || c == whoClass && ofThem && !told.game && !told.threat && !s.parser.has(s.toks[from:end], settingClass)) && len(s.parser.search(s.toks[from:end], true, finding{})) == 0
	}
	verb := slices.ContainsFunc(st.elements, func(e element) bool { return e.is(verbClass) })
	if !verb || !slices.ContainsFunc(st.elements, func(e element) bool { return e.part != nil }) {
		return false // "3 on C5, that's silly", "rest, it's sacred"
	}
	for n := from; n < end; n++ { // "throw 3 away, it's useless"
		if s.named(s.toks[n].key) != "" || s.holds(n, denyClass, doubtClass, settingClass, youClass, yourClass, theirClass, subjectClass, verbClass) {
			return false
		}
	}
	return comma
}

// aims reports whether the tokens from one to end say what the move is for, behind "to": a verb follows that the
// lexicon does not know ("to annoy Bo"), or one that it knows with nothing behind it that it could be done to ("to help
// us"). If the move has a place, that can be a thing or a player ("to block Bo"), because the move needs no more.
func (s *search) aims(from, end int, placed bool) bool {
	t := s.toks[from]
	if t.kind != wordToken || s.named(t.key) != "" || s.begun(t.key) != "" {
		return false
	}
	if !s.holds(from, verbClass) { // "to keep the path open"
		return !s.holds(from, nounClass, articleClass, myClass, yourClass, meClass, youClass, theirClass, cardClass, squareClass, countClass, nthClass, prepClass, thenClass, doubtClass)
	}
	if !slices.ContainsFunc(s.entries[from], func(e *entry) bool { return e.sense.form&bare != 0 }) {
		return false
	}
	for i := from + 1; i < end; i++ {
		if s.holds(i, meClass, myClass, yourClass, theirClass, youClass) || !placed && (s.named(s.toks[i].key) != "" || s.holds(i, nounClass, itClass)) {
			return false
		}
	}
	return true
}

// remark reads a word or phrase that is not part of the move: a greeting, a filler, or one that says how the move
// is meant. It returns false if it does not fit here.
func (s *search) remark(i, next int, st *state, c class) bool {
	switch c {
	case toClass:
		return next < len(s.toks) && s.holds(next, verbClass) && st.close()
	case openerClass:
		st.greeted, st.opened = true, st.opened || !st.begun
		return !st.begun || ends(s.toks[next:]) && s.toks[i-1].kind == markToken && st.close() // "3 on C5, here goes"
	case thenClass:
		st.led = true
		return !st.begun
	case doubtClass:
		st.soft = true
		return s.loose && st.close()
	case ratherClass: // "no wait, I mean 3 on C5" is about an earlier letter
		st.soft = true
		return s.loose && !st.begun
	case closerClass:
		putsOff := st.begun && s.toks[i-1].kind != markToken && s.toks[i-1].kind != smileToken && s.holds(i, doubtClass)
		// "ich repariere deine Laterne" is not signed "deine Laterne"
		yours := s.holds(i, yourClass) && next < len(s.toks) && s.holds(next, nounClass)
		if putsOff || yours || !st.close() { // "rest later", but "rest. Later!"
			return false
		}
		st.dropAnd()
		st.closed = true
		return true
	case fillerClass, thanksClass, clauseClass, reflexClass:
		if c == reflexClass && i > 0 && s.holds(i-1, prepClass) {
			return false // "per me" is for the writer, though somebody is called Per
		}
		if st.close(); c.in(thanksClass, clauseClass) {
			st.dropAnd()
		}
		st.led = st.led || !st.begun && c.in(fillerClass, clauseClass) && next < len(s.toks) && s.toks[next].kind == wordToken
		st.greeted = c == thanksClass
		st.self = st.self || c == reflexClass && !s.holds(i, theirClass)
		st.remarked = st.remarked || c == clauseClass && (!s.parts(next) || st.begun && !s.parts(i-1))
		return true
	}
	return false
}

// parts reports whether the text ends at a token, or a mark or a word there parts a remark from the move.
func (s *search) parts(i int) bool {
	return i == len(s.toks) || s.toks[i].kind == smileToken || s.separates(s.toks[i]) || s.toks[i].kind == markToken || s.holds(i, soClass, butClass, reasonClass)
}
