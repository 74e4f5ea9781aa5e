// Package natural turns sentences about moves into plain commands, in each language that has a lexicon. A game
// builds a Grammar with New and asks it with Hear. The package does not know the rules: the game says which
// command a sentence can be, and whether that is legal is checked later.
//
// A sentence is taken as a move only if it says that its writer makes the move now, and says nothing else. So
// every word of it must fit in: as a verb, a card, a place, a name, an adverb, or one of the words that may
// stand anywhere, such as "please". If a word does not fit, the move is at most asked about.
//
// This is how "Hi Bo, I'll put my card 3 on C5, please" becomes "3 c5" in Saboteur:
//
//  1. token.go splits it into tokens: the number 3, the place c5, two marks, and words. "I'll" stays one word
//     because the lexicon has it.
//  2. lookup.go finds the entries of the lexicon (lexicon.go) that begin at each token. An entry gives a word or
//     phrase a class and, if it is a verb or a noun, a concept, which is the same in all languages: "put" is a
//     verb for the concept "lay", and so is "lege" in German.
//  3. search.go and enter.go try all entries of all tokens from left to right. A state (state.go) holds what has
//     been read: here a wish ("I'll"), the verb "lay", a Part for "my card 3" and a Part for "on C5". "Hi",
//     the name behind it and "please" add nothing. Another try takes "Bo" for a part of the move.
//  4. When all tokens are read, statement.go checks that the writer acts, and acts now: "I'll" needs an
//     infinitive, and "Bo puts" tells of somebody else. What it accepts becomes a Clause: Verbs [lay], Parts
//     {My, Card, Number: 3} and {Role: On|Against, Place: "c5"}.
//  5. The game's own function, passed to New, names the commands that the clause can be: "3 c5". The try with
//     "Bo" in it gives none, because Saboteur knows no use for that part.
//
// If exactly one command comes out, the text is a sure move. Otherwise reader.go looks for several moves in the
// text, for a move among sentences that do not matter, and for one that follows its reason (reason.go). At last
// it looks for commands that the text only comes close to, because it asks, supposes, or has words left over.
// These are never played, only offered.
package natural

