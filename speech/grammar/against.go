package grammar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
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
	acts    bool // it has a verb of its writer's
	turned  bool // its verb stands before its subject, as behind a condition: "lege ich die 3 auf C5"
	joined  bool // an "and" joins it to what stands before it
}

// against is the table of what speaks against a move. Of a sentence that is about something else only what is marked is asked.
var against = []struct {
	name  string
	holds func(r remark) bool
	apart bool
}{
	{"irony", remark.mocks, true},
	{"it is about the letter", remark.isAboutTheLetter, true},
	{"a quotation", remark.quotes, false},
	{"praise of somebody's move", remark.praises, true},
	{"a but behind it", remark.objects, true},
	{"a judgement of what is only named", remark.judges, false},
	{"the words of whoever advises it", remark.advises, false},
	{"a threat, or what somebody thinks", remark.threatens, false},
	{"a question", remark.asks, true},
	{"a condition or a doubt", remark.doubts, true},
	{"it is taken back", remark.retracts, true},
	{"a choice", remark.chooses, false},
	{"it is denied", remark.denies, false},
	{"somebody else's or another time's", remark.isOfAnother, true},
	{"another move", remark.namesMove, true},
	{"what the turn goes on with", remark.goesOn, false},
	{"another player's card", remark.namesCardOfAnother, false},
}

// speaksAgainst returns the name of what speaks against a move in a clause beside it, "" if nothing does.
func (r remark) speaksAgainst() string {
	apart := r.apart()
	for _, row := range against {
		if (row.apart || !apart) && row.holds(r) {
			return row.name
		}
	}
	return ""
}

// remarkOf returns a clause beside a move with what its words say.
func (p parser) remarkOf(toks []token) remark {
	for len(toks) > 1 && toks[0].mark == ',' {
		toks = toks[1:] // "3 on C5., that's a joke"
	}
	r := remark{parser: p, toks: toks}
	greeted := false
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != wordToken || greeted && slices.Contains(crowd, toks[i].key) {
			continue // "hiya all"
		}
		greeted = p.is(toks[i], openerClass)
		if p.named(toks[i].key) != "" {
			r.words++
			continue
		}
		whole, speaks := p.idle(toks[i:]), p.longest(toks[i:], denyClass, doubtClass, metaClass, ratherClass, orClass, settingClass, itClass)
		switch {
		case whole != nil && (speaks == nil || len(whole.words) > len(speaks.words) || len(whole.words) > 1 && len(whole.words) == len(speaks.words)):
			i += len(whole.words) - 1
			continue
		case speaks != nil:
			r.words++
			for _, e := range exactly(p.fitting(toks[i:]), toks[i].word) {
				if len(e.words) == len(speaks.words) {
					r.said = append(r.said, e)
				}
			}
			i += len(speaks.words) - 1
			continue
		}
		r.words++
		r.said = append(r.said, exactly(p.fitting(toks[i:]), toks[i].word)...)
	}
	return r
}

// exactly returns only the entries that begin with a word as typed, if there are some: a missing accent is forgiven only if
// there is no word as typed.
func exactly(all []*entry, word string) []*entry {
	if as := engine.FilterList(all, func(e *entry) bool { return e.words[0] == word }); len(as) > 0 {
		return as
	}
	return all
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
	return r.behind && !r.of.verb && !r.own && r.comments()
}

// comments reports whether it begins with "it's" or the like, written as it stands in the lexicon: not "e" for "é".
func (r remark) comments() bool {
	return slices.ContainsFunc(exactly(r.fitting(r.toks), r.toks[0].word), func(e *entry) bool { return e.sense.class == commentClass })
}

// advises reports whether it may say who wants the move made: "put 3 on C5, whispers my son".
func (r remark) advises() bool {
	return r.behind && r.of.ordered && !r.own && !r.led && !r.is(r.toks[0], subjectClass, amClass, articleClass, myClass, itClass, commentClass, andClass, wishClass, wishIClass)
}

