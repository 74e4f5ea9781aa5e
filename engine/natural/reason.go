package natural

import (
	"slices"
	"strings"
)

// preface sums up what a text says before a move.
type preface struct {
	words  int
	denies bool   // has a word of denyClass: it says no, what was, or what somebody else does
	past   bool   // has one that does more than say no
	doubts bool   // supposes or asks something
	sorry  bool   // says thanks or sorry
	about  string // the other player whom it names, "" if it names none or several
	spoken bool   // the name comes last or before a mark, so they may be spoken to
	others bool   // names several other players
}

// preface reads what comes before a move. ok is false if it may be about that move, because it has a number, a
// place or a question in it, or reports what somebody said.
func (p parser) preface(toks []token) (told preface, ok bool) {
	s := search{parser: p, toks: toks}
	for i, t := range toks {
		switch {
		case t.kind == numberToken, t.kind == placeToken, t.kind == otherToken, t.raw == ":", t.kind == markToken && strings.ContainsRune("?\"'`>", t.mark):
			return told, false
		case t.kind != wordToken:
			continue
		}
		told.words++
		told.doubts = told.doubts || s.phrase(i, soClass) > 0 // "so" must come once: "so not this, so I play that"
		if name := s.named(t.key); name != "" && name != p.at.Me {
			told.others = told.others || told.about != "" && told.about != name
			told.about, told.spoken = name, s.endsAt(i+1)
		}
		for _, e := range p.lex.first[t.key] {
			if !s.spelled(i, e.words) {
				continue
			}
			switch e.sense.class {
			case doubtClass:
				told.doubts = told.doubts || len(e.words) >= s.phrase(i, denyClass)
			case denyClass:
				if e.sense.denial == telling {
					return told, false
				}
				if s.phrase(i, theirClass) == 0 {
					told.denies = true
					told.past = told.past || e.sense.denial != negation
				}
			case thanksClass:
				told.sorry = true
			}
		}
	}
	if told.others {
		told.about, told.spoken = "", false
	}
	return told, true
}

// reasoned returns the move at the end of a text that first gives a reason or tells something else: "I don't trust
// Bo, so I break his lamp". It is sure if what comes before cannot take it back; otherwise it is only asked about.
func (p parser) reasoned(toks []token) (lines []string, sure bool) {
	s := search{parser: p, toks: toks}
	because := s.phrase(0, reasonClass) > 0
	for i, t := range toks {
		told, ok := p.preface(toks[:i])
		if !ok {
			break
		}
		if t.raw == ":" {
			break // "next week: well then: 3 on C5"
		}
		mark := t.kind == markToken && (t.mark == ',' || t.mark == '.')
		right := i
		if mark {
			right++
		}
		so := s.phrase(right, soClass)
		if right += so; i == 0 || !mark && so == 0 || told.words == 0 || told.doubts && so == 0 && !because {
			continue
		}
		before := finding{about: told.about, addressed: told.spoken, led: true}
		found := p.search(toks[right:], false, before)
		if len(found) == 0 || len(p.search(toks[:i], true, finding{})) > 0 {
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
		ofThem := false
		if told.about != "" {
			alone := p.search(toks[right:], false, finding{led: true})
			ofThem = len(alone) == 0 || alone[0].line != found[0].line
		}
		switch {
		case told.doubts, told.about != "" && len(found[0].clause.Verbs) > 0 && !found[0].own: // "Bo is cross, so breaks my cart"
		case mark && told.words > 1 && (so > 0 || because): // not "next, so 3 on C5"
			sure = states || !told.past
		case t.mark == '.' && ofThem:
			sure = states && (told.words > 2 || !told.denies)
		case t.mark == '.' && told.words > 2:
			sure = states && !told.denies || told.sorry && told.about == "" && told.denies == told.past
		}
		return lines, sure
	}
	return nil, false
}

// phrase returns how many words the longest phrase of a class has that begins at a token, 0 if there is none.
func (s *search) phrase(i int, c class) (words int) {
	if i >= len(s.toks) {
		return 0
	}
	for _, e := range s.lex.first[s.toks[i].key] {
		if e.sense.class == c && s.spelled(i, e.words) {
			words = max(words, len(e.words))
		}
	}
	return words
}