import (
	"cmp"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Grammar understands sentences about the moves of one game, in all languages.
type Grammar struct {
	lexicons map[string]func() *Lexicon // by language, read when first used
	mean     func(Clause) []string
}

// New returns the grammar of a game. mean returns the plain commands that a clause can be, as the game's own
// reader takes them. It returns none if the clause is no command or has a part that no command can use. words
// holds folders with the game's own words, a file for each language.
func New(mean func(Clause) []string, words fs.FS) *Grammar {
	return &Grammar{lexicons: lexicons(common, words), mean: mean}
}

// lexicon returns the lexicon of a language, nil if there is none.
func (g *Grammar) lexicon(lang string) *Lexicon {
	if l := g.lexicons[lang]; l != nil {
		return l()
	}
	return nil
}

// Hear says whether a text is a move. It tries the writer's language first, then English, then the others, and
// returns the first sure move. Without one it returns what the text comes close to in the first two.
func (g *Grammar) Hear(s engine.Speech) engine.Understood {
	var hint engine.Understood
	at := newHearing(s)
	for n, lang := range g.order(s.Lang) {
		if n == 1 && g.retracted(at) {
			break
		}
		h := g.readIn(g.lexicon(lang), at, n < 2)
		if h.Kind == engine.SureMove {
			if !h.Bare && g.doubted(lang, at) {
				h.Kind = engine.MaybeMove
			}
			return h
		}
		if hint.Kind == engine.NoMove {
			hint = h
		}
	}
	hint.Unsaid = g.retracted(at)
	return hint
}

// Spell returns a plain command as letters in a language print it. Hear reads that as the same command.
func (g *Grammar) Spell(command, lang string) string {
	lex := g.lexicon(lang)
	if lex == nil {
		return command
	}
	if whole := lex.shown[command]; whole != "" {
		return whole
	}
	words := strings.Split(command, " ")
	if number := words[len(words)-1]; len(words) == 2 {
		if whole := lex.shown[words[0]+" #"]; whole != "" && strings.Trim(number, "0123456789") == "" {
			return strings.ReplaceAll(whole, "#", number)
		}
	}
	for i, w := range words {
		if shown := lex.shown[w]; shown != "" {
			words[i] = shown
		}
	}
	return strings.Join(words, " ")
}

// Means reports whether a word is, in one of the languages, part of a command by itself: a noun, a number or an
// adverb.
func (g *Grammar) Means(word string, langs ...string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(langs, func(lang string) bool {
		lex := g.lexicon(engine.Tongue(lang))
		return lex != nil && slices.ContainsFunc(lex.first[engine.Normalise(word)], func(e *entry) bool {
			return len(e.words) == 1 && e.tail == nil && e.sense.class.in(nounClass, countClass, adverbClass) && spells(word, e.words[0])
		})
	})
}

// order returns all languages in the order in which they are tried.
func (g *Grammar) order(lang string) []string {
	early := map[string]int{"en": -1, lang: -2}
	return slices.SortedFunc(maps.Keys(g.lexicons), func(a, b string) int { return cmp.Or(early[a]-early[b], cmp.Compare(a, b)) })
}

// longest is the most tokens that a text may have. A longer one is not read.
const longest = 60

// readIn reads a text in one language. Without ask it accepts only a text in which all words belong to moves: it
// corrects no slips and returns nothing that would have to be asked about.
func (g *Grammar) readIn(lex *Lexicon, at *hearing, ask bool) engine.Understood {
	if line := lex.wholeOf(at.Text); line != "" {
		return engine.Understood{Kind: engine.SureMove, Lines: []string{line}, Bare: true}
	}
	p := g.parser(lex, at, ask)
	toks := p.cut(at.Text)
	if len(toks) == 0 || len(toks) > longest {
		return engine.Understood{}
	}
	if lines := p.moves(toks, finding{}); lines != nil {
		return engine.Understood{Kind: engine.SureMove, Lines: lines, Mended: p.mended(toks), Bare: len(lines) == 1 && len(toks) <= len(strings.Fields(lines[0]))}
	}
	if !ask { // a strange language counts only if all words belong to it
		return engine.Understood{}
	}
	sentences := p.sentences(toks)
	if lines := p.among(sentences); lines != nil {
		return engine.Understood{Kind: engine.SureMove, Lines: lines}
	}
	reasoned, sure := p.reasoned(toks)
	if sure {
		return engine.Understood{Kind: engine.SureMove, Lines: reasoned}
	}
	lines := p.correction(toks)
	if lines == nil {
		lines = p.almost(toks)
	}
	if lines == nil {
		lines = reasoned
	}
	if lines == nil && len(sentences) > 1 {
		for _, s := range sentences {
			if p.has(s, denyClass) { // it takes something back, or is about somebody else
				return engine.Understood{}
			}
			lines = append(lines, p.almost(s)...)
		}
	}
	if lines == nil {
		lines = p.commented(toks)
	}
	if lines == nil {
		return engine.Understood{}
	}
	return engine.Understood{Kind: engine.MaybeMove, Lines: lines}
}

// doubted reports whether the text around a move makes it doubtful that the move is meant: another row of the
// paragraph is about the match and no move, "Bo wrote:" stands above, or a greeting or thanks next to it is part
// of a longer sentence.
func (g *Grammar) doubted(lang string, at *hearing) bool {
	at.steps = 0
	p := g.parser(g.lexicon(lang), at, true)
	for _, row := range at.Beside {
		if toks := p.cut(row); len(toks) > longest || !p.harmless(toks) && p.moves(toks, finding{}) == nil {
			return true
		}
	}
	if before := p.cut(at.Before); len(before) > 0 && len(before) <= longest {
		last := before[len(before)-1]
		if last.raw == ":" && !p.harmless(before) || p.greets(before) && !p.harmless(before) {
			return true
		}
	}
	after := p.cut(at.After)
	return len(after) > 0 && len(after) <= longest && p.is(after[0], closerClass, thanksClass) && !p.harmless(after)
}

// greets reports whether a row ends in a greeting.
func (p parser) greets(toks []token) bool {
	for len(toks) > 0 && toks[len(toks)-1].kind != wordToken {
		toks = toks[:len(toks)-1]
	}
	return len(toks) > 0 && p.is(toks[len(toks)-1], openerClass)
}

// is reports whether an entry of one of these classes begins with a token's word.
func (p parser) is(t token, some ...class) bool {
	return slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool { return e.sense.class.in(some...) })
}