// threatens reports whether it leads to the move as a threat or a report does: "Bo you do that again, I break your lamp".
func (r remark) threatens() bool { return !r.own && !r.behind && r.tells(threatClass) }

// asks reports whether it is a question.
func (r remark) asks() bool {
	front := r.phrase(r.toks, askClass) > 0
	who := front && r.phrase(r.toks, denyClass) > 0                             // "who does such a thing"
	exclaims := !r.own && front && (!r.behind || !r.led && (!r.of.verb || who)) // "qué cara más dura, la 5 en B3"
	if r.own && !r.behind && r.of.acts && !r.namesOther() {
		return false // "shall we finish this tunnel? I play 3 on C5"
	}
	if r.own && !r.behind && r.has(r.toks, meClass, myClass, amClass) && !r.tells(doubtClass, settingClass, askClass) && !r.namesOther() {
		return false // "is it my turn? 3 on C5"
	}
	return exclaims || slices.ContainsFunc(r.toks, func(t token) bool { return t.mark == '?' })
}

// doubts reports whether it supposes something, or puts it off.
func (r remark) doubts() bool {
	if n := r.phrase(r.toks, weClass); n > 0 && n < len(r.toks) && r.phrase(r.toks, doubtClass) <= n { // "we have to": whatever must be is a reason
		rest := r.remarkOf(r.toks[n:])
		r.toks, r.said = rest.toks, rest.said
	}
	exclaims := r.own && r.behind && r.phrase(r.toks, askClass) > 0 && !r.refers() // "what a picture"
	if exclaims {
		return false
	}
	words := slices.DeleteFunc(slices.Clone(r.toks), func(t token) bool { return r.named(t.key) != "" })
	for i := range words {
		if len(words) < len(r.toks) && r.cutAnew().phrase(words[i:], doubtClass) > 1 {
			return true // "como Bo siga así" supposes as "como siga así" does
		}
	}
	if r.lacks() && r.phrase(r.toks, doubtClass) == 0 {
		return false
	}
	if r.apart() && r.length() > referringMost && r.phrase(r.toks, doubtClass) == 0 || r.behind && r.courteous(r.toks) || r.givesReason() {
		return false
	}
	return slices.ContainsFunc(r.said, func(e *entry) bool {
		asks := r.led && r.alsoSays(e, func(o sense) bool { return o.class == askClass }) // "let's see what lies there"
		return e.sense.class == doubtClass && !asks && (e.sense.calm == 0 || !r.own && !r.led)
	})
}

// courteousMost is how many words a condition that is only courtesy has.
const courteousMost = 8

// courteous reports whether tokens are a condition that is only courtesy, or that the rules ask anyway: "if nobody minds", "if
// that's allowed".
func (p parser) courteous(toks []token) bool {
	end := len(toks)
	for end > 0 && toks[end-1].kind != wordToken {
		end--
	}
	n := max(p.phrase(toks, doubtClass), p.phrase(toks, asClass))
	if n == 0 || end > courteousMost || slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == numberToken || t.kind == placeToken || p.named(t.key) != "" || t.mark == '?'
	}) {
		return false
	}
	for i := n; i < end; i++ {
		if k := p.phrase(toks[i:], okayClass); k > 0 && i+k == end {
			return true
		}
	}
	return p.phrase(toks, okayClass) == end
}

// apart reports whether it is a whole sentence beside the move that points back to nothing, and so is about something else. Before a move
// that only names a card and where it goes, it may be what that move is about: "last round was a mess. 3 on C5".
func (r remark) apart() bool {
	if !r.own || r.length() <= remarkLeast || r.refers() {
		return false
	}
	return r.behind || r.of.verb || !r.tells(settingClass, doubtClass, denyClass)
}

// length returns how many words it has.
func (r remark) length() int {
	return engine.CountWhere(r.toks, func(t token) bool { return t.kind == wordToken })
}

