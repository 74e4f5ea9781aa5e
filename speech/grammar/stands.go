package grammar

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// This file has what lets a complete move stand although more is said beside it: a request that is only courtesy, talk in
// rows and sentences of its own, a reason behind a comma, and a slip in the verb. What speaks against a move is a negation, a
// question, a doubt, another person, another time or a quotation; preface and harmless look for those.

// beside reports whether a row or a sentence leaves the move beside it as it is: it is harmless, or talk about something
// else.
func (p parser) beside(toks []token) bool {
	if n := p.phrase(toks, orClass); n > 0 && p.moves(toks[n:], finding{}) != nil {
		return true // what is done if the move is refused
	}
	if p.has(toks, metaClass) {
		return false
	}
	for _, s := range p.sentences(toks) {
		told := stopped(s) && (p.aside(s, true) || p.remote(s) || p.remarkOfRow(s).leaves())
		if !told && !p.harmless(s) && !p.hopes(s) && !p.suspects(s) {
			return false
		}
	}
	return true
}

// remarkOfRow returns a sentence of a row beside a move.
func (p parser) remarkOfRow(toks []token) remark {
	r := p.remarkOf(toks)
	r.own, r.behind = true, true
	return r
}

// leaves reports whether a whole sentence says so much that it is about something else, and nothing against a move.
func (r remark) leaves() bool {
	colon := slices.ContainsFunc(r.toks, func(t token) bool { return t.raw == ":" })
	return !colon && r.words >= remarkLeast-1 && r.speaksAgainst() == ""
}

// stopped reports whether a sentence ends in a full stop or a smiley. Without one it may be the heading of what follows.
func stopped(toks []token) bool {
	last := toks[len(toks)-1]
	return last.mark == '.' || last.kind == smileToken
}

// remoteLeast is how many words a sentence must have to be about something else than the move beside it.
const remoteLeast = 3

// remote reports whether a sentence tells of something outside of the match: it names no card, place or player, says nothing
// that speaks against a move, and is more than an exclamation. Only whom its writer trusts may be denied.
func (p parser) remote(toks []token) bool {
	toks = p.ungreeted(toks)
	told, ok := p.preface(toks)
	denies := told.denies && (told.past || !p.has(toks, nobodyClass))
	if !ok || told.words < remoteLeast || told.plain == 0 || denies || told.doubts || told.about != "" || told.others {
		return false
	}
	for i, t := range toks {
		if t.kind == wordToken && (p.pointsBack(toks[i:]) || p.mendable(toks[i:], nounClass, cardClass) || len(t.key) > shortVerb && p.phrase(toks[i:], verbClass) > 0) {
			return false
		}
	}
	return p.has(toks[:1], articleClass, myClass, subjectClass, amClass, wishClass, denyClass) && !p.has(toks, metaClass) // not "disregard the rest"
}

// shortVerb is how many letters a verb of the game has that is also one of the smallest words of another kind: "por", "vou".
const shortVerb = 3

// pointsBack reports whether tokens begin with a word for something said before, "it", or with one for what holds only
// sometimes, "usually", that is no part of a longer phrase: the sentence may be about the move.
func (p parser) pointsBack(toks []token) bool {
	it, article := p.phrase(toks, itClass) > 0, p.phrase(toks, articleClass) > 0
	alone := ends(toks[1:]) || p.phrase(toks[1:], denyClass) > 0
	set := p.phrase(toks, settingClass)
	return it && (!article || alone) || set > 0 && set >= max(p.phrase(toks, threatClass), p.phrase(toks, fillerClass), p.phrase(toks, clauseClass))
}

// requested returns the moves that a text courteously asks the house to make: "can you put 3 on C5, please?". It needs a word
// such as "please", because "can you put 3 on C5?" may only ask whether that is legal.
func (p parser) requested(toks []token) []string {
	at := slices.IndexFunc(toks, func(t token) bool { return t.raw == "?" })
	if at < 0 {
		at = len(toks)
	}
	body := p.ungreeted(toks[:at])
	if len(body) == 0 || body[0].mark == '?' {
		body = body[min(1, len(body)):]
	}
	n := p.phrase(body, requestClass)
	if n == 0 || n >= len(body) || !p.has(toks, pleaseClass) || at < len(toks) && !p.idles(toks[at+1:], false) && at+1 < len(toks) {
		return nil
	}
	if lines := p.cutAnew().moves(body[n:], finding{}); lines != nil {
		return lines
	}
	for i := n; i < min(len(body), n+courtesyMost); i++ { // "could you be so good as to put 3 on C5"
		if t := body[i]; t.kind != wordToken || p.named(t.key) != "" || p.longest(body[i:], denyClass, nounClass, askClass) != nil {
			break
		}
		found := p.cutAnew().search(body[i+1:], false, finding{})
		if len(found) == 1 && found[0].complete() && len(found[0].clause.Verbs) > 0 {
			return []string{found[0].line}
		}
	}
	return nil
}

