package natural

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file has what speaks against a move, as a table: each row asks a clause beside the move, and the first that holds
// leaves the move in doubt. Whatever else is said there, such as a reason, slang, an apology or talk, does not.

// remark is a clause beside a move.
type remark struct {
	parser
	toks  []token
	said  []*entry // what its words say, where they say more than a greeting, thanks or a known remark
	words int      // how many such words it has
	// own is true if it is a sentence of its own, behind if it comes after the move, and led if "so" or the like leads to it.
	own, behind, led bool
	of               stated // the move beside it
}

// stated is a move that a part of a text states.
type stated struct {
	lines   []string
	graced  bool // it has an unknown or mistyped word in it
	own     bool // its writer says "I", or only they can make it
	verb    bool // it has a verb
	ordered bool // it is said as to somebody who is to make it
}

// against is the table of what speaks against a move.
var against = []struct {
	name  string
	holds func(r remark) bool
}{
	{"irony", remark.mocks},
	{"it is about the letter", remark.isAboutTheLetter},
	{"a quotation", remark.quotes},
	{"praise of somebody's move", remark.praises},
	{"a but behind it", remark.objects},
	{"a judgement of what is only named", remark.judges},
	{"the words of whoever advises it", remark.advises},
	{"a question", remark.asks},
	{"a condition or a doubt", remark.doubts},
	{"it is taken back", remark.retracts},
	{"a choice", remark.chooses},
	{"it is denied", remark.denies},
	{"somebody else's or another time's", remark.isOfAnother},
	{"another move", remark.namesMove},
}

// speaksAgainst returns the name of what speaks against a move in a clause beside it, "" if nothing does.
func (r remark) speaksAgainst() string {
	for _, row := range against {
		if row.holds(r) {
			return row.name
		}
	}
	return ""
}

// remarkOf returns a clause beside a move with what its words say.
func (p parser) remarkOf(toks []token) remark {
	r := remark{parser: p, toks: toks}
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != wordToken || p.named(toks[i].key) != "" {
			continue
		}
		whole, speaks := p.idle(toks[i:]), p.longest(toks[i:], denyClass, doubtClass, metaClass, ratherClass, orClass, settingClass, itClass)
		switch {
		case whole != nil && (speaks == nil || len(whole.words) > len(speaks.words) || len(whole.words) > 1 && len(whole.words) == len(speaks.words)):
			i += len(whole.words) - 1
			continue
		case speaks != nil:
			r.words++
			for _, e := range p.fitting(toks[i:]) {
				if len(e.words) == len(speaks.words) {
					r.said = append(r.said, e)
				}
			}
			i += len(speaks.words) - 1
			continue
		}
		r.words++
		r.said = append(r.said, p.fitting(toks[i:])...)
	}
	return r
}

// tells reports whether one of its words is of a class.
func (r remark) tells(some ...class) bool {
	return slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.class.in(some...) })
}

// mocks reports whether it is a set phrase of irony.
func (r remark) mocks() bool {
	words := slices.DeleteFunc(slices.Clone(r.toks), func(t token) bool { return t.mark == ',' })
	return remark{parser: r.cutAnew(), toks: words}.anySpecial(mocking)
}

// isAboutTheLetter reports whether it is about a suggestion, the line above, or the like.
func (r remark) isAboutTheLetter() bool { return r.has(r.toks, metaClass) }

// quotes reports whether it reports what somebody said.
func (r remark) quotes() bool {
	for i, t := range r.toks {
		if t.kind == markToken && strings.ContainsRune("\"'`>", t.mark) || t.kind == otherToken || r.special(r.toks[i:], telling) {
			return true
		}
	}
	return false
}

// praises reports whether it praises something in the sentence of the move, which may be what is praised.
func (r remark) praises() bool {
	return !r.own && !r.behind && r.anySpecial(praising)
}

// anySpecial reports whether one of its words does this to a sentence.
func (r remark) anySpecial(d denial) bool {
	for i := range r.toks {
		if r.special(r.toks[i:], d) {
			return true
		}
	}
	return false
}

// objects reports whether it begins with "but".
func (r remark) objects() bool { return r.behind && r.phrase(r.toks, butClass) > 0 }

// judges reports whether it says how the move is, which was named and not said to be made: "5 on Bo, that's silly".
func (r remark) judges() bool {
	return r.behind && !r.of.verb && !r.own && r.phrase(r.toks, commentClass) > 0
}

// advises reports whether it may say who wants the move made: "put 3 on C5, whispers my son".
func (r remark) advises() bool {
	return r.behind && r.of.ordered && !r.own && !r.led && !r.is(r.toks[0], subjectClass, amClass, articleClass, myClass, itClass, commentClass)
}

// asks reports whether it is a question.
func (r remark) asks() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return t.mark == '?' })
}

// doubts reports whether it supposes something, or puts it off.
func (r remark) doubts() bool {
	return slices.ContainsFunc(r.said, func(e *entry) bool {
		return e.sense.class == doubtClass && (e.sense.calm == 0 || !r.own)
	})
}