// retracts reports whether it takes something back.
func (r remark) retracts() bool {
	if r.apart() && r.behind && r.holdsBack() {
		return true
	}
	return slices.ContainsFunc(r.said, func(e *entry) bool {
		switch e.sense.class {
		case ratherClass:
			if r.apart() && len(e.words) == 1 && r.phrase(r.toks, ratherClass) == 0 {
				return false
			}
			return r.words < remarkLeast-1 || len(e.words) > 1 || !r.alsoSays(e, func(o sense) bool { return o.denial == negation })
		case denyClass:
			return e.sense.calm == 0 && e.sense.denial != negation && !r.apart() && (len(e.words) > 1 || !r.led)
		}
		return false
	})
}

// holdsBack reports whether a sentence begins with a word that keeps or takes something back, perhaps behind "I": "I'm waiting for Bo
// to answer".
func (r remark) holdsBack() bool {
	r.toks = r.unnamed(r.toks)
	for _, from := range []int{0, r.phrase(r.toks, subjectClass), r.phrase(r.toks, amClass)} {
		if from < len(r.toks) && slices.ContainsFunc(exactly(r.fitting(r.toks[from:]), r.toks[from].word), func(e *entry) bool {
			return e.sense.class == denyClass && e.sense.calm == 0 && e.sense.denial == 0
		}) {
			return true
		}
	}
	return false
}

// alsoSays reports whether the words of an entry say something else too.
func (r remark) alsoSays(e *entry, what func(sense) bool) bool {
	return slices.ContainsFunc(r.said, func(o *entry) bool { return slices.Equal(o.words, e.words) && what(o.sense) })
}

// chooses reports whether it names an alternative. "Otherwise it doesn't fit" gives a reason.
func (r remark) chooses() bool {
	return r.tells(orClass) && !r.givesReason()
}

// givesReason reports whether it says what would not be without the move: "otherwise it doesn't fit".
func (r remark) givesReason() bool {
	return r.behind && r.phrase(r.toks, orClass) > 0 && r.anySpecial(negation) && !r.namesMove()
}

// denies reports whether it denies the move: it has few words, or points back to what was said.
func (r remark) denies() bool {
	no := slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.denial == negation })
	return no && !r.led && !r.lacks() && !r.givesReason() && (r.words < remarkLeast-1 || r.refers())
}

// isOfAnother reports whether it says of the move that it is somebody else's, or of another time.
func (r remark) isOfAnother() bool {
	if r.apart() { // "that was last round", but not "sorry, it was a long week"
		return r.behind && r.length() <= referringMost && r.tells(settingClass) && slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.calm == bygone })
	}
	seat := r.namesOther()
	past := slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.calm == bygone || e.sense.calm == someday })
	setting := slices.ContainsFunc(r.said, func(e *entry) bool {
		return e.sense.class == settingClass && !r.alsoSays(e, func(o sense) bool { return o.calm != 0 })
	})
	switch {
	case r.elseActs(seat), r.inverts(), r.goesOnWithOther(seat):
		return true
	case r.refers(): // "that was last round"
		return seat || past || setting
	case setting && r.comments(): // "it's a joke"
		return true
	case r.words < remarkLeast-1: // "last round"
		return (past || setting) && !r.sorry() || seat && !r.own
	}
	return setting && (seat || past) // "Bo's plan is"
}

// namesOther reports whether it names another player.
func (r remark) namesOther() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return r.named(t.key) != "" && r.named(t.key) != r.at.Me })
}

// elseActs reports whether somebody else does something of the game in the sentence of the move: "and you mend his lamp".
func (r remark) elseActs(seat bool) bool {
	other := seat || slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.calm == others })
	return other && !r.led && !r.own && r.tells(verbClass)
}

// goesOnWithOther reports whether an "and" gives the move the subject of the clause before it, who is somebody else: "You were a
// saboteur and repaired a tool for Cy".
func (r remark) goesOnWithOther(seat bool) bool {
	other := seat || slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.calm == others })
	return other && r.of.joined && !r.of.acts && !r.behind && !r.own
}

