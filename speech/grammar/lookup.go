package grammar

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// small lists the classes of words that count for nothing if a longer phrase that begins with them puts the move
// in doubt: "3 goes well on C5" is not "3 goes on C5".
var small = []class{verbClass, wishClass, prepClass, fillerClass, thenClass, openerClass, closerClass, thanksClass, reasonClass, reflexClass}

// lookUp returns the entries of the lexicon that begin at a token and fit the tokens after it. If there are none
// it tries to correct a slip.
func (s *search) lookUp(i int) []*entry {
	var fit []*entry
	exact := false
	for _, e := range s.fitting(s.toks[i:]) {
		fit = append(fit, e)
		exact = exact || e.words[0] == s.toks[i].word
	}
	if s.toks[i].clung {
		return slices.DeleteFunc(fit, func(e *entry) bool { return !e.sense.class.in(itClass, reflexClass, youClass, theirClass) })
	}
	if exact { // a missing accent is forgiven only if there is no word as typed
		fit = slices.DeleteFunc(fit, func(e *entry) bool { return e.words[0] != s.toks[i].word })
	}
	if len(fit) == 0 {
		return s.mended(i)
	}
	denies, doubts := 0, 0 // the longest phrases: "à la place de Bo" is no place on the board, "right of C5" not C5
	for _, e := range fit {
		switch {
		case e.sense.class == denyClass:
			denies = max(denies, len(e.words))
		case e.sense.class == doubtClass, e.sense.denial == praising:
			doubts = max(doubts, len(e.words))
		}
	}
	if slices.ContainsFunc(fit, func(e *entry) bool { return e.sense.form&laterForm != 0 }) { // the verb itself makes it a question
		fit = slices.DeleteFunc(fit, func(e *entry) bool { return e.sense.class == doubtClass && len(e.words) == 1 })
	}
	if slices.ContainsFunc(fit, func(e *entry) bool { return e.sense.class == fillerClass && len(e.words) > 1 }) { // "this turn" turns nothing
		fit = slices.DeleteFunc(fit, func(e *entry) bool { return e.sense.class.in(itClass, articleClass) && len(e.words) == 1 })
	}
	if max(denies, doubts) > 1 {
		fit = slices.DeleteFunc(fit, func(e *entry) bool {
			return len(e.words) < denies || len(e.words) < doubts && e.sense.class.in(small...)
		})
	}
	return fit
}

// spelled reports whether tokens begin with these words.
func spelled(toks []token, words []spelling) bool {
	if len(words) > len(toks) {
		return false
	}
	for n := len(words) - 1; n >= 0; n-- { // from the end, because many phrases begin with the same word
		if t := &toks[n]; t.kind == markToken || t.kind == smileToken || !words[n].typed(t.word, t.key) {
			return false
		}
	}
	return true
}

// longest returns the longest entry of these classes that tokens begin with; nil if there is none.
func (p parser) longest(toks []token, some ...class) (found *entry) {
	if len(toks) == 0 {
		return nil
	}
	for _, e := range p.begin(toks) {
		if len(e.words) <= len(toks) && e.sense.class.in(some...) && (found == nil || len(e.words) > len(found.words)) {
			found = e
		}
	}
	return found
}

// fitting returns the entries that tokens begin with.
func (p parser) fitting(toks []token) []*entry {
	return engine.FilterList(p.begin(toks), func(e *entry) bool { return len(e.words) <= len(toks) })
}

// begin returns the entries that tokens begin with, and some that go on behind their end: what a token begins is looked
// up once, however much of the text behind it is read.
func (p parser) begin(toks []token) []*entry {
	all, known := p.begins[&toks[0]]
	if known {
		p.at.Effort.Spend(1)
		return all
	}
	whole := toks[:cap(toks)]
	for _, e := range p.entries(toks[0].key) {
		if spelled(whole, e.forms) {
			all = append(all, e)
		}
	}
	if p.begins != nil {
		p.begins[&toks[0]] = all
	}
	return all
}

// entries returns the entries whose first word has a key.
func (p parser) entries(key string) []*entry {
	all := p.lex.first[key]
	p.at.Effort.Spend(1 + len(all))
	return all
}

// cutAnew returns the parser for tokens that are put together anew, so that what they begin is looked up for each.
func (p parser) cutAnew() parser {
	p.begins = nil
	return p
}

// tailAt reports whether the second half of a verb is at a token, perhaps with a slip.
func (s *search) tailAt(i int, tail []spelling) bool {
	if spelled(s.toks[i:], tail) {
		return true
	}
	key, word := s.toks[i].key, tail[0].key
	return s.mends && len(tail) == 1 && len(key) >= 3 && len(s.lex.first[key]) == 0 && (swapped(key, word) || mistyped(key, word))
}

