package grammar

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// This file reads a move with words in it that nobody has listed: "popping no 4 down at B3". Such a word may stand where a verb
// stands, where a small word stands, or behind the move, and the move then has a grace. In any other place it is likely to name
// what the number counts, who acts, or where something else is.

// freeMost is how many unknown words may stand in a move, and slangMost how long one is that stands for "on", or behind a move
// without a verb.
const (
	freeMost  = 3
	slangMost = 4
)

// freely returns the move that tokens state although some of their words are not known, or fit nowhere.
func (p parser) freely(toks []token, told finding) (move stated) {
	if p.at.Lang != p.lex.lang || len(toks) > longest || p.at.Effort.Spent() {
		return move
	}
	f := free{p, toks}
	if f.first() < 0 {
		return move
	}
	skips := make([]bool, len(toks))
	strangers := 0
	for i, t := range toks {
		switch {
		case t.kind != wordToken:
		case f.stranger(i):
			if strangers++; strangers > freeMost || !f.fits(i) {
				return move
			}
			skips[i] = true
		default:
			skips[i] = f.idleWord(i)
		}
	}
	p.unended = true
	s := search{parser: p, toks: toks, entries: make([][]*entry, len(toks)), before: told, free: skips}
	for i := range toks {
		s.entries[i] = s.lookUp(i)
	}
	s.step(0, state{led: told.led})
	least := mostFree + 1
	for _, f := range s.found {
		least = min(least, f.left)
	}
	found := fuller(slices.DeleteFunc(s.found, func(f finding) bool { return f.left > least }))
	if len(found) != 1 || found[0].past || !found[0].complete() {
		return move
	}
	acts := found[0].own || len(found[0].clause.Verbs) > 0 && !found[0].ordered
	if told.addressed && !acts {
		return move // "Bo, chuck the 3 on C5"
	}
	verb := len(found[0].clause.Verbs) > 0
	return stated{lines: []string{found[0].line}, graced: true, own: true, verb: verb, ordered: found[0].ordered, acts: found[0].own && verb}
}

// free is a text in which unknown words are judged by where they stand.
type free struct {
	parser
	toks []token
}

// stranger reports whether the word at i is not in the lexicon, nor like one of its words.
func (f free) stranger(i int) bool {
	t := f.toks[i]
	return t.kind == wordToken && len(f.entries(t.key)) == 0 && f.named(t.key) == "" && f.begun(t.key) == ""
}

// idleWord reports whether a known word says so little that a move stands without it.
func (f free) idleWord(i int) bool {
	if f.is(f.toks[i], andClass) && f.entity(i-1) && f.begins(i+1) {
		return false // "3 and the crossing on C5" names two cards
	}
	fit := f.fitting(f.toks[i:])
	return len(fit) > 0 && !slices.ContainsFunc(fit, func(e *entry) bool {
		return !e.sense.class.in(articleClass, andClass, adverbClass, reflexClass, thouClass, fillerClass, closerClass, openerClass)
	})
}

// tokenAt returns the token at i, an empty one beyond the ends and for a mark.
func (f free) tokenAt(i int) (t token, ok bool) {
	if i < 0 || i >= len(f.toks) || f.toks[i].kind == markToken || f.toks[i].kind == smileToken {
		return token{}, false
	}
	return f.toks[i], true
}

// determines reports whether a word at i begins the name of a thing: "the", "my".
func (f free) determines(i int) bool {
	t, ok := f.tokenAt(i)
	return ok && t.kind == wordToken && f.starts(i, articleClass, myClass, yourClass)
}

// begins reports whether a part of a move can begin at i: a card, a place or a seat, or a small word before one.
func (f free) begins(i int) bool {
	t, ok := f.tokenAt(i)
	switch {
	case !ok:
		return false
	case t.kind == numberToken || t.kind == placeToken || f.named(t.key) != "":
		return true
	}
	return f.starts(i, articleClass, myClass, cardClass, nounClass, prepClass, itClass, spotClass, countClass, nthClass, squareClass, youClass, theirClass, adverbClass, meClass)
}

// entity reports whether the token at i is a card, a place or a seat.
func (f free) entity(i int) bool {
	t, ok := f.tokenAt(i)
	return ok && (t.kind == numberToken || t.kind == placeToken || f.named(t.key) != "" || t.kind == wordToken && f.longest(f.toks[i:], nounClass, spotClass) != nil)
}

// starts reports whether an entry of one of these classes begins at i.
func (f free) starts(i int, some ...class) bool { return f.longest(f.toks[i:], some...) != nil }

// bare reports whether the number at i has nothing before it that says that it is a card.
func (f free) bare(i int) bool {
	before, ok := f.tokenAt(i - 1)
	return !ok || !(f.determines(i-1) || before.raw == "." || f.is(before, cardClass, prepClass) || f.entity(i-1))
}

