package grammar

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// greets reports whether a row ends in a greeting.
func (p parser) greets(toks []token) bool {
	for len(toks) > 0 && toks[len(toks)-1].kind != wordToken {
		toks = toks[:len(toks)-1]
	}
	return len(toks) > 0 && p.is(toks[len(toks)-1], openerClass)
}

// stands reports whether a move says by itself that it is made: it names a card and where it goes, or its writer acts.
func (f finding) stands() bool {
	return !f.past && (f.own || f.whole() || len(f.clause.Verbs) > 0 && !f.clause.Third)
}

// correction returns the move that replaces the one before it, "3 on C5, no wait, D5", or the move itself if it is only
// taken back, "3 on C5, no wait"; nil if the text does neither. What it returns is only asked about, never played.
func (p parser) correction(toks []token) []string {
	for i := 2; i < min(len(toks), correctionMost) && p.special(toks, negation); i++ {
		if toks[i].mark == ',' {
			if !slices.ContainsFunc(toks[:i], func(t token) bool { return t.kind == numberToken || t.kind == placeToken }) && !p.has(toks[:i], nounClass) {
				break // "can't do anything useful, I discard 3"
			}
			return p.moves(toks[i+1:], finding{}) // "not the 2, the 3 on C5"
		}
	}
	for i := 1; i < len(toks); i++ {
		n, retracts := p.turnsRound(toks[i:])
		if n == 0 {
			continue
		}
		lines := p.moves(toks[:i], finding{})
		if lines == nil {
			continue
		}
		if other := p.instead(toks[:i], toks[i+n:]); other != nil && len(toks) > i+n {
			return other
		}
		if retracts {
			return lines
		}
	}
	return nil
}

// amended returns the move of a text that begins as a correction of what is written nowhere: "oops, not the 2, I meant 3 on C5". Its
// other clauses only say that something was wrong, or what was: "not the 2".
func (p parser) amended(toks []token) []string {
	amends := false
	var rest []token
	for _, seg := range p.segments(toks) {
		part := toks[seg.from:seg.to]
		n, _ := p.turnsRound(part)
		means := n > 0 && n < len(part) && p.special(part, meaning)
		if p.deniesOne(part) || p.deniesOne(part[n:]) {
			amends = amends || rest == nil
			continue
		}
		if n > 0 && n < len(part) && !means && part[n-1].kind == wordToken {
			return nil // "better not 5 on B3", "I was wrong about 3 on C5"
		}
		amends = amends || means
		switch part = part[n:]; {
		case len(part) == 0, p.idles(part, false):
		case slices.ContainsFunc(part, func(t token) bool { return t.kind == numberToken || t.kind == placeToken }) || p.has(part, nounClass, verbClass, metaClass, orClass):
			if rest != nil {
				return nil
			}
			rest = part
		case p.has(part, doubtClass) || slices.ContainsFunc(part, func(t token) bool { return t.mark == '?' }):
			return nil
		}
	}
	if !amends || rest == nil || p.has(rest, doubtClass, metaClass) {
		return nil
	}
	if n := p.phrase(rest, commentClass); n > 0 { // "it was 5 on B3"
		rest = rest[n:]
	}
	found := p.cutAnew().search(rest, false, finding{})
	if len(found) != 1 || !found[0].complete() {
		return nil
	}
	return []string{found[0].line}
}

// deniesOne reports whether tokens only say that one card or place is not meant: "not the 2", "no era la 1".
func (p parser) deniesOne(toks []token) bool {
	things := engine.CountWhere(toks, func(t token) bool { return t.kind == numberToken || t.kind == placeToken })
	return things == 1 && len(toks) > 0 && len(toks) <= correctionMost && (p.special(toks, negation) || p.special(toks[len(toks)-1:], negation))
}

// instead returns the move that second makes with as much of first as fits: after "blast s1", "s2" is "blast s2", and
// after "3 on C5", "4" is "4 on C5". It returns nil if there is none.
func (p parser) instead(first, second []token) []string {
	p = p.cutAnew()
	for begun := len(first) - 1; begun >= 0; begun-- {
		if lines := p.moves(slices.Concat(first[:begun], second), finding{}); len(lines) == 1 {
			return lines
		}
	}
	for rest := 1; rest < len(first); rest++ {
		if lines := p.moves(slices.Concat(second, first[rest:]), finding{}); len(lines) == 1 {
			return lines
		}
	}
	return nil
}