// retracted reports whether a word in the text takes a move back or puts it off in the writer's own language. Then
// no other language may find a move in it.
func (g *Grammar) retracted(at *hearing) bool {
	lex := g.lexicon(at.Lang)
	if lex == nil {
		return false
	}
	p := g.parser(lex, at, false)
	return p.has(p.cut(at.Text), denyClass, doubtClass)
}

// dotted matches abbreviations such as "a.u.b." and "s.v.p.", whose full stops end no sentence.
var dotted = regexp.MustCompile(`\b(?:\p{L}\.)+\p{L}\b\.?`)

// parser reads texts in one language.
type parser struct {
	g     *Grammar
	lex   *Lexicon
	at    *hearing
	mends bool                // corrects slips and accepts shortened names
	slips map[string][]*entry // caches what mended found for an unknown word
}

func (g *Grammar) parser(lex *Lexicon, at *hearing, mends bool) parser {
	return parser{g, lex, at, mends, map[string][]*entry{}}
}

// hearing is one speech and what all languages share while they read it.
type hearing struct {
	engine.Speech
	names []string           // names of its seats, normalised
	cuts  map[string][]piece // caches the pieces of a text
	steps int                // steps of the search so far, limited by mostSteps
}

func newHearing(s engine.Speech) *hearing {
	return &hearing{Speech: s, names: engine.Each(s.Seats, engine.Normalise), cuts: map[string][]piece{}}
}

// cut splits a text into tokens as the language knows its words. Pronouns written as one word with their verb
// become tokens of their own, and a comma inside a known phrase is dropped.
func (p parser) cut(text string) []token {
	pieces, done := p.at.cuts[text]
	if !done {
		pieces = cut(text)
		p.at.cuts[text] = pieces
	}
	toks := p.detached(tokens(pieces, func(key string) bool {
		known := p.lex.joined[key] || len(p.lex.first[key]) > 0
		return known || strings.Contains(key, "-") && p.clings(key)
	}, p.at.names))
	for i := 1; i < len(toks)-1; i++ {
		if toks[i].raw == "," && toks[i+1].kind == wordToken && p.lex.inner[toks[i+1].key] && p.within(toks, i) {
			toks = slices.Delete(toks, i, i+1)
		}
	}
	return toks
}

// clings reports whether a word is a verb with pronouns attached to its end.
func (p parser) clings(key string) bool {
	_, verb := p.lex.parted(key, mostEndings)
	return verb != ""
}

// detached separates a verb from pronouns attached to its end and puts them before it, where pronouns usually
// stand: "ponla" is read as "la pon". Words that are known whole are left alone.
func (p parser) detached(toks []token) (all []token) {
	if len(p.lex.endings) == 0 {
		return toks
	}
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		known := slices.Contains(p.at.names, t.key)
		for j := max(0, i-longestPhrase); j <= i && !known; j++ { // part of a known phrase
			known = slices.ContainsFunc(p.lex.first[toks[j].key], func(e *entry) bool { return len(e.words) > i-j && s.spelled(j, e.words) })
		}
		if t.kind == wordToken && !known {
			pronouns, verb := p.lex.parted(t.key, mostEndings)
			for _, w := range pronouns {
				all = append(all, token{raw: w, word: w, key: engine.Normalise(w), apart: true, clung: true})
			}
			if verb != "" {
				t.word, t.key = verb, engine.Normalise(verb)
			}
		}
		all = append(all, t)
	}
	return all
}

