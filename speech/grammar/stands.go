package grammar

import (
	"slices"

	"pitpost.example/engine"
)

// This file has what lets a complete move stand although more is said beside it: a request that is only courtesy, talk in
// rows and sentences of its own, a reason behind a comma, and a slip in the verb. What speaks against a move is a negation, a
// question, a doubt, another person, another time or a quotation; preface and harmless look for those.

// beside reports whether a row or a sentence leaves the move beside it as it is: it is harmless, or talk about something
// else.
func (p parser) beside(toks []token) bool {
	if n := p.phrase(toks, orClass); n > 0 && p.moves(toks[n:], finding{}) != nil {
		return true // what is done if the move is refused
	}
	if p.has(toks, metaClass) {
		return false
	}
	for _, s := range p.sentences(toks) {
		told := stopped(s) && (p.aside(s, true) || p.remarkOfRow(s).leaves())
		if !told && !p.harmless(s) && !p.suspects(s) {
			return false
		}
	}
	return true
}

// remarkOfRow returns a sentence of a row beside a move.
func (p parser) remarkOfRow(toks []token) remark {
	r := p.remarkOf(toks)
	r.own, r.behind = true, true
	return r
}

// leaves reports whether a whole sentence says so much that it is about something else, and nothing against a move.
func (r remark) leaves() bool {
	colon := slices.ContainsFunc(r.toks, func(t token) bool { return t.raw == ":" })
	return !colon && r.words >= remarkLeast-1 && r.speaksAgainst() == ""
}

// stopped reports whether a sentence ends in a full stop or a smiley. Without one it may be the heading of what follows.
func stopped(toks []token) bool {
	last := toks[len(toks)-1]
	return last.mark == '.' || last.kind == smileToken
}

// requested returns the moves that a text courteously asks the house to make: "can you put 3 on C5, please?". It needs a word
// such as "please", because "can you put 3 on C5?" may only ask whether that is legal.
func (p parser) requested(toks []token) []string {
	at := slices.IndexFunc(toks, func(t token) bool { return t.raw == "?" })
	if at < 0 {
		at = len(toks)
	}
	body := p.ungreeted(toks[:at])
	if len(body) == 0 || body[0].mark == '?' {
		body = body[min(1, len(body)):]
	}
	n := p.phrase(body, requestClass)
	if n == 0 || n >= len(body) || !p.polite && !p.has(toks, pleaseClass) || at < len(toks) && !p.idles(toks[at+1:], false) && at+1 < len(toks) {
		return nil
	}
	return p.cutAnew().moves(body[n:], finding{})
}

// whole reports whether a move without a verb names a card and where it goes.
func (f finding) whole() bool {
	card := slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool { return q.Number > 0 || len(q.Nouns) > 0 })
	goes := slices.ContainsFunc(f.clause.Parts, func(q engine.Part) bool { return q.Place != "" || q.Seat != "" })
	return card && goes && len(f.clause.Verbs) == 0
}
