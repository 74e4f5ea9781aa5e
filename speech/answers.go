package speech

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Answer is how a text answers a question.
type Answer uint8

// The answers. Unclear is an answer with a condition or a question in it.
const (
	NoAnswer Answer = iota
	Yes
	No
	Unclear
)

// answerMost is the most bytes of an answer to a question.
const answerMost = 300

// ReadYesNo reads a text as the answer to a question, in these languages and English, or in all languages if none is
// given. The whole text must be an answer, or a plain yes or no followed by words that occur in such answers: "Yes,
// that is exactly what I meant".
func ReadYesNo(text string, langs ...string) (yes, no bool) {
	if len(text) > answerMost {
		return false, false
	}
	whole := plainAnswer(engine.NormaliseText(text))
	plain := plainAnswer(StripGreeting(engine.NormaliseText(text)))
	for _, a := range answersIn(langs...) {
		if kind, n := a.longest(strings.Fields(whole+" -"), []saying{sayNo}); n > 1 && kind == sayNo {
			plain = whole // "lieber nicht" greets no "nicht"
		}
		if strings.Contains(whole, " ") && a.alone[sayUnsure][whole] {
			return false, false // "yeah, right"
		}
		switch cmp.Or(a.read(plain, sayYes, sayNo), a.confirms(plain), a.refuses(text), a.agrees(text)) {
		case Yes:
			return true, false
		case No:
			return false, true
		}
	}
	return false, false
}

// answersIn returns the answers of these languages and English, or of all languages if none is given.
func answersIn(langs ...string) []*answers {
	all := allAnswers()
	switch {
	case len(langs) == 0:
		langs = slices.Sorted(maps.Keys(all))
	case !slices.Contains(langs, "en"):
		langs = append(slices.Clip(langs), "en")
	}
	each := engine.MapList(langs, func(lang string) *answers { return all[lang] })
	return engine.FilterList(each, func(a *answers) bool { return a != nil })
}

// sentencesHeard is how many sentences of a reply to an invitation are read, and inviteMost how many bytes.
const sentencesHeard, inviteMost = 5, 4000

// ReadInvitationAnswer reads a text as the answer to an invitation or an offer. The first sentence that answers counts. A condition
// in it makes it Unclear. A question only counts if no other sentence answers, and then is Unclear too.
func ReadInvitationAnswer(text, lang string) Answer {
	text = unlaughed(text)
	switch yes, no := ReadYesNo(text, lang); {
	case yes:
		return Yes
	case no:
		return No
	}
	text = text[:min(len(text), inviteMost)]
	asked := NoAnswer
	for i, sentence := range (Ear{Lang: lang}).sentences(text) {
		if i == sentencesHeard {
			break
		}
		said := StripGreeting(engine.NormaliseText(accented.Replace(strings.ToLower(strings.TrimRight(sentence, "?")))))
		for _, a := range answersIn(lang) {
			said, asks := said, strings.HasSuffix(sentence, "?")
			if at := strings.LastIndex(said, ","); asks && at > 0 && a.civil(plainAnswer(said[at:])) {
				said, asks = said[:at], false // "Yes please, when do we start?"
			}
			switch answer := a.sentence(said); {
			case answer != NoAnswer && asks:
				asked = Unclear // "Why not? I'm in!"
			case answer != NoAnswer:
				return answer
			}
		}
	}
	return asked
}

// laughter matches a word that only laughs: "jajaja", "kkkk", "lol".
var laughter = regexp.MustCompile(`(?i)^(?:a?(?:[hj][aei]){2,}[hj]?|k{3,}|(?:rs){2,}|lo+l|mdr+|ptdr|xd+)[!.]*$`)

