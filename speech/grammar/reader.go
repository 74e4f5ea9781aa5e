// Package grammar turns sentences about moves into plain commands, in each language that has a lexicon. The package does not know the rules: the game says which
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
//  5. The game's own function, Sayings.Mean, names the commands that the clause can be: "3 c5". The try with
//     "Bo" in it gives none, because Saboteur knows no use for that part.
//
// If exactly one command comes out, the text is a sure move. Otherwise parser.go looks for several moves in the
// text, for a move among sentences that do not matter, and for one that follows its reason (reason.go). At last
// it looks for commands that the text only comes close to, because it asks, supposes, or has words left over.
// These are never played, only offered.
package grammar

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

// Grammar understands sentences about the moves of one game, in all languages.
type Grammar struct {
	lexicons map[string]func() *Lexicon // by language, read when first used
	mean     func(engine.Clause) []string
	ends     string // the command that ends a turn
}

// grammars has the grammar of each game that was asked for, by the game's name.
var grammars sync.Map

// Of returns the grammar of a game, nil if nobody can talk about its moves in sentences.
func Of(g engine.Game) *Grammar {
	spoken, ok := g.(engine.Spoken)
	if !ok {
		return nil
	}
	build := sync.OnceValue(func() *Grammar {
		said := spoken.Sayings()
		words := lexicons(languages.Files("moves"), engine.FilesByLanguage(said.Words))
		return &Grammar{lexicons: words, mean: said.Mean, ends: said.Ends}
	})
	known, _ := grammars.LoadOrStore(g.Name(), build)
	return known.(func() *Grammar)()
}

// HearSentences returns what a text means in a game; NoMove if the game understands no sentences.
func HearSentences(g engine.Game, s engine.Speech) engine.Understood {
	s.Lang = engine.BaseLanguage(s.Lang)
	if of := Of(g); of != nil {
		return of.Hear(s)
	}
	return engine.Understood{}
}

// SpellCommand returns a command of a game as letters in a language print it.
func SpellCommand(g engine.Game, command, lang string) string {
	if of := Of(g); of != nil {
		return of.Spell(command, engine.BaseLanguage(lang))
	}
	return command
}

// Means reports whether a word means something in sentences about a game, in one of the languages, so that it is not taken
// for a name.
func Means(g engine.Game, word string, langs ...string) bool {
	of := Of(g)
	return of != nil && of.Means(word, langs...)
}

// lexicon returns the lexicon of a language, nil if there is none.
func (g *Grammar) lexicon(lang string) *Lexicon {
	if l := g.lexicons[lang]; l != nil {
		return l()
	}
	return nil
}

// Hear says whether a text is a move. It tries the writer's language first, then English, then the others, and
// returns the first sure move. Without one it returns what the text comes close to in the writer's language or in English.
// It returns nothing if the effort is spent, because what is read in part may be misread.
func (g *Grammar) Hear(s engine.Speech) engine.Understood {
	heard := g.hear(s)
	if s.Effort.Spent() {
		return engine.Understood{}
	}
	for len(heard.Lines) > 1 && heard.Kind == engine.SureMove && heard.Lines[0] == g.ends {
		heard.Lines = heard.Lines[1:]
	}
	return heard
}

