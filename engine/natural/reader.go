// Package natural reads what people write about their moves: sentences in their own words, in any
// language that there is a lexicon of. A sentence is a command when it says that its writer makes one
// move now and says nothing else, so each word of it must have its place: the verb, a card, a place,
// a name, how it is done, or one of the short list of words that may always stand there. Which
// command a clause is, the game says; whether it is legal, the position.
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

// Grammar is how one game is talked about.
type Grammar struct {
	lexicons map[string]func() *Lexicon // what the words mean, by language
	mean     func(Clause) []string
}

// New puts a grammar together. mean says which plain commands a clause can be, in words of the
// game's own reader; none where it is no command, or where a part of it has no place in one. words
// are the folders of the game's own words.
func New(mean func(Clause) []string, words fs.FS) *Grammar {
	return &Grammar{lexicons: lexicons(common, words), mean: mean}
}

// lexicon is what the words of a language mean, nil for an unknown one.
func (g *Grammar) lexicon(lang string) *Lexicon {
	if l := g.lexicons[lang]; l != nil {
		return l()
	}
	return nil
}

// Hear says what a text is: in the player's language, else in English, else in any.
func (g *Grammar) Hear(s engine.Speech) engine.Understood {
	var hint engine.Understood
	at := newHearing(s)
	for n, lang := range g.order(s.Lang) {
		if n == 1 && g.taken(at) {
			break
		}
		h := g.in(g.lexicon(lang), at, n < 2)
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
	hint.Unsaid = g.taken(at)
	return hint
}

// Spell is a plain command as letters in a language print it. Read back, it is the same command.
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

// Means says whether a word by itself fills a place in a command, in one of some languages: it is a card,
// a number, or how something is done.
func (g *Grammar) Means(word string, langs ...string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(langs, func(lang string) bool {
		lex := g.lexicon(engine.Tongue(lang))
		return lex != nil && slices.ContainsFunc(lex.first[engine.Normalise(word)], func(e *entry) bool {
			return len(e.words) == 1 && e.tail == nil && e.sense.class.in(nounClass, countClass, adverbClass) && spells(word, e.words[0])
		})
	})
}

// order is the languages as they are tried.
func (g *Grammar) order(lang string) []string {
	early := map[string]int{"en": -1, lang: -2}
	return slices.SortedFunc(maps.Keys(g.lexicons), func(a, b string) int { return cmp.Or(early[a]-early[b], cmp.Compare(a, b)) })
}

// longest is how many tokens a text may have: a longer one is no command.
const longest = 60

func (g *Grammar) in(lex *Lexicon, at *hearing, ask bool) engine.Understood {
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
	if !ask { // every word must be one of the language
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
	lines := p.rather(toks)
	if lines == nil {
		lines = p.almost(toks)
	}
	if lines == nil {
		lines = reasoned
	}
	if lines == nil && len(sentences) > 1 {
		for _, s := range sentences {
			if p.has(s, denyClass) { // it takes something back, or tells of somebody else
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

// doubted says whether what stands round a text makes it doubtful that it is meant: a row of its
// paragraph that speaks of the match, "Bo wrote:" above it, or a greeting or thanks that is part of
// a longer sentence.
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

// greets says whether a row ends in a greeting.
func (p parser) greets(toks []token) bool {
	for len(toks) > 0 && toks[len(toks)-1].kind != wordToken {
		toks = toks[:len(toks)-1]
	}
	return len(toks) > 0 && p.is(toks[len(toks)-1], openerClass)
}

// is says whether an entry of one of some classes begins with a word.
func (p parser) is(t token, some ...class) bool {
	return slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool { return e.sense.class.in(some...) })
}

// taken says whether the writer's own language has a word in the text that takes a move back, or
// puts it off: then no other language may read it.
func (g *Grammar) taken(at *hearing) bool {
	lex := g.lexicon(at.Lang)
	if lex == nil {
		return false
	}
	p := g.parser(lex, at, false)
	return p.has(p.cut(at.Text), denyClass, doubtClass)
}

// dotted are short forms such as "a.u.b." and "s.v.p.".
var dotted = regexp.MustCompile(`\b(?:\p{L}\.)+\p{L}\b\.?`)

// parser reads texts in one language.
type parser struct {
	g     *Grammar
	lex   *Lexicon
	at    *hearing
	mends bool                // slips are mended and names cut short
	slips map[string][]*entry // those of a word that is none
}

func (g *Grammar) parser(lex *Lexicon, at *hearing, mends bool) parser {
	return parser{g, lex, at, mends, map[string][]*entry{}}
}

// hearing is one speech while it is read, in one language after the other.
type hearing struct {
	engine.Speech
	names []string           // the keys of its seats
	cuts  map[string][]piece // the pieces of a text
	steps int                // ways to read it that were tried
}

func newHearing(s engine.Speech) *hearing {
	return &hearing{Speech: s, names: engine.Each(s.Seats, engine.Normalise), cuts: map[string][]piece{}}
}

func (p parser) cut(text string) []token {
	pieces, done := p.at.cuts[text]
	if !done {
		pieces = cut(text)
		p.at.cuts[text] = pieces
	}
	toks := p.unclung(tokens(pieces, func(key string) bool {
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

// clings says whether a word is a verb with pronouns behind it.
func (p parser) clings(key string) bool {
	_, verb := p.lex.parted(key, mostEndings)
	return verb != ""
}

// unclung puts the pronouns that cling to a verb before it, where others stand: "ponla" is read as "la pon".
func (p parser) unclung(toks []token) (all []token) {
	if len(p.lex.ends) == 0 {
		return toks
	}
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		known := slices.Contains(p.at.names, t.key)
		for j := max(0, i-longestPhrase); j <= i && !known; j++ { // it stands in a phrase that is known whole
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

// longestPhrase is how many words before a comma, and after it, may belong to one phrase.
const longestPhrase = 4

// within says whether a comma stands inside a phrase, "sehen, was da liegt": the phrase is there without it.
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

// moves reads tokens as one move, or as several of one turn; nil where they are none.
func (p parser) moves(toks []token, before finding) []string {
	if found := p.search(toks, false, before); len(found) == 1 {
		return []string{found[0].line}
	} else if len(found) > 1 {
		return nil
	}
	for i, t := range toks {
		if i == 0 || i+1 == len(toks) || !p.parts(t) {
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
		case !strings.Contains(":()=", t.raw): // behind those stands what explains a move, and no other: "dig s2 (the crown)"
			return together(left[0].line, right)
		}
	}
	return nil
}

// mended says whether a row of one move is one only because a slip in it was mended.
func (p parser) mended(toks []token) bool {
	found := p.search(toks, false, finding{})
	return len(found) == 1 && found[0].slip
}

// together puts moves of one turn in a row; one that is said twice is one, the second time with more
// of it: "I must pass, so I discard 3".
func together(line string, more []string) []string {
	if more[0] == line || strings.HasPrefix(more[0], line+" ") {
		return more
	}
	return append([]string{line}, more...)
}

// parts says whether several moves can be parted at a token.
func (p parser) parts(t token) bool {
	if t.kind == markToken {
		return t.mark == ',' || t.mark == '.'
	}
	return slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool {
		return len(e.words) == 1 && spells(t.word, e.words[0]) && (e.sense.class == andClass || e.sense.class == thenClass)
	})
}

// most is how many commands a sentence may come close to at once: "6-C3" is 6 C3 or 6 -C3. One that
// comes close to more, such as a list of who plays, means none of them.
const most = 2

// almost are the commands that the tokens come close to, with the fewest words left over.
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
	if len(lines) > most {
		return nil
	}
	return lines
}

// sentences cuts tokens at full stops and their like.
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

// commented are the moves before a comma or the like, where what follows says nothing of the match:
// "3 on C5, that should help us".
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

// rather is the move that stands in place of another one, "3 on C5, no wait, D5", or nil. It is only asked about.
func (p parser) rather(toks []token) []string {
	for i := 1; i < len(toks); i++ {
		n := p.turnsRound(toks[i:])
		if n == 0 || i+n == len(toks) || p.moves(toks[:i], finding{}) == nil {
			continue
		}
		for begun := i - 1; begun >= 0; begun-- { // with as much of the first as it can be: "blast s1, no, s2" blasts
			if lines := p.moves(slices.Concat(toks[:begun], toks[i+n:]), finding{}); len(lines) == 1 {
				return lines
			}
		}
	}
	return nil
}

// turnsRound is how many tokens take back what was before them, 0 where none does: words for that, with marks and
// fillers among them.
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

// remarkLeast is how many words a remark has at least that denies something, and not the move before it.
const remarkLeast = 4

// takesBack says whether a remark behind a move may take it back, say who said it, or tell somebody to do it: "3 on
// C5, no wait", but "3 on C5, that tunnel was no use anyway".
func (p parser) takesBack(remark []token) bool {
	if !p.has(remark, denyClass) {
		return false
	}
	told, ok := p.preface(remark)
	return !ok || told.words < remarkLeast || told.about != "" || told.others || told.doubts
}

// among finds moves among sentences that otherwise say nothing about the match.
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

// harmless says whether a sentence may stand beside a move: it names no number, place, card or
// person, asks nothing and takes nothing back.
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
				return false // "Still thinking: hello!" goes on with what is only thought
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
			continue // whoever is greeted, or greets: Otto is an eight in Italian
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

// idle is the longest greeting, farewell, thanks or the like that begins at a token; nil for none.
func (p parser) idle(s *search, i int) (whole *entry) {
	for _, e := range p.lex.first[s.toks[i].key] {
		idle := e.sense.class.in(openerClass, closerClass, thanksClass, fillerClass, clauseClass)
		if idle && s.spelled(i, e.words) && (whole == nil || len(e.words) > len(whole.words)) {
			whole = e
		}
	}
	return whole
}

// has says whether a word or a phrase of one of some classes stands among the tokens.
func (p parser) has(toks []token, some ...class) bool {
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		if slices.ContainsFunc(p.lex.first[t.key], func(e *entry) bool { return e.sense.class.in(some...) && s.spelled(i, e.words) }) {
			return true
		}
	}
	return false
}
