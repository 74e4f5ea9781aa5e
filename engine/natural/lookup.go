package natural

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// small are the classes of words that lose what they mean at the head of a longer phrase that denies or
// doubts: "next to s2", "3 cheers for Bo".
var small = []class{prepClass, fillerClass, thenClass, openerClass, closerClass, thanksClass, reasonClass}

// lookUp gives the entries of the lexicon that begin at a token.
func (s *search) lookUp(i int) []*entry {
	var fit []*entry
	exact := false
	for _, e := range s.lex.first[s.toks[i].key] {
		if s.spelled(i, e.words) {
			fit = append(fit, e)
			exact = exact || e.words[0] == s.toks[i].word
		}
	}
	if s.toks[i].clung {
		return slices.DeleteFunc(fit, func(e *entry) bool { return !e.sense.class.in(itClass, reflexClass, youClass, theirClass) })
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
	if slices.ContainsFunc(fit, func(e *entry) bool { return e.sense.form&laterForm != 0 }) { // the verb says as much
		fit = slices.DeleteFunc(fit, func(e *entry) bool { return e.sense.class == doubtClass && len(e.words) == 1 })
	}
	if max(denies, doubts) > 1 {
		fit = slices.DeleteFunc(fit, func(e *entry) bool {
			return len(e.words) < denies || len(e.words) < doubts && e.sense.class.in(small...)
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

// tailAt says whether the words that end a parted entry stand at a token.
func (s *search) tailAt(i int, tail []string) bool {
	if s.spelled(i, tail) {
		return true
	}
	key, word := s.toks[i].key, engine.Normalise(tail[0])
	return s.mends && len(tail) == 1 && len(key) >= 3 && len(s.lex.first[key]) == 0 && (swapped(key, word) || mistyped(key, word))
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

// holds says whether a word of one of some classes stands at a token.
func (s *search) holds(i int, some ...class) bool {
	return slices.ContainsFunc(s.entries[i], func(e *entry) bool { return e.sense.class.in(some...) })
}

// knows says whether the row has a word of one of some classes.
func (s *search) knows(some ...class) bool {
	for i := range s.toks {
		if s.holds(i, some...) {
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
	for _, e := range s.entries[i] {
		if e.sense.class == countClass && len(e.words) == 1 && s.toks[i].kind != numberToken {
			return e.sense.count()
		}
	}
	return s.toks[i].num
}

// endsAt says whether the row, or a part of it that a mark ends, is over before a token.
func (s *search) endsAt(i int) bool {
	return i == len(s.toks) || s.toks[i].kind == markToken && s.toks[i].mark != '>'
}

// onlyName says whether a word after a greeting can be somebody's name: up to three of them, to
// the next mark.
func (s *search) onlyName(i int) bool {
	first := i
	for first > 0 && s.toks[first-1].kind == wordToken && len(s.entries[first-1]) == 0 {
		first--
	}
	end := i
	for end < len(s.toks) && s.toks[end].kind == wordToken {
		end++
	}
	return end-first <= 3 && (end == len(s.toks) || s.toks[end].kind == markToken && s.toks[end].mark != '?')
}

// reason is where the clause ends that says why; -1 where it says anything of the match itself.
func (s *search) reason(i int) int {
	for ; i < len(s.toks); i++ {
		switch t := s.toks[i]; {
		case t.kind == numberToken, t.kind == placeToken, t.kind == otherToken, t.kind == markToken && strings.ContainsRune("?\"'`>", t.mark):
			return -1
		case t.mark == '.', t.mark == ',': // what a comma parts may take it back
			return i
		}
	}
	return i
}
