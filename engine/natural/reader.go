// Package natural reads what people write about their moves: sentences in their own words, in any
// language that there is a lexicon of. A sentence is a command when it says that its writer makes one
// move now and says nothing else, so each word of it must have its place: the verb, a card, a place,
// a name, how it is done, or one of the short list of words that may always stand there. Which
// command a clause is, the game says; whether it is legal, the position.
package natural

import (
	"slices"
)

// Table is who sits where the line is written.
type Table struct {
	Seats []string // by their names, also the writer's
	Me    string   // the writer's name
}

// Grammar is how one game is talked about.
type Grammar struct {
	// Lexicons has what the words mean, by language.
	Lexicons map[string]*Lexicon
	// Mean says which plain commands a clause can be, in words of the game's own reader; none where
	// it is no command, or where a part of it has no place in one.
	Mean func(Clause) []string
}

// Reading is what a text turned out to be.
type Reading struct {
	Kind Kind
	// Lines are the plain commands it stands for: of a Move one for each move in it, of an Almost
	// those that can have been meant.
	Lines []string
}

// Kind says how far a text is a command.
type Kind uint8

// The kinds of readings.
const (
	Talk   Kind = iota
	Almost      // asked, supposed, put off, spoken to somebody, one word left over: to be asked back
	Move
)

// Read says what a text is: in the player's language, else in English, else in any. The text must
// be free of odd spaces, quotes and digits.
func (g *Grammar) Read(text, lang string, at Table) Reading {
	var almost Reading
	for n, l := range g.order(lang) {
		r := g.in(g.Lexicons[l], text, &at, n < 2)
		if r.Kind == Move {
			return r
		}
		if almost.Kind == Talk {
			almost = r
		}
	}
	return almost
}

// order is the languages as they are tried.
func (g *Grammar) order(lang string) []string {
	var all []string
	for l := range g.Lexicons {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b string) int { return rank(a, lang)*100 + int(a[0]) - rank(b, lang)*100 - int(b[0]) })
	return all
}

func rank(l, own string) int {
	switch l {
	case own:
		return 0
	case "en":
		return 1
	}
	return 2
}

// longest is how many tokens a text may have: a longer one is no command.
const longest = 60

func (g *Grammar) in(lex *Lexicon, text string, at *Table, ask bool) Reading {
	toks := tokens(text, func(key string) bool { return lex.joined[key] || len(lex.first[key]) > 0 }, at.Seats)
	if len(toks) == 0 || len(toks) > longest {
		return Reading{}
	}
	p := parser{g, lex, at}
	if lines := p.moves(toks, ""); lines != nil {
		return Reading{Kind: Move, Lines: lines}
	}
	sentences := p.sentences(toks)
	if lines, ok := p.among(sentences); ok {
		return Reading{Kind: Move, Lines: lines}
	}
	if !ask {
		return Reading{}
	}
	if lines := p.almost(toks); len(lines) > 0 {
		return Reading{Kind: Almost, Lines: lines}
	}
	if len(sentences) > 1 {
		var lines []string
		for _, s := range sentences {
			if p.denies(s) {
				return Reading{}
			}
			lines = append(lines, p.almost(s)...)
		}
		if len(lines) > 0 {
			return Reading{Kind: Almost, Lines: lines}
		}
	}
	return Reading{}
}

type parser struct {
	g   *Grammar
	lex *Lexicon
	at  *Table
}

func (p parser) search(toks []token, loose bool, verb string) []finding {
	s := search{lex: p.lex, at: p.at, mean: p.g.Mean, toks: toks, loose: loose, verb: verb}
	return s.run()
}

// moves reads tokens as one move, or as several of one turn; nil where they are none.
func (p parser) moves(toks []token, verb string) []string {
	if found := p.search(toks, false, verb); len(found) == 1 {
		return []string{found[0].line}
	} else if len(found) > 1 {
		return nil
	}
	for i, t := range toks {
		if i == 0 || i+1 == len(toks) || !p.parts(t) {
			continue
		}
		left := p.search(toks[:i], false, verb)
		if len(left) != 1 {
			continue
		}
		if right := p.moves(toks[i+1:], left[0].verb); right != nil {
			return append([]string{left[0].line}, right...)
		}
	}
	return nil
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

// almost are the commands that the tokens come close to, with the fewest words left over.
func (p parser) almost(toks []token) []string {
	found := p.search(toks, true, "")
	var lines []string
	for least := range 2 {
		for _, f := range found {
			if f.left == least && !slices.Contains(lines, f.line) {
				lines = append(lines, f.line)
			}
		}
		if lines != nil {
			break
		}
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

// among finds moves among sentences that otherwise say nothing about the match.
func (p parser) among(sentences [][]token) (lines []string, ok bool) {
	if len(sentences) < 2 {
		return nil, false
	}
	for _, s := range sentences {
		switch more := p.moves(s, ""); {
		case more != nil:
			lines = append(lines, more...)
		case !p.harmless(s):
			return nil, false
		}
	}
	return lines, len(lines) > 0
}

// harmless says whether a sentence may stand beside a move: it names no number, place, card or
// person, asks nothing and takes nothing back.
func (p parser) harmless(toks []token) bool {
	s := search{lex: p.lex, at: p.at, toks: toks}
	greeted := false
	for i, t := range toks {
		switch t.kind {
		case numberToken, placeToken, otherToken:
			return false
		case markToken:
			if t.mark == '?' || t.mark == '"' || t.mark == '\'' || t.mark == '>' {
				return false
			}
			continue
		case smileToken:
			continue
		}
		if s.named(t.key) != "" && !greeted {
			return false
		}
		for _, e := range s.lex.first[t.key] {
			if !s.spelled(i, e.words) {
				continue
			}
			switch e.sense.class {
			case nounClass, countClass, doubtClass, denyClass, verbClass:
				return false
			case openerClass, closerClass:
				greeted = true
			case fillerClass:
				greeted = greeted || e.sense.what == thanks
			}
		}
	}
	return true
}

// denies says whether a sentence takes something back, or tells of somebody else.
func (p parser) denies(toks []token) bool {
	s := search{lex: p.lex, at: p.at, toks: toks}
	for i, t := range toks {
		for _, e := range s.lex.first[t.key] {
			if e.sense.class == denyClass && s.spelled(i, e.words) {
				return true
			}
		}
	}
	return false
}