// inverts reports whether it comes before the move with its verb before "I", as a condition does: "was ik jou".
func (r remark) inverts() bool {
	return !r.behind && len(r.toks) > 1 && r.is(r.toks[1], subjectClass) && r.is(r.toks[0], denyClass, verbClass)
}

// refers reports whether it has a word for something said before. In a sentence before the move, that is not the move.
func (r remark) refers() bool {
	if r.own && !r.behind && r.length() > remarkLeast {
		return false
	}
	far := r.length() > referringMost
	from := 0 // where its clause begins
	for i, t := range r.toks {
		if t.kind == markToken {
			from = i + 1
		}
		if i == from && (remark{parser: r.parser, toks: r.toks[i:]}).comments() {
			return true
		}
		if t.kind != wordToken || r.own && far && i > from+1 { // "anyone who thinks that's suspicious can buy me a pint on Friday"
			continue
		}
		if (i+1 == len(r.toks) || !r.isNoun(r.toks[i+1])) && r.pointsBack(i) { // not "this time"
			return true
		}
	}
	return false
}

// pointsBack reports whether the word at i is "it" or the like, and no article.
func (r remark) pointsBack(i int) bool {
	if r.phrase(r.toks[i:], itClass) == 0 {
		return false
	}
	rest := r.toks[i+1:]
	return r.phrase(r.toks[i:], articleClass) == 0 || ends(rest) || r.is(rest[0], cardClass) || r.longest(rest, denyClass, verbClass) != nil
}

// referringMost is how many words a sentence has that may point back at the move from anywhere in it: a longer one does so at its
// front.
const referringMost = 7

// isNoun reports whether a token is a word that is known to mean nothing in a move, or not known, as a noun behind "this" is.
func (r remark) isNoun(t token) bool {
	return t.kind == wordToken && len(t.key) > 2 && !slices.ContainsFunc(r.entries(t.key), func(e *entry) bool { return len(e.words) == 1 && e.sense.class != strangerClass })
}

// namesMove reports whether it names a card or a place, or comes close to a move.
func (r remark) namesMove() bool {
	place, number := false, false
	for i, t := range r.toks {
		place = place || t.kind == placeToken
		number = number || t.kind == numberToken && !r.counts(i)
	}
	if place && number || (place || number) && !r.apart() {
		return true
	}
	return !r.led && len(r.search(r.toks, !r.apart(), finding{})) > 0
}

// goesOn reports whether it begins like another step of the turn, which is not understood: "dig s1, then the other one".
func (r remark) goesOn() bool {
	n := r.phrase(r.toks, thenClass)
	if n == 0 && len(r.toks) > 1 && r.is(r.toks[0], andClass) {
		if n = r.phrase(r.toks[1:], thenClass); n > 0 {
			n++
		}
	}
	if !r.behind || r.own || n == 0 || n >= len(r.toks) || r.idles(r.toks[n:], false) {
		return false
	}
	things := slices.ContainsFunc(r.toks, func(t token) bool { return t.kind == placeToken })
	return things || r.has(r.toks[n:], verbClass, nounClass, cardClass, itClass, adverbClass, spotClass, countClass, nthClass) // not "and then to bed"
}

