package grammar

import (
	"regexp"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// is reports whether an entry of one of these classes begins with a token's word.
func (p parser) is(t token, some ...class) bool {
	return slices.ContainsFunc(p.entries(t.key), func(e *entry) bool { return e.sense.class.in(some...) })
}

// dotted matches abbreviations such as "a.u.b." and "s.v.p.", whose full stops end no sentence.
var dotted = regexp.MustCompile(`\b(?:\p{L}\.)+\p{L}\b\.?`)

// parser reads texts in one language.
type parser struct {
	g       *Grammar
	lex     *Lexicon
	at      *hearing
	unended bool                // accepts verbs without their second half
	mends   bool                // corrects slips and accepts shortened names
	slips   map[string][]*entry // caches what mended found for an unknown word
	polite  bool                // the text says "please" or thanks somewhere
	// begins caches the entries that a token and those behind it begin with; nil for tokens that are put together anew.
	begins map[*token][]*entry
}

func (g *Grammar) parser(lex *Lexicon, at *hearing, mends bool) parser {
	return parser{g: g, lex: lex, at: at, mends: mends, slips: map[string][]*entry{}, begins: map[*token][]*entry{}}
}

// hearing is one speech and what all languages share while they read it.
type hearing struct {
	engine.Speech
	names []string           // names of its seats, normalised
	whole string             // the text as wholeKey has it, "" if it asks something
	cuts  map[string][]token // caches what cut makes of a text
	steps int                // steps of the search so far, limited by mostSteps
	loose int                // those of loose searches, limited by looseSteps
}

func newHearing(s engine.Speech) *hearing {
	at := &hearing{Speech: s, names: engine.MapList(s.Seats, engine.NormaliseText), cuts: map[string][]token{}}
	if !strings.Contains(s.Text, "?") {
		at.whole = wholeKey(s.Text)
	}
	return at
}

// cuttingSteps is how many steps of effort it is to split each byte of a text into tokens.
const cuttingSteps = 3

// cut splits a text into tokens as the language knows its words. Pronouns written as one word with their verb
// become tokens of their own, and a comma inside a known phrase is dropped.
func (p parser) cut(text string) []token {
	p.at.Effort.Spend(len(text) * cuttingSteps)
	pieces, done := p.at.cuts[text]
	if !done {
		pieces = cut(text)
		p.at.cuts[text] = pieces
	}
	toks := tokens(pieces, func(key string) bool {
		known := p.lex.joined[key] || len(p.lex.first[key]) > 0
		return known || strings.Contains(key, "-") && p.clings(key)
	}, p.at.names)
	toks = elided(toks)
	p.lengthen(toks)
	toks = p.detached(p.ordinals(toks))
	p.clocks(toks)
	p.laughs(toks)
	for i := range toks {
		toks[i].first = i == 0 || toks[i-1].mark == '.' || toks[i-1].mark == '?' || toks[i-1].kind == smileToken
	}
	for i := 1; i < len(toks)-1; i++ {
		if toks[i].raw == "," && toks[i+1].kind == wordToken && p.lex.inner[toks[i+1].key] && p.within(toks, i) {
			toks = slices.Delete(toks, i, i+1)
		}
	}
	return p.decided(toks)
}

// decided drops "I think" and the like before what the writer then says they do: "I think I'll put 3 on C5" is how people decide,
// and "I think 3 on C5" is how they doubt.
func (p parser) decided(toks []token) []token {
	for i := 0; i < len(toks); i++ {
		n := p.phrase(toks[i:], thinkClass)
		if n == 0 || i+n >= len(toks) {
			continue
		}
		rest := toks[i+n:]
		if k := p.phrase(rest, reflexClass); k > 0 && k < len(rest) {
			rest = rest[k:]
		}
		if p.phrase(rest, wishIClass) > 0 || p.actsFirst(rest) {
			first := toks[i].first
			toks = slices.Delete(toks, i, i+n)
			toks[i].first = first
			clear(p.begins) // the tokens behind have moved
		}
	}
	return toks
}

// actsFirst reports whether tokens begin with a verb that only "I" can go with, or with "I" and a verb or a wish.
func (p parser) actsFirst(toks []token) bool {
	if n := p.phrase(toks, subjectClass); n > 0 && n < len(toks) {
		return p.longest(toks[n:], verbClass, wishClass, reflexClass, itClass) != nil
	}
	return slices.ContainsFunc(p.fitting(toks), func(e *entry) bool { return e.sense.class == verbClass && e.sense.form == firstForm })
}

// elided drops apostrophes for letters that a dialect leaves out, "'a 4 ncopp' a B3", which quote nothing: none of them opens a word
// of more than one letter.
func elided(toks []token) []token {
	opens := false
	for i, t := range toks {
		opens = opens || t.mark == '\'' && (i == 0 || t.apart || toks[i-1].kind == markToken) && i+1 < len(toks) && !toks[i+1].apart && len(toks[i+1].key) > 1
	}
	if opens {
		return toks
	}
	return slices.DeleteFunc(toks, func(t token) bool { return t.mark == '\'' })
}

// lengthen puts words in place of what people type for them on phones: "nn" is "non" in Italian. A letter before a
// number stays, because it may be the letter of a place, or "n" for "number".
func (p parser) lengthen(toks []token) {
	for i, t := range toks {
		word := p.lex.short[t.raw]
		if word == "" || len(t.raw) == 1 && i+1 < len(toks) && toks[i+1].kind == numberToken || slices.Contains(p.at.names, t.key) {
			continue
		}
		toks[i].word, toks[i].key = word, engine.NormaliseText(word)
	}
}

// ordinals joins a digit and the full stop behind it before a noun, "am 2. Schacht", where a language writes "second"
// so. Behind a noun the digit is its number, and the full stop ends a sentence: "lege Karte 2. Schacht 3 ist leer".
func (p parser) ordinals(toks []token) []token {
	noun := func(t token) bool {
		return slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool { return len(e.words) == 1 && e.sense.class.in(nounClass, cardClass) })
	}
	for i := 0; i+2 < len(toks); i++ {
		t, stop := &toks[i], toks[i+1]
		word := t.raw + "."
		if stop.raw == "." && !stop.apart && len(p.lex.first[word]) > 0 && noun(toks[i+2]) && (i == 0 || !noun(toks[i-1])) {
			t.raw, t.word, t.key = word, word, word
			toks = slices.Delete(toks, i+1, i+2)
		}
	}
	return toks
}