// retracts reports whether it takes something back.
func (r remark) retracts() bool {
	return slices.ContainsFunc(r.said, func(e *entry) bool {
		return (e.sense.class == ratherClass && e.sense.denial == 0 || e.sense.class == denyClass && e.sense.calm == 0 && e.sense.denial != negation)
	})
}

// chooses reports whether it names an alternative.
func (r remark) chooses() bool { return r.tells(orClass) }

// denies reports whether it denies the move: it has few words, or points back to what was said.
func (r remark) denies() bool {
	no := slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.denial == negation })
	return no && (r.words < remarkLeast-1 || r.refers())
}

// isOfAnother reports whether it says of the move that it is somebody else's, or of another time.
func (r remark) isOfAnother() bool {
	seat := slices.ContainsFunc(r.toks, func(t token) bool { return r.named(t.key) != "" && r.named(t.key) != r.at.Me })
	past := slices.ContainsFunc(r.said, func(e *entry) bool { return (e.sense.calm == bygone || e.sense.calm == someday) })
	setting := r.tells(settingClass)
	other := seat || slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.calm == others })
	supposes := len(r.toks) > 1 && r.is(r.toks[1], subjectClass) && r.is(r.toks[0], denyClass, verbClass) // "was ik jou"
	return other && r.tells(verbClass) || !r.behind && supposes || r.refers() && (seat || past || setting) || setting && (seat || past) || r.words < remarkLeast-1 && (past || setting || seat && !r.own)
}

// refers reports whether it has a word for something said before.
func (r remark) refers() bool {
	for i := range r.toks {
		if r.toks[i].kind == wordToken && r.phrase(r.toks[i:], itClass) > 0 && (r.phrase(r.toks[i:], articleClass) == 0 || ends(r.toks[i+1:]) || r.is(r.toks[i+1], cardClass) || r.longest(r.toks[i+1:], denyClass, verbClass) != nil) {
			return true
		}
	}
	return false
}

// namesMove reports whether it names a card or a place, or comes close to a move.
func (r remark) namesMove() bool {
	for i, t := range r.toks {
		switch {
		case t.kind == placeToken, t.kind == numberToken && !r.counts(i):
			return true
		}
	}
	return len(r.search(r.toks, true, finding{})) > 0
}

// counts reports whether the number at i counts what is no card: "3 kids".
func (r remark) counts(i int) bool {
	return i+1 < len(r.toks) && r.toks[i+1].kind == wordToken && len(r.toks[i+1].key) > 1 && len(r.entries(r.toks[i+1].key)) == 0 && r.named(r.toks[i+1].key) == ""
}

// segment is a piece of a text between two marks or words that begin a clause.
type segment struct {
	from, to  int  // the tokens, without the mark at the end
	stopped   bool // a sentence ends with it
	colon     bool // a colon ends it
	connected bool // a word such as "because" begins it
}

// segmentsMost is how many pieces a text may have in which a move is looked for, and rangeMost how many of them a move can
// be made of.
const (
	segmentsMost = 12
	rangeMost    = 5
)

// segments splits a text at its marks, and before words that begin a clause.
func (p parser) segments(toks []token) (all []segment) {
	from, connected, phrase := 0, false, 0
	add := func(to int, stopped, colon bool) {
		if to > from {
			all = append(all, segment{from, to, stopped, colon, connected})
		} else if len(all) > 0 {
			all[len(all)-1].stopped = all[len(all)-1].stopped || stopped
		}
		connected = false
	}
	for i, t := range toks {
		switch {
		case t.kind == smileToken, t.kind == markToken && (t.mark == '.' || t.mark == '?' || t.mark == ','):
			add(i, t.mark != ',', t.raw == ":")
			if t.mark == '?' && len(all) > 0 {
				all[len(all)-1].to = i + 1 // a question keeps its mark
			}
			from = i + 1
		case i > from && i >= phrase && p.connects(toks[i:]) && !p.is(toks[i-1], reasonClass, soClass, andClass, butClass):
			add(i, false, false)
			from, connected = i, true
		}
		if e := p.longest(toks[i:], denyClass, doubtClass, clauseClass, fillerClass, thanksClass, closerClass, openerClass, nounClass, spotClass); e != nil && len(e.words) > 1 {
			phrase = max(phrase, i+len(e.words))
		}
	}
	add(len(toks), true, false)
	return all
}

// connects reports whether a clause begins at the front of tokens: with "because", "so", or "to" before what is no part of a
// move.
func (p parser) connects(toks []token) bool {
	if e := p.longest(toks, reasonClass, soClass, whoClass, weClass, andClass, butClass); e != nil {
		return e.sense.denial != relating
	}
	n := p.phrase(toks, purposeClass)
	return n > 0 && n < len(toks) && toks[n].kind == wordToken && !p.is(toks[n], articleClass, myClass, cardClass, nounClass, countClass, nthClass, meClass, squareClass)
}