// namesCardOfAnother reports whether it is only a player and a kind of card: "discard 3, Bo's lantern".
func (r remark) namesCardOfAnother() bool {
	seat, card := false, false
	for i, t := range r.toks {
		seat = seat || r.named(t.key) != ""
		card = card || r.phrase(r.toks[i:], nounClass) > 0
	}
	return seat && card && r.behind && !r.own && r.words < remarkLeast && !r.tells(verbClass)
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
			add(i, t.mark != ',' || strings.HasPrefix(t.raw, ".."), t.raw == ":")
			if t.mark == '?' && len(all) > 0 {
				all[len(all)-1].to = i + 1 // a question keeps its mark
			}
			from = i + 1
		case i > from && i >= phrase && p.connects(toks[i:]) && !p.is(toks[i-1], reasonClass, soClass, andClass, butClass):
			add(i, false, false)
			from, connected = i, true
		}
		if e := p.longest(toks[i:], denyClass, doubtClass, clauseClass, fillerClass, thanksClass, closerClass, openerClass, nounClass, spotClass, weClass, soClass, reasonClass); e != nil && len(e.words) > 1 {
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
	p.polite = p.has(toks, pleaseClass)
	if len(segs) == 0 || len(segs) > segmentsMost || all.mocks() || all.isAboutTheLetter() {
		return nil, false
	}
	for n := min(len(segs), rangeMost); n > 0; n-- {
		for at := 0; at+n <= len(segs) && !p.at.Effort.Spent(); at++ {
			part := toks[segs[at].from:segs[at+n-1].to]
			if !p.near(part) {
				continue
			}
			told, end := p.about(toks[:segs[at].from]), at+n-1
			parted := slices.ContainsFunc(segs[at:at+n-1], func(s segment) bool { return s.stopped || s.colon })
			move := p.stated(part, told, !parted && n <= strangersRange)
			if move.lines == nil {
				continue
			}
			move.turned, move.joined = p.inverted(part), p.is(part[0], andClass)
			if end+1 < len(segs) {
				if with := p.withCard(part, toks[segs[end+1].from:segs[end+1].to], told); with != "" {
					move.lines, move.graced = []string{with}, true
					end++
				}
			}
			graced, stands := p.leftStanding(toks, segs, at, end, move)
			if !stands {
				return nil, false
			}
			return move.lines, move.graced || graced
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
			told.about, told.addressed = name, i == 0 || ends(toks[i+1:])
		}
	}
	return told
}

// stated returns the move that a part of a text states, perhaps with unknown words in it if strangers is true. A verb alone,
// such as "I stop", may be about something else, and a card alone is only named.
func (p parser) stated(toks []token, told finding, strangers bool) (move stated) {
	q := p.cutAnew()
	if lines := q.requested(toks); lines != nil {
		return stated{lines: lines, own: true, verb: true}
	}
	if found := fuller(q.search(toks, false, told)); len(found) == 1 {
		ofThem := told.about != "" && strings.HasSuffix(found[0].line, " "+strings.ToLower(told.about))
		if f := found[0]; f.endsTurn(toks) || len(f.clause.Parts) > 0 && (f.stands() || f.goes() || ofThem || len(f.clause.Parts) > 1) && !(f.ordered && told.addressed) {
			move = stated{lines: []string{f.line}, graced: f.slip || f.endsTurn(toks), own: f.own || f.whole() || f.goes() || ofThem,
				verb: len(f.clause.Verbs) > 0, ordered: f.ordered, acts: f.own && len(f.clause.Verbs) > 0}
		}
		return move
	}
	if lines := q.moves(toks, finding{}); lines != nil {
		return stated{lines: lines, own: true, verb: true}
	}
	if !strangers {
		return move
	}
	return q.freely(toks, told)
}

// endingLeast is how many words say by themselves that a turn ends, "I'm stopping here": fewer may be about anything.
const endingLeast = 3

// endsTurn reports whether a move that is only a verb is said in so many words by its writer that it can stand beside other talk.
func (f finding) endsTurn(toks []token) bool {
	said := engine.CountWhere(toks, func(t token) bool { return t.kind == wordToken })
	return f.own && !f.past && len(f.clause.Verbs) == 1 && len(f.clause.Parts) == 0 && said >= endingLeast
}

// withCard returns the move that tokens state with the card that the clause behind them names: "let me look at I3, I have 4 for it".
// It returns "" if that clause names anything else, or if the move has a card already.
func (p parser) withCard(toks, behind []token, told finding) string {
	number := -1
	for i, t := range behind {
		switch {
		case t.kind == numberToken && number < 0:
			number = i
		case t.kind == numberToken, t.kind == placeToken, t.kind == otherToken, t.mark == '?', p.named(t.key) != "", p.longest(behind[i:], orClass, ratherClass, spotClass, askClass, metaClass) != nil:
			return ""
		}
	}
	if number < 0 || p.lex.with == "" || len(behind) > withMost || slices.ContainsFunc(toks, func(t token) bool { return t.kind == numberToken }) {
		return ""
	}
	with := token{raw: p.lex.with, word: p.lex.with, key: engine.NormaliseText(p.lex.with), apart: true}
	found := p.cutAnew().search(slices.Concat(toks, []token{with, behind[number]}), false, told)
	if len(found) != 1 {
		return ""
	}
	return found[0].line
}