// laughs makes smileys of unknown words that are laughter, which people spell in many ways: "muahaha", "jajajaja", "kkkk".
func (p parser) laughs(toks []token) {
	for i, t := range toks {
		if t.kind == wordToken && len(p.entries(t.key)) == 0 && !p.lex.inner[t.key] && p.named(t.key) == "" && laughter(t.key) {
			toks[i].kind = smileToken
		}
	}
}

// laughter reports whether a word is the same breath several times: one vowel between "h" or "j", or "k" or "rs" alone.
func laughter(key string) bool {
	if rest := strings.ReplaceAll(key, "rs", ""); rest == "" && len(key) >= 4 || len(key) >= 3 && strings.Trim(key, "k") == "" {
		return true
	}
	rest := strings.TrimLeft(key, "bmouw")
	breaths, vowel := 0, rune(0)
	for _, r := range rest {
		switch {
		case r == 'h' || r == 'j':
			breaths++
		case strings.ContainsRune("aeio", r) && (vowel == 0 || vowel == r):
			vowel = r
		default:
			return false
		}
	}
	return breaths >= 2 && vowel != 0
}

// clocks marks the numbers that are times or dates by the words around them, as the language has them: a plural article
// before a number is a clock time in Spanish, "las 3", and so is what stands before "Uhr" in German.
func (p parser) clocks(toks []token) {
	for i := range toks {
		if toks[i].kind == numberToken && toks[i].num <= lastDay && (i > 0 && p.clock(toks[i-1], toks[i+1:]) || p.phrase(toks[i+1:], unitClass) > 0) {
			toks[i].kind = timeToken
		}
	}
}

// lastDay is the highest number that is a day of a month or an hour: "um 180 Grad" says when nothing is.
const lastDay = 31

// clock reports whether a number behind a word is a time. "At" and the like may stand before a card that goes to a place.
func (p parser) clock(before token, behind []token) bool {
	e := p.alone(before, clockClass)
	return e != nil && (e.sense.denial != leading || !slices.ContainsFunc(behind, func(t token) bool { return t.kind == placeToken }))
}

// alone returns the entry of a class that is a token's word by itself; nil if there is none.
func (p parser) alone(t token, c class) *entry {
	for _, e := range p.entries(t.key) {
		if len(e.words) == 1 && e.sense.class == c && e.forms[0].typed(t.word, t.key) {
			return e
		}
	}
	return nil
}