// longestPhrase is how far before a token, or on each side of a comma, a phrase around it is looked for.
const longestPhrase = 4

// within reports whether the tokens around a comma are one phrase of the lexicon, which has it without the
// comma: "sehen, was da liegt".
func (p parser) within(toks []token, comma int) bool {
	s := search{parser: p, toks: slices.Concat(toks[max(0, comma-longestPhrase):comma], toks[comma+1:min(len(toks), comma+1+longestPhrase)])}
	before := min(comma, longestPhrase)
	for i := range before {
		for _, e := range p.lex.first[s.toks[i].key] {
			if len(e.words) > before-i && s.spelled(i, e.words) {
				return true
			}
		}
	}
	return false
}

// moves reads tokens as a single move or as several moves of one turn, and returns their commands. It returns nil
// if they are no move, or if they can be different ones. before is the move that goes before, if any.
func (p parser) moves(toks []token, before finding) []string {
	if found := p.search(toks, false, before); len(found) == 1 {
		return []string{found[0].line}
	} else if len(found) > 1 {
		return nil
	}
	for i, t := range toks {
		if i == 0 || i+1 == len(toks) || !p.separates(t) {
			continue
		}
		left := p.search(toks[:i], false, before)
		if len(left) != 1 {
			continue
		}
		right := p.moves(toks[i+1:], left[0])
		switch {
		case right == nil:
		case strings.HasSuffix(right[0], " "+left[0].line):
			return right // "Card s2: dig s2"
		case !strings.Contains(":()=", t.raw): // these marks introduce an explanation, not another move: "dig s2 (the crown)"
			return together(left[0].line, right)
		}
	}
	return nil
}

// mended reports whether tokens are a single move only because a slip in them was corrected.
func (p parser) mended(toks []token) bool {
	found := p.search(toks, false, finding{})
	return len(found) == 1 && found[0].slip
}

// together puts a move before others of the same turn. If the first of those says the same with more detail, it
// replaces the move: "I must pass, so I discard 3".
func together(line string, more []string) []string {
	if more[0] == line || strings.HasPrefix(more[0], line+" ") {
		return more
	}
	return append([]string{line}, more...)
}