// standing returns the move of a text against which nothing speaks, whatever else the text says. graced is true if the move
// has an unknown word in it.
func (p parser) standing(toks []token) (lines []string, graced bool) {
	if slices.ContainsFunc(toks, func(t token) bool { return t.kind == markToken && strings.ContainsRune("\"'`", t.mark) }) {
		return nil, false
	}
	segs, all := p.segments(toks), p.remarkOf(toks)
	if len(segs) == 0 || len(segs) > segmentsMost || all.mocks() || all.isAboutTheLetter() {
		return nil, false
	}
	for n := min(len(segs), rangeMost); n > 0; n-- {
		for at := 0; at+n <= len(segs); at++ {
			part := toks[segs[at].from:segs[at+n-1].to]
			if !p.near(part) {
				continue
			}
			told := p.about(toks[:segs[at].from])
			move := p.stated(part, told, n == 1)
			if move.lines == nil {
				continue
			}
			if !p.leftStanding(toks, segs, at, at+n-1, move) {
				return nil, false
			}
			return move.lines, move.graced
		}
	}
	return nil, false
}

// about returns what came before a move as a finding: the only other player that it names.
func (p parser) about(toks []token) finding {
	told := finding{led: len(toks) > 0}
	for i, t := range toks {
		if name := p.named(t.key); name != "" && name != p.at.Me && name != told.about {
			if told.about != "" {
				return finding{led: true}
			}
			told.about, told.addressed = name, i+1 == len(toks) || ends(toks[i+1:])
		}
	}
	return told
}

// stated returns the move that a part of a text states, perhaps with unknown words in it if strangers is true. A verb alone,
// such as "I stop", may be about something else, and a card alone is only named.
func (p parser) stated(toks []token, told finding, strangers bool) (move stated) {
	q := p.cutAnew()
	if found := fuller(q.search(toks, false, told)); len(found) == 1 {
		if f := found[0]; len(f.clause.Parts) > 0 && (f.stands() || f.goes()) && !(f.ordered && told.addressed) {
			move = stated{[]string{f.line}, f.slip, f.own || f.whole() || f.goes(), len(f.clause.Verbs) > 0, f.ordered}
		}
		return move
	}
	if lines := q.moves(toks, finding{}); lines != nil {
		return stated{lines, false, true, true, false}
	}
	if !strangers || p.at.Lang != p.lex.lang {
		return move
	}
	var known []token
	for i, t := range toks {
		if !q.strange(t) {
			known = append(known, t)
		} else if i > 0 && q.is(toks[i-1], articleClass, myClass) && (i+1 == len(toks) || toks[i+1].kind != numberToken) {
			return move // "my cousin"
		}
	}
	if gone := len(toks) - len(known); gone == 0 || gone > strangersMost || len(known) < 2 {
		return move
	}
	found := fuller(q.search(known, false, told))
	if len(found) != 1 || found[0].past || !found[0].complete() || found[0].ordered && told.addressed {
		return move
	}
	return stated{[]string{found[0].line}, true, true, len(found[0].clause.Verbs) > 0, found[0].ordered}
}

// strangersMost is how many unknown words may stand in a move.
const strangersMost = 2

// complete reports whether a move names a card and where it goes, so that it is whole whatever an unknown word in it says.
func (f finding) complete() bool {
	card := slices.ContainsFunc(f.clause.Parts, func(q Part) bool { return q.Number > 0 || len(q.Nouns) > 0 })
	goes := slices.ContainsFunc(f.clause.Parts, func(q Part) bool { return q.Place != "" })
	return card && goes
}

// strange reports whether a token is a word that the lexicon does not have, nor one like it.
func (p parser) strange(t token) bool {
	if t.kind != wordToken || len(p.entries(t.key)) > 0 || p.lex.inner[t.key] || p.named(t.key) != "" || p.begun(t.key) != "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t.raw)
	return len(t.key) > 1 && (t.first || !unicode.IsUpper(r)) && !p.lex.inflects(t.key) && !p.lex.otherForm(t.key)
}

// abbreviates reports whether tokens begin with an abbreviation, after which an example may follow: "p. ej."
func (p parser) abbreviates(toks []token) bool {
	return len(toks) > 1 && toks[1].raw == "." && utf8.RuneCountInString(toks[0].key) <= 3 && len(p.entries(toks[0].key)) == 0
}

// leftStanding reports whether all that is said beside a move leaves it as it is.
func (p parser) leftStanding(toks []token, segs []segment, first, last int, move stated) bool {
	for n, seg := range segs {
		if n >= first && n <= last {
			continue
		}
		part := toks[seg.from:seg.to]
		before := n < first && !seg.stopped
		r := p.remarkOf(part)
		r.behind, r.led, r.of = n > last, seg.connected, move
		r.own = seg.stopped && (n == 0 || segs[n-1].stopped)
		quiet := p.harmless(part) && r.speaksAgainst() == "" && !seg.connected && !seg.colon
		beside := !before && !r.advises() || !r.tells(settingClass) && !slices.ContainsFunc(part, p.strange)
		switch {
		case n < first && p.abbreviates(toks[seg.from:]), r.praises(), r.objects(), r.judges():
			return false
		case quiet && beside, p.idles(part, false):
			continue
		case before && (seg.colon || segs[n+1].connected || !move.own || !p.clause(part)):
			return false
		case (before || seg.connected) && r.words < remarkLeast-1, r.speaksAgainst() != "":
			return false
		}
	}
	return true
}