// clings reports whether a word is a verb with pronouns attached to its end.
func (p parser) clings(key string) bool {
	_, verb := p.lex.parted(key, mostEndings)
	return verb != ""
}

// detached separates a verb from pronouns attached to its end and puts them before it, where pronouns usually
// stand: "ponla" is read as "la pon". Words that are known whole are left alone.
func (p parser) detached(toks []token) (all []token) {
	all = make([]token, 0, len(toks)+2)
	for i, t := range toks {
		pronouns, verb := p.lex.parted(t.key, mostEndings)
		if t.kind == wordToken && verb != "" && !slices.Contains(p.at.names, t.key) && !p.phrased(toks, i) {
			for _, w := range pronouns {
				all = append(all, token{raw: w, word: w, key: engine.NormaliseText(w), apart: true, clung: true})
			}
			t.word, t.key = verb, engine.NormaliseText(verb)
		}
		all = append(all, t)
	}
	return all
}

// phrased reports whether the lexicon has the word at a token, or a phrase with it.
func (p parser) phrased(toks []token, i int) bool {
	for j := max(0, i-longestPhrase); j <= i; j++ {
		if slices.ContainsFunc(p.lex.first[toks[j].key], func(e *entry) bool { return len(e.words) > i-j && spelled(toks[j:], e.forms) }) {
			return true
		}
	}
	return false
}

// longestPhrase is how far before a token, or on each side of a comma, a phrase around it is looked for.
const longestPhrase = 4

// within reports whether the tokens around a comma are one phrase of the lexicon, which has it without the
// comma: "sehen, was da liegt".
func (p parser) within(toks []token, comma int) bool {
	around := slices.Concat(toks[max(0, comma-longestPhrase):comma], toks[comma+1:min(len(toks), comma+1+longestPhrase)])
	before := min(comma, longestPhrase)
	for i := range before {
		for _, e := range p.lex.first[around[i].key] {
			praise := e.sense.class == denyClass && len(e.words) == 2 // "super die 3 auf C5" praises, "super, die 3 auf C5" is a move
			if !praise && len(e.words) > before-i && spelled(around[i:], e.forms) {
				return true
			}
		}
	}
	return false
}

// moves reads tokens as a single move or as several moves of one turn, and returns their commands. It returns nil
// if they are no move, or if they can be different ones. before is the move that goes before, if any.
func (p parser) moves(toks []token, before finding) []string {
	if found := fuller(p.search(toks, false, before)); len(found) == 1 {
		return p.ended(toks, found[0].line, before)
	} else if len(found) > 1 {
		return nil
	}
	for i, t := range toks {
		next := i + 1
		if i > 0 && lists(toks[i-1], t) && (len(before.clause.Verbs) > 0 || p.has(toks, verbClass)) {
			next = i
		} else if i == 0 || next == len(toks) || !p.separates(t) {
			continue
		}
		left := p.search(toks[:i], false, before)
		if len(left) != 1 {
			continue
		}
		left[0].about = other(left[0].clause)
		right := p.moves(toks[next:], left[0])
		switch {
		case right == nil:
		case strings.HasSuffix(right[0], " "+left[0].line):
			return right // "Card s2: dig s2"
		case strings.HasPrefix(left[0].line, right[0]+" ") && len(left[0].clause.Verbs) == 0:
			return append([]string{left[0].line}, right[1:]...) // "3 away and pass"
		case !strings.Contains(":()=", t.raw): // these marks introduce an explanation, not another move: "dig s2 (the crown)"
			return together(left[0].line, right)
		}
	}
	return nil
}

// ended returns the commands of a text that is one move. If that move is whole without the verb at the end, and the verb
// is a move by itself, there are two: "stoppen" in "s3 graven en dan stoppen" can be to put something somewhere, or to stop.
func (p parser) ended(toks []token, line string, before finding) []string {
	for i := len(toks) - 2; i > 0 && len(toks)-i <= endingMost; i-- {
		if !p.separates(toks[i]) {
			continue
		}
		right := p.search(toks[i+1:], false, finding{})
		if len(right) != 1 || len(right[0].clause.Verbs) == 0 || len(right[0].clause.Parts) > 0 || strings.HasPrefix(line, right[0].line) {
			continue
		}
		if left := fuller(p.search(toks[:i], false, before)); len(left) == 1 && left[0].line == line {
			return []string{line, right[0].line}
		}
	}
	return []string{line}
}