// fits reports whether the unknown word at i stands where a word of a move can stand that adds nothing.
func (f free) fits(i int) bool {
	t := f.toks[i]
	r, _ := utf8.DecodeRuneInString(t.raw)
	before, follows := f.tokenAt(i - 1)
	behind, goesOn := f.tokenAt(i + 1)
	switch {
	case len(t.key) < 2: // an article in a dialect: "d 2"
		return goesOn && (behind.kind == numberToken || f.is(behind, cardClass))
	case f.lex.otherForm(t.word), i > 0 && f.lex.inflects(t.key):
		return false
	case goesOn && follows && f.is(before, prepClass) && f.withCard(i-1) && f.is(behind, cardClass): // "mit Wegekarte Nr. 3"
		return true
	case unicode.IsUpper(r) && !t.first:
		return false
	case f.determines(i - 1): // "my cousin", but "my lovely 3"
		placed := slices.ContainsFunc(f.toks, func(t token) bool { return t.kind == placeToken })
		return placed && goesOn && (behind.kind == numberToken || f.is(behind, cardClass))
	case goesOn && f.is(behind, meClass, reflexClass), follows && f.is(before, meClass, reflexClass) && !f.begins(i+1):
		return false // "3 on C5 scares me"
	case follows && f.is(before, prepClass) && before.kind == wordToken && !f.entity(i-1):
		return goesOn && (behind.kind == numberToken || f.is(behind, cardClass)) && f.has(f.toks[i-1:i], prepClass) && f.withCard(i-1)
	}
	first, last := f.first(), f.last()
	switch {
	case i < first:
		return f.leads(i, first)
	case i > last:
		return f.trails(i, last)
	}
	return f.between(i)
}

// withCard reports whether the preposition at i can be "with".
func (f free) withCard(i int) bool {
	return slices.ContainsFunc(f.fitting(f.toks[i:]), func(e *entry) bool { return e.sense.role&engine.With != 0 })
}

// first and last return where the first and the last card, place or seat stands.
func (f free) first() int {
	for i := range f.toks {
		if f.entity(i) {
			return i
		}
	}
	return -1
}

func (f free) last() int {
	for i := len(f.toks) - 1; i >= 0; i-- {
		if f.entity(i) {
			return i
		}
	}
	return -1
}

// leads reports whether the word at i stands where a verb or a call stands before a move: "popping no 4", "mate 4 on B3", but not
// "grandma keeps shouting 4" or "row 3, seat B3".
func (f free) leads(i, first int) bool {
	if t := f.toks[i]; t.first && !f.begins(i+1) {
		for i+2 < first && f.idleWord(i+1) {
			i++ // "dude ok 4 on B3"
		}
	}
	if !f.begins(i + 1) {
		return false
	}
	if _, ok := f.tokenAt(i - 1); ok && f.stranger(i-1) {
		return false
	}
	next := f.toks[i+1]
	switch {
	case next.kind == placeToken: // "bloco C5"
		return false
	case next.kind == numberToken:
		end, ok := f.tokenAt(i + 2)
		return ok && (!f.stranger(i+2) || len(end.key) <= slangMost)
	case f.starts(i+1, prepClass) && f.named(next.key) == "": // "tempted by 3", but "creeping onto C5 with 3"
		t, ok := f.tokenAt(first)
		return ok && t.kind != numberToken
	}
	return true
}

// between reports whether the word at i stands between a card and its place as a small word does: "4 uf B3".
func (f free) between(i int) bool {
	before, follows := f.tokenAt(i - 1)
	behind, goesOn := f.tokenAt(i + 1)
	switch {
	case !goesOn:
		return false
	case follows && before.kind == numberToken && f.bare(i-1): // "3 kids in a C5"
		return behind.kind == placeToken && len(f.toks[i].key) <= slangMost
	case behind.kind == placeToken:
		return follows && f.entity(i-1) && len(f.toks[i].key) <= slangMost+1
	case follows && f.named(before.key) != "" && i-1 == f.first() && !f.ofMine():
		return false // "Bo turned 5"
	}
	return f.begins(i+1) || f.stranger(i+1)
}

// ofMine reports whether a card is said to be the writer's: "Bo gets my 5".
func (f free) ofMine() bool {
	for i, t := range f.toks {
		if i > 0 && t.kind == numberToken && f.is(f.toks[i-1], myClass) {
			return true
		}
	}
	return false
}

// trails reports whether the word at i stands behind a move as a call does, and not as what the move is said to do.
func (f free) trails(i, last int) bool {
	before, follows := f.tokenAt(i - 1)
	switch {
	case follows && i-1 == last && before.kind == numberToken && !f.determines(last-1) && !(last > 0 && f.is(f.toks[last-1], cardClass)): // "lent Bo 5 quid"
		return len(f.toks[i].key) <= slangMost && f.toks[last].kind == numberToken && last > 0 && f.toks[last-1].kind == placeToken
	case follows && i-1 == last && before.kind == placeToken && f.determines(last-1): // "the C5 bus"
		return false
	case len(f.toks[i].key) <= slangMost:
		return true
	}
	verb := f.has(f.toks[:last], verbClass) || slices.ContainsFunc(f.toks[:max(0, f.first())], func(t token) bool { return t.kind == wordToken && len(f.entries(t.key)) == 0 })
	and := follows && f.is(before, andClass)
	return verb || and
}