// courtesyMost is how many words of courtesy may stand in a request before its verb.
const courtesyMost = 8

// ours reports whether a remark behind a move says why its writers need it, "we have to head down": whatever must be is the
// reason, and no doubt. It names no card, place or player and denies nothing.
func (p parser) ours(remark []token) bool {
	n := p.phrase(remark, weClass)
	if n == 0 {
		return p.has(remark, nobodyClass) && p.remote(remark) // "I trust nobody"
	}
	told, ok := p.preface(remark[n:])
	return ok && told.words > 0 && !p.has(remark, metaClass) && !told.no && !told.past && !told.doubts && !told.threat && told.about == "" && !told.others && !p.has(remark[n:], settingClass)
}

// mistyped returns the move of a text in which the only unknown word stands where the verb belongs and is a slip of one that
// lays a card, if all the rest is a card and where it goes: "pkay 3 on C5", "pingo la 3 en C5".
func (p parser) mistyped(toks []token) []string {
	at := -1
	for i, t := range toks {
		if t.kind == wordToken && len(p.entries(t.key)) == 0 && p.named(t.key) == "" && !p.lex.inner[t.key] && len(t.key) > 1 {
			if at >= 0 {
				return nil
			}
			at = i
		}
	}
	if at < 0 || at+2 >= len(toks) || len(p.ungreeted(toks[:at])) > 1 || !p.slipOfVerb(toks[at].key) {
		return nil
	}
	rest := slices.Concat(toks[:at], toks[at+1:])
	found := p.cutAnew().search(rest, false, finding{})
	if len(found) != 1 || !found[0].whole() {
		return nil
	}
	return []string{found[0].line}
}

// whole reports whether a move without a verb names a card and where it goes.
func (f finding) whole() bool {
	card := slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool { return q.Number > 0 || len(q.Nouns) > 0 })
	goes := slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool { return q.Place != "" || q.Seat != "" })
	return card && goes && len(f.clause.Verbs) == 0
}

// slipOfVerb reports whether a word is a verb of the game with one key beside the right one, or one too many next to it.
func (p parser) slipOfVerb(key string) bool {
	if len(key) < 4 {
		return false
	}
	return engine.FindOnce(p.at.Effort, slipKey{p.lex, "verb " + key}, func() bool {
		p.at.Effort.Spend(len(p.lex.mendable) / slipsAStep)
		return slices.ContainsFunc(p.lex.mendable, func(e *entry) bool {
			return e.sense.class == verbClass && e.tail == nil && e.sense.form&(firstForm|orderForm|bare) != 0 && fingered(key, e.key)
		})
	})
}

// fingered reports whether typed is word with one letter that lies beside the right one on the keys, or with one too many that
// lies beside its neighbour. A letter that could make another form of the word is none.
func fingered(typed, word string) bool {
	at := 0
	for at < len(typed) && at < len(word) && typed[at] == word[at] {
		at++
	}
	if at == len(typed) {
		return false
	}
	ending := at >= len(word)-2 && strings.IndexByte("aeiounmrstdz", typed[at]) >= 0
	switch {
	case ending || len(word) < 3:
		return false
	case len(typed) == len(word):
		return typed[at+1:] == word[at+1:] && neighbours(typed[at], word[at])
	case len(typed) == len(word)+1:
		beside := at > 0 && neighbours(typed[at], typed[at-1]) || at < len(word) && neighbours(typed[at], word[at])
		return typed[at+1:] == word[at:] && beside
	}
	return false
}

// keyRows are the letters as they lie on most keyboards.
var keyRows = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

// neighbours reports whether two letters lie beside each other.
func neighbours(a, b byte) bool {
	rowA, atA := keyOf(a)
	rowB, atB := keyOf(b)
	if rowA < 0 || rowB < 0 || a == b {
		return false
	}
	across, down := atA-atB, rowA-rowB
	return down == 0 && (across == 1 || across == -1) || (down == 1 || down == -1) && (across == 0 || across == -down)
}

// keyOf returns the row of a letter and its place there, -1 if it is none.
func keyOf(letter byte) (row, at int) {
	for row, keys := range keyRows {
		if at := strings.IndexByte(keys, letter); at >= 0 {
			return row, at
		}
	}
	return -1, -1
}
