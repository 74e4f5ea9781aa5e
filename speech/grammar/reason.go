package grammar

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// preface sums up what a text says before a move.
type preface struct {
	words  int
	denies bool   // has a word of denyClass: it says no, what was, or what somebody else does
	past   bool   // has one that does more than say no
	no     bool   // has one that says no
	doubts bool   // supposes or asks something
	sorry  bool   // says thanks or sorry
	about  string // the other player whom it names, "" if it names none or several
	fact   bool   // says what the player is, so it is no threat: "Bo is hopeless", in Spanish "hopeless this Bo"
	spoken bool   // they may be spoken to: the name comes last, before a mark, or before "you"
	first  bool   // the name comes first, so they may be spoken to by another word: "Bo rascal"
	others bool   // names several other players
	game   bool   // has a verb or a noun of the game
	threat bool   // has a word with which people threaten, or report what somebody thinks
	plain  int    // words in no name, greeting or known remark
}

// preface reads what comes before a move. ok is false if it may be about that move, because it has a number, a
// place or a question in it, supposes what a player does, or reports what somebody said.
func (p parser) preface(toks []token) (told preface, ok bool) {
	because, known, denied := p.leads(toks), 0, 0
	for i, t := range toks {
		switch {
		case t.kind == numberToken, t.kind == placeToken, t.kind == otherToken, t.raw == ":", t.kind == markToken && strings.ContainsRune("?\"'`>", t.mark),
			i > 0 && p.named(t.key) != "" && p.cutAnew().phrase(slices.Concat(toks[i-1:i], toks[i+1:]), doubtClass) > 1: // "como Bo siga así" supposes as "como siga así" does
			return told, false
		case t.kind != wordToken:
			continue
		}
		if p.special(toks[i:], mocking) {
			return told, false
		}
		told.words++
		here, rest := toks[i:], toks[i+1:]
		whole := p.idle(here)
		if whole != nil && whole.sense.class == clauseClass {
			told.sorry = told.sorry || p.is(t, thanksClass) // "sorry it took so long"
			known = max(known, i+len(whole.words))
		}
		if n := p.phrase(here, askClass); n > 1 {
			known = max(known, i+n) // "how goes"
		}
		if i < known {
			continue
		}
		if whole == nil && p.named(t.key) == "" && !p.is(t, articleClass, prepClass) {
			told.plain++
		}
		told.doubts = told.doubts || i > 0 && p.phrase(here, soClass) > 0 // "so" leads to the move, so it comes once
		if name := p.named(t.key); name != "" && name != p.at.Me {
			told.others = told.others || told.about != "" && told.about != name
			told.about, told.first, told.spoken = name, i == 0, ends(rest) || p.phrase(rest, thouClass) > 0
			told.fact = p.phrase(rest, commentClass) > 0 || i > 1 && ends(rest) && p.is(toks[i-1], articleClass)
		}
		if n := p.phrase(here, denyClass); n > 1 {
			denied = i + n
		}
		for _, e := range p.begin(here) {
			if len(e.words) > len(here) || i < because {
				continue
			}
			switch e.sense.class {
			case doubtClass:
				told.doubts = told.doubts || len(e.words) >= p.phrase(here, denyClass) && (i >= denied || p.phrase(here, denyClass) > 1) // not "mañana" in "esta mañana"
			case denyClass:
				if e.sense.denial == telling {
					return told, false
				}
				if p.phrase(here, theirClass) == 0 {
					told.denies = true
					told.past = told.past || e.sense.denial != negation
					told.no = told.no || e.sense.denial == negation
				}
			case thanksClass:
				told.sorry = true
			case verbClass, nounClass:
				told.game = true
			case threatClass:
				told.threat = true
			}
		}
	}
	if told.others {
		told.about, told.first, told.spoken, told.fact = "", false, false, false
	}
	return told, true
}