// withMost is how many words may say which card a move is made with.
const withMost = 7

// strangersMost is how many unknown words may stand in a move.
const strangersMost = 2

// strangersRange is how many pieces between commas a move with unknown words may have: "3 hugging A4, that is, on B4".
const strangersRange = 3

// complete reports whether a move names a card and where it goes, so that it is whole whatever an unknown word in it says.
func (f finding) complete() bool {
	card := slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool { return q.Number > 0 || len(q.Nouns) > 0 })
	goes := slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool {
		return q.Place != "" || q.Seat != "" || q.Adverb != "" && len(f.clause.Parts) == discardParts
	})
	thrown := f.own && len(f.clause.Verbs) > 0 && len(f.clause.Parts) == 1 && f.clause.Parts[0].Number > 0
	return card && (goes || thrown)
}

// discardParts is how many parts a move has that is a card and where it is thrown: "throw 3 away".
const discardParts = 2

// strange reports whether a token is a word that the lexicon does not have, nor one like it.
func (p parser) strange(t token) bool {
	r, _ := utf8.DecodeRuneInString(t.raw)
	return p.unknown(t) && len(t.key) > 1 && (t.first || !unicode.IsUpper(r)) && !p.lex.inflects(t.key) && !p.lex.otherForm(t.word)
}

// abbreviates reports whether tokens begin with an abbreviation, after which an example may follow: "p. ej."
func (p parser) abbreviates(toks []token) bool {
	return len(toks) > 1 && toks[1].raw == "." && utf8.RuneCountInString(toks[0].key) <= 3 && len(p.entries(toks[0].key)) == 0
}

// onlyUnknown reports whether tokens are an "and" and a word or two that the lexicon does not have: "and oblige".
func (p parser) onlyUnknown(toks []token) bool {
	return len(toks) > 1 && len(toks) <= 1+strangersMost && p.is(toks[0], andClass) && !slices.ContainsFunc(toks[1:], func(t token) bool { return !p.strange(t) })
}

// unknown reports whether the lexicon does not have the word of a token.
func (p parser) unknown(t token) bool {
	return t.kind == wordToken && len(p.entries(t.key)) == 0 && !p.lex.inner[t.key] && p.named(t.key) == "" && p.begun(t.key) == ""
}