// mended returns the entries that an unknown word is one slip away from. It returns nil if they differ in what
// they mean.
func (s *search) mended(i int) []*entry {
	t := s.toks[i]
	if !s.mends || t.kind != wordToken || len(t.key) < 3 || len(s.lex.first[t.key]) > 0 || s.lex.inner[t.key] || s.named(t.key) != "" {
		return nil
	}
	fit, known := s.slips[t.key]
	if !known {
		fit = engine.FindOnce(s.at.Effort, slipKey{s.lex, t.key}, func() []*entry { return s.slipped(t.key) })
		s.slips[t.key] = fit
	}
	return fit
}

// slipKey is a word that may be a slip of one in a lexicon.
type slipKey struct {
	lex   *Lexicon
	typed string
}

// slipsAStep is how many words may be compared with an unknown one for one step of effort.
const slipsAStep = 8

// slipped does the work of mended: it looks for swapped letters first, then for a wrong one.
func (s *search) slipped(typed string) []*entry {
	s.at.Effort.Spend(len(s.lex.mendable) / slipsAStep)
	for n, slip := range []func(typed, word string) bool{swapped, mistyped} {
		var fit []*entry
		for _, e := range s.lex.mendable {
			if !slip(typed, e.key) && !(n > 0 && e.sense.class == cardClass && miscounted(typed, e.key)) {
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

// swapped reports whether typed is word with two neighbouring letters swapped.
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

// mistyped reports whether typed is word with one letter wrong, missing or added. Both need five letters, and the
// last two must be right, because another ending makes another form of the word; the last letter may be doubled.
func mistyped(typed, word string) bool {
	d := len(typed) - len(word)
	if len(typed) < 5 || len(word) < 5 || d < -1 || d > 1 || typed[len(typed)-2:] != word[len(word)-2:] && typed != word+word[len(word)-1:] {
		return false
	}
	return engine.IsOneSlip(typed, word)
}

// miscounted reports whether typed is word with one letter missing or added behind the first, as in "caard". It asks less
// than mistyped, so it is only for words that need a number behind them.
func miscounted(typed, word string) bool {
	d := len(typed) - len(word)
	return len(typed) >= 4 && len(word) >= 4 && (d == 1 || d == -1) && typed[0] == word[0] && engine.IsOneSlip(typed, word)
}

// named returns the seat with exactly this name, "" if there is none.
func (p parser) named(key string) string {
	if n := slices.Index(p.at.names, key); n >= 0 {
		return p.at.Seats[n]
	}
	return ""
}

// begun returns the only seat whose name begins with key, "" if there is none or several.
func (p parser) begun(key string) string {
	if len(key) < 3 || !p.mends {
		return ""
	}
	if at := engine.FindSeatBeginning(p.at.Seats, key); at >= 0 {
		return p.at.Seats[at]
	}
	return ""
}

// holds reports whether an entry of one of these classes begins at a token.
func (s *search) holds(i int, some ...class) bool {
	return slices.ContainsFunc(s.entries[i], func(e *entry) bool { return e.sense.class.in(some...) })
}

// knows reports whether an entry of one of these classes begins at any token.
func (s *search) knows(some ...class) bool {
	for i := range s.toks {
		if s.holds(i, some...) {
			return true
		}
	}
	return false
}

// figure returns the number at a token, written in digits or as a word; 0 if there is none.
func (s *search) figure(i int) int {
	if i >= len(s.toks) {
		return 0
	}
	for _, e := range s.entries[i] {
		if e.sense.class == countClass && len(e.words) == 1 && s.toks[i].kind != numberToken {
			return e.sense.count()
		}
	}
	return s.toks[i].num
}

// ends reports whether there are no tokens, or a mark is the first.
func ends(toks []token) bool {
	return len(toks) == 0 || toks[0].kind == markToken && toks[0].mark != '>'
}

// onlyName reports whether the unknown word at i can belong to a name after a greeting: up to three words, none of them
// a word of the game, which end with the text or at a mark. "I choose" greets too, and "I choose between blue …" is no
// name.
func (s *search) onlyName(i int) bool {
	first := i
	for first > 0 && s.toks[first-1].kind == wordToken && len(s.entries[first-1]) == 0 {
		first--
	}
	end := i
	for end < len(s.toks) && s.toks[end].kind == wordToken && !s.holds(end, verbClass, nounClass, adverbClass, cardClass, spotClass) {
		end++
	}
	return end-first <= 3 && (end == len(s.toks) || s.toks[end].kind == markToken && s.toks[end].mark != '?')
}

// reason returns the token at which a clause that begins at i and says why ends. It returns -1 if the clause
// says something about the match.
func (s *search) reason(i int) int {
	for ; i < len(s.toks); i++ {
		switch t := s.toks[i]; {
		case t.kind == numberToken, t.kind == placeToken, t.kind == otherToken, t.kind == markToken && strings.ContainsRune("?\"'`>", t.mark):
			return -1
		case t.mark == '.', t.mark == ',': // what follows a comma may take the move back, so it is read on its own
			return i
		}
	}
	return i
}