// unlaughed returns a text without the laughter behind each of its rows, where it has other words.
func unlaughed(text string) string {
	rows := strings.Split(text, "\n")
	for i, row := range rows {
		words := strings.Fields(row)
		for len(words) > 1 && laughter.MatchString(words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		rows[i] = strings.Join(words, " ")
	}
	return strings.Join(rows, "\n")
}

// read returns the answer of a plain text that consists only of phrases of these kinds and polite ones. It returns
// NoAnswer if there is anything else, or if the phrases disagree.
func (a *answers) read(text string, kinds ...saying) Answer {
	found, words := NoAnswer, strings.Fields(text)
	if laughs(words) {
		return NoAnswer
	}
	for len(words) > 0 {
		kind, n := a.longest(words, kinds)
		switch {
		case n == 0:
			return NoAnswer
		case kind == sayPolite:
		case found == NoAnswer:
			found = sayingOf(kind)
		case found != sayingOf(kind):
			return NoAnswer
		}
		words = words[n:]
	}
	return found
}

// confirms returns the answer of a plain text that begins with a yes or no and goes on with words that occur in such
// answers.
func (a *answers) confirms(text string) Answer {
	words := strings.Fields(text)
	if len(words) == 0 || laughs(words) {
		return NoAnswer
	}
	kind, n := a.longest(words, []saying{sayNo, sayAye})
	of, never := []saying{sayYes, sayAye, sayPolite}, []saying{sayNo, sayNot, sayBut, sayUnsure}
	switch {
	case n == 0 || kind == sayPolite:
		return NoAnswer
	case kind == sayNo:
		of, never = []saying{sayNo, sayNot, sayPolite}, []saying{sayBut}
	}
	for words = words[n:]; len(words) > 0; words = words[n:] {
		if _, n = a.longest(words, of); n > 0 {
			continue
		}
		n = 1
		in := func(of map[saying]map[string]bool) func(saying) bool {
			return func(k saying) bool { return of[k][words[0]] }
		}
		if !slices.ContainsFunc(of, in(a.within)) || slices.ContainsFunc(never, in(a.alone)) {
			return NoAnswer
		}
	}
	return sayingOf(kind)
}

// refuses returns No for a text whose first clause is a no, unless a word after it may take the no back: "No sorry,
// wrong letter". A text with a digit or a question mark may be something else.
func (a *answers) refuses(text string) Answer {
	if strings.ContainsAny(text, "?0123456789") {
		return NoAnswer
	}
	text = StripGreeting(engine.NormaliseText(text))
	at := strings.IndexAny(text, ",.!;:–—")
	if at < 0 || a.read(plainAnswer(text[:at]), sayNo) != No {
		return NoAnswer
	}
	for words := strings.Fields(plainAnswer(text[at:])); len(words) > 0; words = words[1:] {
		for _, of := range []saying{sayYes, sayAye, sayJoin, sayBut} {
			if a.alone[of][words[0]] {
				return NoAnswer
			}
		}
	}
	return No
}

// ReadAnswerTo reads a text that answers a letter which asks for nothing but a yes or a no. Then a word for one of them at the front is
// enough, whatever else is said: "yes that was me, it's a new phone", "no, who is that?". A yes with a "but", a denial, a condition,
// a question or somebody else in it is none.
func ReadAnswerTo(text string, langs ...string) (yes, no bool) {
	if yes, no = ReadYesNo(text, langs...); yes || no || len(text) > answerMost {
		return yes, no
	}
	plain := StripGreeting(engine.NormaliseText(accented.Replace(strings.ToLower(text))))
	words := strings.Fields(plainAnswer(plain))
	for _, a := range answersIn(langs...) {
		switch a.begins(plain, words) {
		case No:
			return false, a.standsAlone(plain) || a.deniesAgain(words)
		case Yes:
			return !strings.ContainsAny(text, "?") && !a.takesBack(words), false
		}
	}
	return false, false
}

// begins returns the answer that the first clause of a text gives, or its first words.
func (a *answers) begins(text string, words []string) Answer {
	if at := strings.IndexAny(text, ",.!;:–—"); at > 0 {
		first := plainAnswer(text[:at])
		if answer := cmp.Or(a.read(first, sayYes, sayNo), a.read(first, sayAye), a.confirms(first)); answer != NoAnswer {
			return answer
		}
	}
	switch kind, n := a.longest(words, []saying{sayYes, sayNo, sayAye}); {
	case n == 0 || kind == sayPolite: // thanks, or a picture
		return NoAnswer
	case kind == sayNo:
		return No
	}
	return Yes
}

// standsAlone reports whether the first clause of a text is a no by itself: "no, who is that?", but not "no problem, that was me".
func (a *answers) standsAlone(text string) bool {
	at := strings.IndexAny(text, ",.!;:–—")
	return at < 0 && len(strings.Fields(text)) == 1 || at > 0 && a.read(plainAnswer(text[:at]), sayNo) == No
}

// deniesAgain reports whether words behind a no deny something too: "no, I did not write that".
func (a *answers) deniesAgain(words []string) bool {
	_, n := a.longest(words, []saying{sayNo})
	return n > 0 && slices.ContainsFunc(words[n:], func(word string) bool { return a.alone[sayNot][word] || a.alone[sayNo][word] })
}

// takesBack reports whether words behind a yes leave it in doubt.
func (a *answers) takesBack(words []string) bool {
	for kind, n := a.longest(words, []saying{sayYes, sayAye}); n > 0 && kind != sayPolite; kind, n = a.longest(words, []saying{sayYes, sayAye}) {
		words = words[n:] // "sí" alone is also an "if"
	}
	for ; len(words) > 0; words = words[1:] {
		kind, n := a.longest(words, []saying{sayNo, sayNot, sayBut, sayUnsure, sayDecline})
		if n > 0 && kind != sayPolite || a.alone[sayOthers][words[0]] {
			return true
		}
	}
	return false
}

// agrees returns Yes for a text whose first clause is a yes, and whose writer goes on about themselves: "Yes that was me, it's my
// phone". A denial, a "but", a doubt, a question, a number or somebody else speaks against it, and "yes yes, very funny" is none.
func (a *answers) agrees(text string) Answer {
	if strings.ContainsAny(text, "?0123456789@") || namesSomebody(text) {
		return NoAnswer
	}
	text = StripGreeting(engine.NormaliseText(accented.Replace(strings.ToLower(text))))
	at := strings.IndexAny(text, ",.!;:–—")
	if at < 0 {
		return NoAnswer
	}
	first, rest := plainAnswer(text[:at]), strings.Fields(plainAnswer(text[at:]))
	said := strings.Fields(first)
	twice := len(said) > 1 && said[0] == said[1]
	if twice || a.read(first, sayYes, sayAye) != Yes && a.confirms(first) != Yes {
		return NoAnswer
	}
	if !slices.ContainsFunc(rest, func(word string) bool { return a.alone[sayMine][word] }) {
		return NoAnswer
	}
	if a.takesBack(rest) {
		return NoAnswer
	}
	return Yes
}

// namesSomebody reports whether a word inside a sentence has a capital and is none that people write all the time.
func namesSomebody(text string) bool {
	begins := true
	for _, word := range strings.Fields(text) {
		r, _ := utf8.DecodeRuneInString(word)
		if bare := engine.NormaliseText(strings.Trim(word, ",.!;:–—()…")); unicode.IsUpper(r) && !begins && len(bare) > 1 && !Everyday(bare) {
			return true
		}
		begins = strings.ContainsAny(word[len(word)-1:], ".!:")
	}
	return false
}

// laughs reports whether words begin with the same word three times. That is laughter, or at least no clear answer.
func laughs(words []string) bool {
	return len(words) >= 3 && words[0] == words[1] && words[1] == words[2]
}

// cues collects what the clauses of a sentence say.
type cues struct{ yes, no, but, unsure bool }

// sentence returns the answer of a sentence. It can be the whole sentence, a clause that is an answer by itself, a
// clause that begins with a plain yes, or a phrase that has three words or ends its clause. The answer is Unclear if
// a yes comes with a condition, a "but", a no, or a "not" in its clause, or a no with a condition.
func (a *answers) sentence(text string) Answer {
	if whole := a.read(plainAnswer(text), sayYes, sayNo, sayJoin, sayDecline); whole != NoAnswer {
		return whole
	}
	var c cues
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",;:–—", r) }) {
		a.clause(strings.Fields(plainAnswer(clause)), &c)
	}
	switch {
	case !c.yes && !c.no:
		return NoAnswer
	case c.yes && (c.no || c.but), c.unsure:
		return Unclear
	case c.no:
		return No
	}
	return Yes
}