// leftStanding reports whether all that is said beside a move leaves it as it is. graced is true if a part of its own sentence
// is not understood.
func (p parser) leftStanding(toks []token, segs []segment, first, last int, move stated) (graced, stands bool) {
	for n := 0; n < len(segs); n++ {
		if n >= first && n <= last {
			continue
		}
		seg := segs[n]
		if end := endOf(segs, n); (n == 0 || segs[n-1].stopped) && (end < first || n > last) { // a sentence by itself
			seg.to, seg.stopped = segs[end].to, true
			n = end
		}
		part := toks[seg.from:seg.to]
		before := n < first && !seg.stopped
		r := p.remarkOf(part)
		r.behind, r.of = n > last, move
		r.led = p.longest(part, reasonClass, purposeClass, weClass) != nil && !(before && segs[n+1].connected) || !before && p.phrase(part, soClass) > 0
		r.own = slices.ContainsFunc(segs[min(n, last):max(n, first)], func(s segment) bool { return s.stopped })
		r.own = r.own && !(n < first && seg.colon)
		if before && move.own && p.chats(toks, segs, n, first) {
			graced = true
			continue
		}
		against := r.speaksAgainst()
		quiet := p.harmless(part) && against == "" && !seg.connected && !seg.colon
		beside := !before && !r.advises() || !r.tells(settingClass) && !slices.ContainsFunc(part, p.strange)
		switch {
		case n < first && p.abbreviates(toks[seg.from:]), r.praises(), r.objects(), r.judges(), r.goesOn(),
			before && move.turned && !p.idles(part, true):
			return false, false
		case n > last+1 && len(part) == 1 && p.named(part[0].key) != "": // "3 on C5, hope that helps, Bo"
			continue
		case quiet && beside, p.idles(part, before) && !r.doubts(), n > last && (p.suspects(part) || p.onlyUnknown(part)):
			continue
		case against != "", before && seg.colon && (r.words < remarkLeast-1 || !p.clause(part) && r.words < remarkLong || r.tells(settingClass)):
			return false, false
		case r.own:
			continue
		case before && seg.colon && r.words >= remarkLong:
			graced = true
		case before && p.calls(part) && move.verb:
			graced = true
		case before && !p.clause(part) && (!move.acts || r.words < remarkLeast-1 || segs[n+1].connected || r.namesOther()),
			before && segs[n+1].connected && !p.is(toks[segs[n+1].from], andClass), before && r.words < remarkLeast-1 && !r.sorry():
			return false, false
		case seg.connected && !before && r.words < remarkLeast-1 && !r.sorry():
			if !p.is(part[0], andClass) || r.anySpecial(negation) || p.has(part, openerClass, countClass, articleClass, cardClass, nounClass, verbClass, adverbClass, itClass) {
				return false, false
			}
			graced = true // "and that's good"
		case before && (seg.colon || segs[n+1].connected || !move.own || !p.clause(part)):
			graced = true
		}
	}
	return graced, true
}

// endOf returns the last piece of the sentence that the piece at n is in.
func endOf(segs []segment, n int) int {
	for n < len(segs)-1 && !segs[n].stopped {
		n++
	}
	return n
}

// chats reports whether a piece before a move belongs to a remark that ends in a colon and is about something else: "kids are in the
// bath so be quick: 3 on C5". It is long, and says nothing of anybody at the table, of what somebody says or thinks, or of another time.
func (p parser) chats(toks []token, segs []segment, n, first int) bool {
	from, to := n, n
	for from > 0 && !segs[from-1].stopped {
		from--
	}
	for to < first-1 && !segs[to].colon {
		to++
	}
	r := p.remarkOf(toks[segs[from].from:segs[to].to])
	said := r.length()
	short := said <= remarkLong && (r.tells(threatClass, settingClass) || slices.ContainsFunc(r.toks, func(t token) bool { return r.is(t, denyClass) })) // "all but my move: 3 on C5"
	if !segs[to].colon || to != first-1 || said < remarkLeast || short || r.anySpecial(negation) && r.refers() || r.namesOther() || r.mocks() || r.isAboutTheLetter() || r.quotes() || r.namesMove() {
		return false
	}
	return !slices.ContainsFunc(r.said, func(e *entry) bool {
		relates := r.alsoSays(e, func(o sense) bool { return o.class == reasonClass })
		return e.sense.class == doubtClass && !relates || e.sense.class == orClass || e.sense.calm == others || e.sense.calm == someday
	})
}

// calls reports whether a part of a sentence is a few unknown words, as people call somebody or curse: "Mano do céu, …".
func (p parser) calls(toks []token) bool {
	strangers := engine.CountWhere(toks, p.strange)
	return strangers > 0 && len(toks) < remarkLeast && !p.has(toks, verbClass, nounClass, commentClass, amClass, subjectClass)
}

// sorry reports whether it has an excuse.
func (r remark) sorry() bool { return r.has(r.toks, thanksClass) }

// lacks reports whether it says that there is nothing else: "nothing fits", "I have none". That is a reason for a move, whatever
// else it denies or doubts.
func (r remark) lacks() bool {
	return !r.refers() && slices.ContainsFunc(r.said, func(e *entry) bool { return e.sense.calm == lacking })
}