func (g *Grammar) hear(s engine.Speech) engine.Understood {
	var hint, graced engine.Understood
	at, unsaid := newHearing(s), false
	for n, lang := range g.order(s.Lang) {
		if n == 1 && graced.Lines == nil {
			if unsaid = g.retracted(at); unsaid {
				break
			}
		}
		h := g.readIn(g.lexicon(lang), at, graced.Lines == nil && (lang == s.Lang || lang == "en"))
		if h.Kind == engine.SureMove {
			if !h.Bare && g.doubted(lang, at) {
				h.Kind, h.Touches = engine.MaybeMove, true
			}
			if h.Graced && n == 0 {
				graced = h // an unknown word may be one of another language
				continue
			}
			return h
		}
		h.Near = h.Near || hint.Near
		if hint.Kind == engine.NoMove {
			h.Corrects, h.Touches = h.Corrects || hint.Corrects, h.Touches || hint.Touches
			hint = h
		}
		hint.Near, hint.Touches = h.Near, hint.Touches || h.Touches
	}
	if graced.Lines != nil {
		return graced
	}
	hint.Unsaid = unsaid
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

// Means reports whether a word is, in one of the languages, a word of the game by itself: a noun, a number, an adverb
// or what somebody may be taken for.
func (g *Grammar) Means(word string, langs ...string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(langs, func(lang string) bool {
		lex := g.lexicon(engine.BaseLanguage(lang))
		return lex != nil && slices.ContainsFunc(lex.first[engine.NormaliseText(word)], func(e *entry) bool {
			return len(e.words) == 1 && e.tail == nil && e.sense.class.in(nounClass, countClass, adverbClass, roleClass) && e.forms[0].typed(word, engine.NormaliseText(word))
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
	if line := lex.wholeOf(at.whole); line != "" {
		return engine.Understood{Kind: engine.SureMove, Lines: []string{line}, Bare: true}
	}
	p := g.parser(lex, at, ask)
	toks := p.cut(at.Text)
	if len(toks) == 0 || len(toks) > longest {
		return engine.Understood{Near: len(toks) > 0}
	}
	if lines := p.moves(toks, finding{}); lines != nil {
		one := p.single(toks)
		return engine.Understood{Kind: engine.SureMove, Lines: lines, Mended: one.slip, Subject: one.subject, Bare: len(lines) == 1 && len(toks) <= len(strings.Fields(lines[0]))}
	}
	if line := p.ordered(toks); ask && line != "" {
		return engine.Understood{Kind: engine.SureMove, Lines: []string{line}}
	}
	near, touches := p.near(toks), p.touches(toks)
	if !ask { // a strange language counts only if all words belong to it
		return engine.Understood{Near: near}
	}
	if lines := p.among(p.sentences(toks)); lines != nil {
		return engine.Understood{Kind: engine.SureMove, Lines: lines}
	}
	if lines := p.requested(toks); lines != nil {
		return engine.Understood{Kind: engine.SureMove, Lines: lines}
	}
	reasoned, sure := p.reasoned(toks)
	if sure {
		return engine.Understood{Kind: engine.SureMove, Lines: reasoned}
	}
	if at.Surely {
		return engine.Understood{Near: near}
	}
	if lines := p.amended(toks); lines != nil {
		return engine.Understood{Kind: engine.SureMove, Lines: lines, Graced: true, Corrects: true, Amid: true}
	}
	lines := p.correction(toks)
	corrects := lines != nil || p.corrects(toks)
	known := func(lines []string) func([]token) []string { return func([]token) []string { return lines } }
	for _, near := range []func([]token) []string{p.either, p.almost, known(reasoned), p.oneByOne, p.beforeTalk, p.afterBut} {
		if lines == nil {
			lines = near(toks)
		}
	}
	if !corrects {
		if stands, graced := p.standing(toks); stands != nil {
			return engine.Understood{Kind: engine.SureMove, Lines: stands, Graced: graced, Mended: graced, Amid: true}
		}
	}
	if lines == nil {
		return engine.Understood{Corrects: corrects, Near: near, Touches: touches}
	}
	return engine.Understood{Kind: engine.MaybeMove, Lines: lines, Corrects: corrects, Near: near, Touches: true}
}

// ordered returns the standing order that a text gives in its writer's own words: it names no card, no place and nobody, and asks
// nothing.
func (p parser) ordered(toks []token) string {
	if len(p.lex.about) == 0 || slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == numberToken || t.kind == placeToken || t.mark == '?' || p.named(t.key) != ""
	}) {
		return ""
	}
	return p.lex.aboutOf(p.at.whole)
}

// touches reports whether a text may be a part of the turn: it names a place or a kind of card, or has a verb of the game
// and what that could be done to. What it denies, tells of the past or says to others is talk.
func (p parser) touches(toks []token) bool {
	acts, things := false, false
	for i, t := range toks {
		switch {
		case p.special(toks[i:], telling), p.longest(toks[i:], denyClass) != nil:
			return false
		case t.kind == placeToken, p.mendable(toks[i:], nounClass, cardClass), p.phrase(toks[i:], spotClass) > 0:
			return true
		case t.kind == numberToken, p.named(t.key) != "", p.phrase(toks[i:], nounClass) > 0:
			things = true
		}
		acts = acts || p.phrase(toks[i:], verbClass) > 0
	}
	return acts && things
}

// mendable reports whether tokens begin with a word of these classes in which slips are mended: the name of a card, but not
// "hand" or "top".
func (p parser) mendable(toks []token, some ...class) bool {
	e := p.longest(toks, some...)
	return e != nil && e.sense.mends
}

// near reports whether a text has a word in it without which no text is a move, perhaps with a slip.
func (p parser) near(toks []token) bool {
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		if t.kind == numberToken || t.kind == placeToken || p.lex.wholeWords[t.key] || s.mended(i) != nil ||
			p.is(t, verbClass, nounClass, adverbClass, countClass, nthClass, letterClass, cardClass, squareClass, spotClass) {
			return true
		}
	}
	return false
}

// doubted reports whether the text around a move makes it doubtful that the move is meant: another row of the
// paragraph is about the match and no move, "Bo wrote:" stands above, a greeting or thanks next to it is part
// of a longer sentence, or "after that" follows no move.
func (g *Grammar) doubted(lang string, at *hearing) bool {
	at.steps, at.loose = 0, 0
	p := g.parser(g.lexicon(lang), at, true)
	after := false
	seats := strings.Join(at.Seats, "\n")
	for _, row := range at.Beside {
		other := engine.FindOnce(at.Effort, besideKey{p.lex, seats, at.Me, row}, func() besideRow {
			toks := p.cut(row)
			moves := len(toks) <= longest && p.moves(toks, finding{}) != nil
			return besideRow{moves, moves || len(toks) <= longest && p.beside(toks)}
		})
		if !other.fits {
			return true
		}
		after = after || other.moves
	}
	if at.Beside != nil && !after && p.delays(p.cut(at.Text)) {
		return true
	}
	if before := p.cut(at.Before); len(before) > 0 && len(before) <= longest {
		last := before[len(before)-1]
		if last.raw == ":" && !p.harmless(before) || p.greets(before) && !p.beside(before) {
			return true
		}
	}
	below := p.cut(at.After)
	if len(below) == 0 || len(below) > longest || slices.Contains(at.names, below[0].key) { // Ben signs, but "ben …" goes on
		return false
	}
	return p.is(below[0], closerClass, thanksClass) && !p.harmless(below)
}

// besideRow says of a row beside a move whether it is a move too, and whether it leaves that move as it is. besideKey
// is all that this depends on within a letter.
type besideRow struct{ moves, fits bool }
type besideKey struct {
	lex            *Lexicon
	seats, me, row string
}

// delays reports whether what somebody does begins with "after that", which may mean later. Without a verb, as in
// "after that s3", it goes on with a turn.
func (p parser) delays(toks []token) bool {
	for i := 0; i < len(toks); i++ {
		switch whole := p.idle(toks[i:]); {
		case p.special(toks[i:], delaying) && (whole == nil || len(whole.words) == 1): // not "after much thought"
			return p.has(toks, verbClass)
		case whole != nil:
			i += len(whole.words) - 1
		case toks[i].kind != markToken && toks[i].kind != smileToken: // "s1, then s3 and stop"
			return false
		}
	}
	return false
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