// clause adds what a clause says to c.
func (a *answers) clause(words []string, c *cues) {
	switch a.read(strings.Join(words, " "), sayYes, sayNo, sayJoin, sayDecline) {
	case Yes:
		c.yes = true
		return
	case No:
		c.no = true
		return
	}
	for at := range words { // a "but" makes two clauses of one
		if kind, n := a.longest(words[at:], []saying{sayBut, sayNot, sayUnsure, sayAye, sayDecline, sayNo, sayJoin, sayYes}); kind == sayBut {
			c.but = true
			a.clause(words[at+n:], c)
			a.clause(words[:at], c)
			return
		}
	}
	yes, not := false, false
	for at := 0; at < len(words); {
		kind, n := a.longest(words[at:], []saying{sayNot, sayUnsure, sayAye, sayDecline, sayNo, sayJoin, sayYes})
		switch {
		case n == 0:
			n = 1
		case kind == sayNot:
			not = true
		case kind == sayUnsure:
			c.unsure = true
		case kind == sayAye && at == 0:
			yes = true
		case n == 1 || n == 2 && !a.polite(words[at+n:]): // "I'm in Berlin"
		case kind == sayJoin || kind == sayYes:
			yes = true
		case kind == sayDecline || kind == sayNo:
			c.no = true
		}
		at += n
	}
	c.yes = c.yes || yes
	c.unsure = c.unsure || yes && not
}

// polite reports whether all words are polite phrases.
func (a *answers) polite(words []string) bool {
	for len(words) > 0 {
		_, n := a.longest(words, nil)
		if n == 0 {
			return false
		}
		words = words[n:]
	}
	return true
}

// civil reports whether a text is one polite phrase of several words, such as "when do we start".
func (a *answers) civil(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 { // "yes, really?" is no clear yes
		return false
	}
	_, n := a.longest(words, nil)
	return n == len(words)
}

func sayingOf(kind saying) Answer {
	if kind == sayNo || kind == sayDecline {
		return No
	}
	return Yes
}

// longest returns the longest phrase of these kinds, or polite one, that words begin with, and how many words it has; 0
// if there is none. If several are equally long, the kind that comes first in kinds wins. A picture that is no phrase
// counts as polite.
func (a *answers) longest(words []string, kinds []saying) (kind saying, n int) {
	if len(words) == 0 {
		return kind, 0
	}
	best := 0
	for _, p := range a.begin[words[0]] {
		at := slices.Index(kinds, p.of)
		if p.of == sayPolite && at < 0 {
			at = len(kinds)
		}
		if at < 0 || len(p.words) > len(words) || !slices.Equal(p.words, words[:len(p.words)]) {
			continue
		}
		if len(p.words) > n || len(p.words) == n && at < best {
			kind, n, best = p.of, len(p.words), at
		}
	}
	if n == 0 && pictures.MatchString(words[0]) {
		return sayPolite, 1
	}
	return kind, n
}