// endingMost is how many tokens the end of a text may have, with what parts it from the rest, to be a move by itself.
const endingMost = 4

// fuller returns only the first of two findings if the other has no verb and is its last word, "dig s3" and "s3", or says
// the same of a bare number: "dig 3".
func fuller(found []finding) []finding {
	if len(found) != 2 {
		return found
	}
	most, least := found[0], found[1]
	if len(most.line) < len(least.line) {
		most, least = least, most
	}
	at := strings.LastIndexByte(most.line, ' ') + 1
	if least.line == most.line[:at]+strings.TrimLeft(most.line[at:], "abcdefghijklmnopqrstuvwxyz") {
		return []finding{most}
	}
	if len(most.clause.Verbs) > 0 && len(least.clause.Verbs) == 0 && !strings.Contains(least.line, " ") && strings.HasSuffix(most.line, " "+least.line) {
		return []finding{most}
	}
	return found
}

// single returns the finding of tokens that are a single move, an empty one for others.
func (p parser) single(toks []token) finding {
	if found := p.search(toks, false, finding{}); len(found) == 1 {
		return found[0]
	}
	return finding{}
}

// together puts a move before others of the same turn. If the first of those says the same with more detail, it
// replaces the move: "I must pass, so I discard 3", "I help Bo and mend his lamp".
func together(line string, more []string) []string {
	says := strings.Fields(more[0])
	if !slices.ContainsFunc(strings.Fields(line), func(w string) bool { return !slices.Contains(says, w) }) {
		return more
	}
	return append([]string{line}, more...)
}

// lists reports whether two places stand beside each other as in "s2 s4 and stop". Without a verb they may be the head
// of a table.
func lists(one, other token) bool {
	return one.kind == placeToken && other.kind == placeToken && one.key[0] == other.key[0]
}

// separates reports whether a token can separate two moves: a comma, a full stop, "and" or "then".
func (p parser) separates(t token) bool {
	if t.kind == markToken {
		return t.mark == ',' || t.mark == '.'
	}
	return slices.ContainsFunc(p.entries(t.key), func(e *entry) bool {
		return len(e.words) == 1 && e.forms[0].typed(t.word, t.key) && (e.sense.class == andClass || e.sense.class == thenClass)
	})
}

// almostMost is how many commands a sentence may come close to: "6-C3" can be 6 C3 or 6 -C3. A sentence that comes
// close to more, such as a list of who plays what, means none of them.
const almostMost = 2

// almost returns the commands that tokens come close to with the fewest words left over; nil if there are more
// than almostMost.
func (p parser) almost(toks []token) []string {
	found := p.search(toks, true, finding{})
	least := mostLeft
	for _, f := range found {
		least = min(least, f.left)
	}
	var lines []string
	for _, f := range found {
		if f.left == least && !slices.Contains(lines, f.line) {
			lines = append(lines, f.line)
		}
	}
	if len(lines) > almostMost {
		return nil
	}
	return lines
}

// oneByOne returns the moves that the sentences of a text are or come close to, if there are several.
func (p parser) oneByOne(toks []token) (lines []string) {
	for _, s := range p.sentences(toks) {
		if exact := p.moves(s, finding{}); exact != nil {
			lines = append(lines, exact...)
		} else if len(s) < len(toks) && !p.has(s, denyClass) {
			lines = append(lines, p.almost(s)...)
		}
	}
	return lines
}

// sentences splits tokens behind full stops, dots, exclamation marks, question marks and smileys.
func (p parser) sentences(toks []token) [][]token {
	var all [][]token
	from := 0
	for i, t := range toks {
		if t.kind == smileToken || t.kind == markToken && (t.mark == '.' || t.mark == '?' && t.raw != "¿" || strings.HasPrefix(t.raw, "..")) {
			all = append(all, toks[from:i+1])
			from = i + 1
		}
	}
	if from < len(toks) {
		all = append(all, toks[from:])
	}
	return all
}

// has reports whether a word or phrase of one of these classes is among the tokens.
func (p parser) has(toks []token, some ...class) bool {
	for i := range toks {
		if p.longest(toks[i:], some...) != nil {
			return true
		}
	}
	return false
}

// other returns the only other player in a clause, "" if there is none or several.
func other(c engine.Clause) string {
	about := c.You
	for _, p := range c.Parts {
		if p.Seat == "" || p.Seat == c.Me || p.Seat == about {
			continue
		}
		if about != "" {
			return ""
		}
		about = p.Seat
	}
	return about
}