// either returns the two moves between which a text leaves the choice, "3 or 4 on C5" and "3 on C5 or D5, you pick", or
// nil. They are only asked about.
func (p parser) either(toks []token) []string {
	for i := 1; i < len(toks)-1; i++ {
		n := p.phrase(toks[i:], orClass)
		if n == 0 {
			continue
		}
		second := toks[i+n:]
		if end := slices.IndexFunc(second, func(t token) bool { return t.kind == markToken }); end > 0 {
			second = second[:end]
		}
		one := p.moves(toks[:i], finding{})
		for end := 1; end < len(second) && one == nil; end++ { // the first is the one that is cut short
			one = p.cutAnew().moves(slices.Concat(toks[:i], second[end:]), finding{})
		}
		if len(one) != 1 {
			continue
		}
		if other := p.instead(toks[:i], second); other != nil {
			return append(one, other...)
		}
	}
	return nil
}

// correctionMost is the most tokens that say what should be otherwise in the move before them.
const correctionMost = 8

// corrects reports whether a text by itself takes back the move before it: "no wait, D5", "no wait".
func (p parser) corrects(toks []token) bool {
	n, retracts := p.turnsRound(toks)
	return n > 0 && len(toks)-n <= correctionMost && (retracts || slices.ContainsFunc(toks[n:], func(t token) bool {
		return t.kind == numberToken || t.kind == placeToken || p.is(t, nounClass)
	}))
}

// turnsRound returns how many tokens at the front take back what was before them, with marks and fillers among
// them. It returns 0 if none of them does. retracts says that they do so even if nothing else is named: "no wait", or
// with two words of it, "no wait, let me think", but not "no thanks" or "oops".
func (p parser) turnsRound(toks []token) (n int, retracts bool) {
	turning, denies, besides := 0, false, false
	for n < len(toks) {
		long := 0
		if toks[n].kind == markToken || toks[n].kind == smileToken {
			long = 1
		}
		turns := p.phrase(toks[n:], ratherClass)
		long = max(long, turns, p.phrase(toks[n:], fillerClass), p.phrase(toks[n:], thanksClass))
		if long == 0 {
			break
		}
		turning += turns
		denies = denies || turns > 0 && p.has(toks[n:n+turns], denyClass)
		besides = besides || turns < long && (long > 1 || p.is(toks[n], thanksClass))
		n += long
	}
	if turning == 0 {
		return 0, false
	}
	return n, denies && (n == len(toks) && !besides || turning > 1 && len(toks) <= correctionMost)
}

// remarkLeast is how many words a remark with a "not" in it must have to be about something other than the move:
// a shorter one may take the move back.
const remarkLeast = 4

// remarkLong is how many words a remark before a colon has that is about something else: "kids are in the bath so be quick: 3 on C5".
const remarkLong = 6

// among returns the moves of a text in which all other sentences are harmless, or come first and are about something
// else; nil if there is only one sentence.
func (p parser) among(sentences [][]token) (lines []string) {
	if len(sentences) < 2 {
		return nil
	}
	for _, s := range sentences {
		switch more := p.moves(s, finding{}); {
		case more != nil && len(lines) > 0:
			lines = append(lines[:len(lines)-1], together(lines[len(lines)-1], more)...)
		case more != nil:
			lines = more
		case p.has(s, metaClass), !p.harmless(s) && !p.suspects(s) && !p.aside(s, lines != nil) && (lines == nil || !p.remarkOfRow(s).leaves()):
			return nil
		}
	}
	return lines
}