// reasoned returns the move at the end of a text that first gives a reason or tells something else: "I don't trust
// Bo, so I break his lamp". It is sure if what comes before cannot take it back; otherwise it is only asked about.
func (p parser) reasoned(toks []token) (lines []string, sure bool) {
	hopes := p.phrase(toks, hopeClass) > 0
	because := p.leads(toks) > 0
	begun := p.ungreeted(toks)
	clause := p.clause(begun)
	no := p.special(toks, negation) // "nothing fits here", but not "definitely not enough"
	subject := len(begun) > 0 && p.is(begun[0], subjectClass, amClass)
	first := clause && (subject || no || !p.is(begun[0], denyClass)) // not "it was fun"
	for i, t := range toks {
		stop := t.mark == '.' || t.kind == smileToken
		mark := stop || t.mark == ','
		right := i
		if mark {
			right++
		}
		but := p.phrase(toks[right:], butClass)
		if i > 0 && max(p.phrase(toks[right-1:], denyClass), p.phrase(toks[right-1:], soClass)) > 1 { // "anything but", "dan maar"
			but = 0
		}
		so := max(but, p.phrase(toks[right:], soClass))
		if p.phrase(toks[right:], fillerClass) > so { // "per questo" is so, "per questo turno" is not
			so = 0
		}
		if !mark && so == 0 {
			continue
		}
		told, ok := p.preface(toks[:i])
		if !ok {
			break
		}
		remarked := told.about != "" && told.plain == 0
		introduces := t.raw == ":" && !because && !remarked // "next week: well then: 3 on C5"
		if introduces && told.about == "" {
			break
		}
		// "Bos Plan ist also gut: 3 auf C5", "Bo's plan is, then, 3 on C5"
		told.doubts = told.doubts || mark && i > 0 && told.about != "" && !remarked && p.phrase(toks[i-1:], commentClass) > 0 || !mark && so > 0 && slices.ContainsFunc(toks[right:], func(t token) bool { return t.raw == ":" })
		if right += so; i == 0 || told.words == 0 || told.doubts && so == 0 && !because {
			continue
		}
		found := p.search(toks[right:], false, finding{about: told.about, addressed: told.spoken || told.first, led: true})
		if len(found) == 0 {
			continue
		}
		if !p.untold(toks[:i]) {
			break
		}
		ofSame := slices.ContainsFunc(found[0].clause.Parts, func(q engine.Part) bool { return q.Seat != "" && q.Seat == told.about })
		if introduces {
			if ofSame && len(found) == 1 { // "Bo must be stopped: 5 on Bo"
				lines = []string{found[0].line}
			}
			break
		}
		own := found[0].own && !found[0].past || found[0].goes()
		if !because && len(p.search(toks[:i], so == 0 || !own, finding{})) > 0 {
			continue
		}
		for _, f := range found {
			if !slices.Contains(lines, f.line) {
				lines = append(lines, f.line)
			}
		}
		if len(lines) > 1 {
			return nil, false
		}
		states := found[0].own && !(told.past && found[0].past)
		ofThem := told.about != "" && !p.says(toks[right:], found[0], finding{led: true})
		ofYou := ofThem && !p.says(toks[right:], found[0], finding{about: told.about, led: true})
		switch {
		case but > 0: // "maybe I should help Bo, but I lay 3 on C5", "I wanted to, but oh well, 3 on C5"
			sure = own || but > 1 && len(found[0].clause.Verbs) == 0 && !told.threat
		case hopes && mark && told.words > 2 && told.about == "" && !told.others && (stop || !told.game):
			sure = true // "I hope you all had a nice weekend. 3 on C5"
		case told.doubts, told.about != "" && (len(found[0].clause.Verbs) > 0 || !mark) && !found[0].own: // "Bo is cross, so breaks my cart", "Bo's plan is then 3 on C5"
		case mark && told.words > 1 && (so > 0 || because) && !hopes, so > 0 && told.words > 2 && (own || !told.threat): // not "next, so 3 on C5"
			sure = states || !told.past || mark && so > 0 && len(found[0].clause.Verbs) == 0 // not "last round it was then 3 on C5"
		case stop && told.words > 2 && told.first && toks[1].word != "'s" && (!told.denies || told.fact && !told.no) && !told.threat && ofSame:
			sure = true // "Bo looks guilty. 5 on Bo"
		case mark && ofThem && remarked && told.words > 1 && len(found[0].clause.Verbs) == 0: // "Bo deserves it: 5 on him"
			sure = !told.past
		case mark && ofThem && remarked && told.words > 1, // "Bo deserves it: I mend his cart"
			mark && ofThem && !ofYou && told.fact && told.words > 2 && !told.no && !told.threat && !p.has(toks[:i], settingClass): // "Bo is hopeless, I mend his cart"
			sure = states
		case ofYou && !told.spoken: // "Bo nags, I break your lamp": whose?
		case stop && ofThem:
			sure = states && (told.words > 2 || !told.denies)
		case mark && ofThem && told.first && told.spoken && told.words > 1 && p.has(toks[right:], youClass, yourClass): // "Bo you rascal, I break your lamp"
			sure = states && !told.game && !told.threat // "Bo you touch my cart, I break your lamp" is a threat, "Bo you think, I break your lamp" a report
		case mark && !stop && told.sorry && len(found[0].clause.Verbs) == 0 && p.aside(toks[:i], false):
			sure = true // "sorry, my children were ill, 3 on C5"
		case mark && !stop && told.words > 2 && told.about == "" && !told.others && !told.threat && clause && !p.inverted(toks[right:]) && // "enough risk for today, I rest", "I was tired of it, I rest"
			(!told.denies || first && (!told.no || no || subject) && !p.has(toks[:i], settingClass, youClass, yourClass)):
			sure = states
		case stop && told.words > 2:
			ofNobody := told.about == "" && !told.others
			sure = own && clause || states && !told.denies || ofNobody && (states && !told.past || told.sorry && told.denies == told.past) // "I can't reach the gold. I discard 3"
		}
		if sure {
			break
		}
	}
	return lines, sure
}