// separates reports whether a token can separate two moves: a comma, a full stop, "and" or "then".
func (p parser) separates(t token) bool {
	if t.kind == markToken {
		return t.mark == ',' || t.mark == '.'
	}
	return slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool {
		return len(e.words) == 1 && spells(t.word, e.words[0]) && (e.sense.class == andClass || e.sense.class == thenClass)
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

// sentences splits tokens behind full stops, exclamation marks and question marks.
func (p parser) sentences(toks []token) [][]token {
	var all [][]token
	from := 0
	for i, t := range toks {
		if t.kind == markToken && (t.mark == '.' || t.mark == '?') {
			all = append(all, toks[from:i+1])
			from = i + 1
		}
	}
	if from < len(toks) {
		all = append(all, toks[from:])
	}
	return all
}

// commented returns the moves before a comma if the remark after it does not concern the move: "3 on C5, that
// should help us".
func (p parser) commented(toks []token) []string {
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		if t.mark != ',' || i == 0 {
			continue
		}
		if lines := p.moves(toks[:i], finding{}); lines != nil {
			for rest := i; rest < len(toks); rest++ {
				from := rest + 1
				if rest = s.reason(from); rest < 0 || p.takesBack(toks[from:rest]) {
					return nil
				}
			}
			return lines
		}
	}
	return nil
}

// correction returns the move that replaces the one before it, "3 on C5, no wait, D5", or nil. It is only asked
// about, never played.
func (p parser) correction(toks []token) []string {
	for i := 1; i < len(toks); i++ {
		n := p.turnsRound(toks[i:])
		if n == 0 || i+n == len(toks) || p.moves(toks[:i], finding{}) == nil {
			continue
		}
		for begun := i - 1; begun >= 0; begun-- { // keep as much of the first move as fits: "blast s1, no, s2" is "blast s2"
			if lines := p.moves(slices.Concat(toks[:begun], toks[i+n:]), finding{}); len(lines) == 1 {
				return lines
			}
		}
	}
	return nil
}

// turnsRound returns how many tokens at the front take back what was before them, with marks and fillers among
// them. It returns 0 if none of them does.
func (p parser) turnsRound(toks []token) (n int) {
	s := search{parser: p, toks: toks}
	found := false
	for n < len(toks) {
		long := 0
		if toks[n].kind == markToken || toks[n].kind == smileToken {
			long = 1
		}
		for _, e := range p.lex.first[toks[n].key] {
			if e.sense.class.in(ratherClass, fillerClass, thanksClass) && s.spelled(n, e.words) {
				long, found = max(long, len(e.words)), found || e.sense.class == ratherClass
			}
		}
		if long == 0 {
			break
		}
		n += long
	}
	if !found {
		return 0
	}
	return n
}

// remarkLeast is how many words a remark with a "not" in it must have to be about something other than the move:
// a shorter one may take the move back.
const remarkLeast = 4

// takesBack reports whether a remark after a move may take it back, say that somebody else said it, or tell
// somebody to make it. "3 on C5, no wait" does; "3 on C5, that tunnel was no use anyway" does not.
func (p parser) takesBack(remark []token) bool {
	if !p.has(remark, denyClass) {
		return false
	}
	told, ok := p.preface(remark)
	return !ok || told.words < remarkLeast || told.about != "" || told.others || told.doubts
}

// among returns the moves of a text in which all other sentences are harmless; nil if there is only one
// sentence.
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
		case !p.harmless(s):
			return nil
		}
	}
	return lines
}

// harmless reports whether a sentence leaves a move beside it as it is: it names no number, place, card or
// person, contains no verb of the game, asks nothing and takes nothing back.
func (p parser) harmless(toks []token) bool {
	s := search{parser: p, toks: toks}
	greeted, said := false, false
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch t.kind {
		case numberToken, placeToken, otherToken:
			return false
		case markToken:
			if t.mark == '?' || t.mark == '"' || t.mark == '\'' || t.mark == '>' || said && t.raw == ":" && i+1 < len(toks) {
				return false // "Still thinking: hello!": what follows the colon is only thought
			}
			continue
		case smileToken:
			continue
		}
		if whole := p.idle(&s, i); whole != nil {
			greeted = greeted || whole.sense.class != fillerClass
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
		if s.named(t.key) != "" && !greeted {
			return false
		}
		for _, e := range s.lex.first[t.key] {
			if s.spelled(i, e.words) && e.sense.class.in(nounClass, countClass, doubtClass, denyClass, verbClass) {
				return false
			}
		}
	}
	return true
}

// idle returns the longest entry at a token that says nothing about the match, such as a greeting, thanks, a
// filler or a remark; nil if there is none.
func (p parser) idle(s *search, i int) (whole *entry) {
	for _, e := range p.lex.first[s.toks[i].key] {
		idle := e.sense.class.in(openerClass, closerClass, thanksClass, fillerClass, clauseClass)
		if idle && s.spelled(i, e.words) && (whole == nil || len(e.words) > len(whole.words)) {
			whole = e
		}
	}
	return whole
}

// has reports whether a word or phrase of one of these classes is among the tokens.
func (p parser) has(toks []token, some ...class) bool {
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		if slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool { return e.sense.class.in(some...) && s.spelled(i, e.words) }) {
			return true
		}
	}
	return false
}