// aside reports whether a sentence beside a move tells of something outside of the match, "the children are asleep at
// last": it says nothing of a move, a player or an idea, and denies nothing. It does not begin with a verb such as
// "was", which leaves open what it is about. Behind a move it may also name players, say what was, and ask how, what or
// where: "I saw what you did, Bo", "how was your exam?"
func (p parser) aside(toks []token, behind bool) bool {
	toks = p.ungreeted(toks)
	if last := len(toks) - 1; behind && last > 0 && toks[last].mark == '?' {
		if toks = toks[:last]; !p.is(p.unnamed(toks)[0], askClass) {
			return false
		}
	}
	for i := range toks {
		here, rest := toks[i:], toks[i+1:]
		it, article := p.phrase(here, itClass) > 0, p.phrase(here, articleClass) > 0
		alone := ends(rest) || p.phrase(rest, denyClass) > 0 // "that was", but not "that train was"
		if p.special(here, negation) || it && !article || (it || article) && alone {
			return false
		}
	}
	told, ok := p.preface(toks)
	if behind {
		toks = p.unnamed(toks)
	}
	return ok && told.words >= remarkLeast && (behind || told.about == "" && !told.others) && !told.doubts && !told.game && !told.threat &&
		(p.is(toks[0], articleClass, myClass, askClass) || p.clause(toks) && (p.idle(toks) != nil || p.phrase(toks, denyClass) == 0)) && !p.has(toks, settingClass)
}

// unnamed returns the tokens behind the name of the player who is spoken to at the front, "Bo, …".
func (p parser) unnamed(toks []token) []token {
	if len(toks) > 2 && toks[1].mark == ',' && p.named(toks[0].key) != "" {
		return toks[2:]
	}
	return toks
}

// harmless reports whether a sentence leaves a move beside it as it is: it names no number, place, card or
// person, contains no verb of the game, asks nothing but how people are, and takes nothing back.
func (p parser) harmless(toks []token) bool {
	greeted, opens, said, asks := false, false, false, false
	toks = p.unnamed(toks) // "Bo, you're up"
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch t.kind {
		case numberToken, placeToken, otherToken:
			return false
		case markToken:
			if t.mark == '"' || t.mark == '\'' || t.mark == '>' || said && t.raw == ":" && i+1 < len(toks) {
				return false // "Still thinking: hello!": what follows the colon is only thought
			}
			asks = asks || t.mark == '?'
			continue
		case smileToken:
			continue
		}
		if whole := p.idle(toks[i:]); whole != nil {
			greeted, opens = greeted || whole.sense.class != fillerClass, opens || whole.sense.class == openerClass
			i += len(whole.words) - 1
			continue
		}
		said = true
		if (i == 0 || toks[i-1].raw == ".") && i+2 == len(toks) && toks[i+1].raw == "." && utf8.RuneCountInString(t.key) <= 3 {
			return false // "p. ej. 3 C5" is an example
		}
		r, _ := utf8.DecodeRuneInString(t.raw)
		if greeted && unicode.IsUpper(r) {
			continue // a name next to the greeting: "Otto" is also "eight" in Italian
		}
		if p.named(t.key) != "" && !greeted {
			return false
		}
		if greeted && p.is(t, prepClass) && p.place(toks[i+1:]) {
			continue // "greetings from Recife"
		}
		if p.longest(toks[i:], nounClass, countClass, doubtClass, denyClass, verbClass) != nil {
			return false
		}
	}
	return !asks || opens && !said // "How are you?"
}

// place reports whether tokens begin with a name that is nobody's at the table.
func (p parser) place(toks []token) bool {
	if len(toks) == 0 || toks[0].kind != wordToken || p.named(toks[0].key) != "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(toks[0].raw)
	return unicode.IsUpper(r)
}

// ungreeted returns the tokens behind the greetings, thanks and fillers at the front.
func (p parser) ungreeted(toks []token) []token {
	for len(toks) > 0 {
		n := max(p.phrase(toks, openerClass), p.phrase(toks, thanksClass), p.phrase(toks, fillerClass))
		if toks[0].kind == markToken || toks[0].kind == smileToken {
			n = 1
		}
		if n == 0 || n < p.phrase(toks, clauseClass) {
			return toks
		}
		toks = toks[n:]
	}
	return toks
}

// idle returns the longest entry that tokens begin with and that says nothing about the match, such as a greeting,
// thanks, a filler or a remark; nil if there is none.
func (p parser) idle(toks []token) *entry {
	return p.longest(toks, openerClass, closerClass, thanksClass, fillerClass, clauseClass)
}

// suspects reports whether a sentence says what its writer takes a player for, "I think Bo is the saboteur".
func (p parser) suspects(toks []token) bool {
	toks = p.ungreeted(toks)
	told, ok := p.preface(toks)
	return ok && told.about != "" && !told.game && p.has(toks, roleClass) && (told.threat || told.first || p.phrase(toks, hopeClass) > 0)
}