// untold reports whether all that tokens begin with can come before a move. A few of them may tell of it, where all of
// them together are a known phrase.
func (p parser) untold(toks []token) bool {
	for i := range toks {
		if _, ok := p.preface(toks[:i]); !ok {
			return false
		}
	}
	return true
}

// afterBut returns the move behind the last "but" of a text, whatever move was thought of before: "I wanted to lay 3 on C5, but
// I'll take D5".
func (p parser) afterBut(toks []token) []string {
	for i := len(toks) - 1; i > 0; i-- {
		if n := p.phrase(toks[i:], butClass); n > 0 {
			return p.moves(toks[i+n:], finding{})
		}
	}
	return nil
}

// beforeTalk returns the move before the first comma of a text, if what is behind it is too long to deny it: "I sleep, I have treasures
// enough". It is only asked about.
func (p parser) beforeTalk(toks []token) []string {
	for i, t := range toks {
		if i > 0 && p.separates(t) && (len(toks)-i > remarkLeast || !p.has(toks[i:], denyClass)) {
			return p.moves(toks[:i], finding{})
		}
	}
	return nil
}

// goes reports whether a move says of a card where it goes, "3 goes on C5": nobody but its writer can make it.
func (f finding) goes() bool {
	return f.clause.Third && !f.past && !slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool { return q.Seat != "" })
}

// clause reports whether tokens can begin with a clause of its own, to judge by their first word: not with a phrase such as
// "in theory" or "my plan".
func (p parser) clause(toks []token) bool {
	return len(toks) > 0 && p.longest(toks, prepClass, articleClass, myClass, yourClass, cardClass, adverbClass, nounClass, squareClass, settingClass, openerClass, thenClass, orClass) == nil
}

// inverted reports whether tokens begin with a verb and its subject, as behind a condition: "kommt keiner, lege ich die 3
// auf C5".
func (p parser) inverted(toks []token) bool {
	return len(toks) > 1 && p.is(toks[0], verbClass, wishClass) && p.is(toks[1], subjectClass)
}

// says reports whether tokens are the move that was found also with less told before it.
func (p parser) says(toks []token, found, before finding) bool {
	alone := p.search(toks, false, before)
	return len(alone) > 0 && alone[0].line == found.line
}

// leads returns how many words at the front of a text say that a reason or a hope follows, 0 if none do. More of them
// may suppose something instead, "como no pares" in Spanish, or exclaim, "qué cara".
func (p parser) leads(toks []token) int {
	for _, rest := range [][]token{toks, p.ungreeted(toks)} { // "well, because nothing fits, …"
		n := max(p.phrase(rest, reasonClass), p.phrase(rest, asClass), p.phrase(rest, hopeClass))
		if p.phrase(rest, doubtClass) > n || p.special(rest, relating) {
			return 0
		}
		if n > 0 {
			return len(toks) - len(rest) + n
		}
	}
	return 0
}

// special reports whether tokens begin with an entry that denies, or the like, in this way.
func (p parser) special(toks []token, d denial) bool {
	return len(toks) > 0 && p.named(toks[0].key) == "" && slices.ContainsFunc(p.begin(toks), func(e *entry) bool { return e.sense.denial == d && len(e.words) <= len(toks) })
}

// phrase returns how many words the longest phrase of a class has that tokens begin with, 0 if there is none.
func (p parser) phrase(toks []token, c class) int {
	if e := p.longest(toks, c); e != nil {
		return len(e.words)
	}
	return 0
}
