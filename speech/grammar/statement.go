package grammar

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// finding is one way to read a text as a move.
type finding struct {
	line    string // the plain command
	left    int    // words that were skipped
	slip    bool   // a slip was corrected
	clause  engine.Clause
	own     bool // says by itself that its writer acts: "I break", but not "break"
	subject bool // has "I"
	ordered bool // is said as to somebody who is to make it: "descarta"
	past    bool // may be in the past: "I put"

	// For search, a finding is also what came before a move: whom that was about, whether it spoke to them, and
	// whether it led to the move, as a reason does.
	about          string
	addressed, led bool
}

// finish ends one way of reading. It builds the clause, asks the game for its commands and adds them to found,
// unless a command is there already with no more words skipped.
func (s *search) finish(st state) {
	if len(st.tails) > 0 && !s.unended || !st.close() || len(st.elements) == 0 {
		return
	}
	t, ok := s.clause(st)
	if !ok {
		return
	}
	away := slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Adverb == "away" })
	// "well played, Bo, the 3 on C5", "hola Bo, descarta la 3", "merci Ana pour réparer", "3 on C5 is no use", but "3 in the bin, it's no use"
	ordered := !t.own && (t.order || t.infinitive && !slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Card || p.Number > 0 || len(p.Nouns) > 0 }))
	hailed := st.hailed && ordered
	c, soft := t.Clause, t.soft || st.praised && !t.own || hailed || st.scorned && len(t.Verbs) == 0 && !away
	if st.remarked && t.infinitive || t.asked && !t.wish && !t.am && !st.opened {
		soft = true // "no use putting 3 on C5", "lohnt sich nicht, die 3 auf C5 zu legen"
	}
	if len(st.elements) == 1 && len(c.Parts) == 1 && len(c.Parts[0].Nouns) == 1 && c.Parts[0].Number == 0 && s.toks[len(s.toks)-1].raw == "!" {
		soft = true // "Hammer!", "A crown!" may only be an exclamation
	}
	if soft && !s.loose {
		return
	}
	if places := engine.CountWhere(c.Parts, func(p engine.Part) bool { return p.Place != "" }); places > 1 && !s.loose && s.knows(ratherClass) {
		return // "3 on B2... actually C5"
	}
	for _, line := range s.mean(t) {
		if (!s.loose || st.left > 0) && strings.Trim(line, "0123456789") == "" {
			continue // a card alone is no move yet
		}
		if !slices.ContainsFunc(s.found, func(f finding) bool { return f.line == line && f.left <= st.left }) {
			s.found = append(s.found, finding{line: line, left: st.left, slip: st.slip, clause: c, own: t.own, ordered: ordered, subject: t.subject || t.am, past: t.past})
		}
	}
}

// meaningSteps is how many steps of effort it is to ask a game what a clause means.
const meaningSteps = 30

// mean returns the commands that a statement can be. The verb of the move before it may be none of its own: "I show my
// colour, then h3 into the cart".
func (s *search) mean(t statement) []string {
	s.at.Effort.Spend(meaningSteps)
	lines := s.g.mean(t.Clause)
	if len(lines) == 0 && t.lent && slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Role != 0 }) {
		t.Verbs = nil
		lines = s.g.mean(t.Clause)
	}
	return lines
}

// statement is a clause that is being built.
type statement struct {
	engine.Clause
	lent     bool // has the verb of the move before it
	soft     bool // only asked or supposed
	led      bool // something leads to it, so a verb may stand before its card: "dann kommt die 3 auf C5"
	own      bool // says by itself that its writer acts
	past     bool // may be in the past
	subject  bool // has "I"
	wish, am bool // has "would like to", or "am"
	// infinitive is true if all verbs are infinitives, and asked if something before the first must ask for it.
	// order is true if a verb is said only to somebody who is to act: "descarta".
	infinitive, asked, order bool
	ands, its                int // how many "and" and "it" it has
}

// clause builds the clause of what was read. ok is false if somebody else acts, if the move is not made now, or if
// the words do not go together.
func (s *search) clause(st state) (t statement, ok bool) {
	if st.toYou && st.you == "" && !s.before.addressed {
		return t, false
	}
	spoken := cmp.Or(st.you, s.before.about)
	if st.toYou {
		st.you, st.yours = "", false
	} else if st.yours && st.you == "" && s.before.addressed { // "Bo you rascal, I break your lamp"
		st.you = spoken
	}
	t = statement{Clause: engine.Clause{Me: s.at.Me, Self: st.self, Aim: st.aimed, You: st.you, About: s.aboutBefore()}, soft: st.soft, led: st.led}
	var last *engine.Part // the element before, if that is a part
	for n, e := range st.elements {
		next := element{part: &engine.Part{}} // stands for the end: no word, and an empty part
		if n+1 < len(st.elements) {
			next = st.elements[n+1]
		}
		if e.part != nil {
			if e.part.Seat != "" && e.part.Role == 0 && next.is(verbClass) && next.sense.form&(thirdForm|bare|alone) == 0 {
				return t, false // somebody else acts
			}
			p := *e.part
			if p.Seat == spokenTo {
				p.Seat, t.own = spoken, true
			}
			if last != nil && (len(p.Nouns) > 0 && reflect.DeepEqual(p, *last) || p.Place != "" && p.Role == 0 && p.Place == last.Place) {
				continue // "boom! rockfall on C5", "the middle goal I3"
			}
			p.Beside = last != nil
			t.Parts = append(t.Parts, p)
		} else if !t.add(e.sense, n == 0 && !st.led && next.is(subjectClass)) {
			return t, false
		}
		last = e.part
	}
	if st.counted && len(t.Verbs) == 0 && !slices.ContainsFunc(t.Parts, func(p engine.Part) bool {
		return p.Place != "" || (p.Nth || p.Role&engine.Into != 0) && len(p.Nouns) > 0
	}) {
		return t, false // "my third card is awful"
	}
	if st.forYou && st.you == "" && len(t.Verbs) == 1 && t.own && !t.wish && !t.am && len(t.Parts) > 1 && slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Place != "" }) {
		st.yours = slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Your }) // "te pongo la 3 en C5" is for whoever reads it, but "te veo en C5" is none
	}
	if t.Third && last == nil && slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Place != "" && p.Role != 0 }) {
		t.soft = true // "3 auf C5 geht" says that it can be done, "die 3 geht auf C5" that it is
	}
	switch {
	case st.yours != (st.you != "") || st.yours && !t.own && !t.Third && !s.sameWriter(): // "Bo, mend your lamp" tells Bo to do it
		return t, false
	case t.ands > max(len(t.Verbs)-1, 0) || t.its > 0 && len(t.Verbs) < 2 || t.am && len(t.Verbs) == 0: // "I'm blue"
		return t, false
	}
	return t, t.goesOn(s.before.clause)
}

// aboutBefore returns the player whom the text before a move that it leads to is about.
func (s *search) aboutBefore() string {
	if !s.before.led || s.before.line != "" || s.knows(theirClass) {
		return ""
	}
	return s.before.about
}

// sameWriter reports whether a verb without its own subject goes on with what the writer does in the move before it: "I help
// Bo and mend his lamp", but not "and you mend his lamp".
func (s *search) sameWriter() bool {
	return s.before.own && s.before.line != "" && !s.has(s.toks, youClass, yourClass)
}

// add adds a word and returns false if the clause then is no move of its writer. asked is true if the sentence
// begins with the word and "I" follows: "spiele ich die 3?".
func (t *statement) add(word sense, asked bool) bool {
	switch word.class {
	case subjectClass:
		t.subject, t.own = true, true
	case wishIClass:
		t.subject, t.wish, t.own = true, true, true
	case wishClass:
		t.wish, t.own, t.soft = true, true, t.soft || asked
	case amClass:
		t.am, t.own = true, true
	case andClass:
		t.ands++
	case itClass:
		t.its++
		return len(t.Parts) > 0 && len(t.Verbs) > 0
	case verbClass:
		t.soft = t.soft || asked || word.form&laterForm != 0
		return t.verb(word)
	}
	return true
}

// verb adds a verb and returns false if its form does not go with the words before it.
func (t *statement) verb(word sense) bool {
	f, first := word.form, len(t.Verbs) == 0
	t.own = t.own || f&(firstForm|orderForm|bare) == firstForm
	t.past = t.past || first && f&pastForm != 0 && !t.wish && !t.am
	t.Third = t.Third || first && f == thirdForm
	t.infinitive = (t.infinitive || first) && f&^(bare|toForm) == 0
	t.order = t.order || f&^alone == orderForm
	t.asked = t.asked || first && f&toForm != 0
	t.Verbs = append(t.Verbs, word.what)
	switch {
	case f == thirdForm && len(t.Parts) == 0 && !t.led,
		t.wish && f&bare == 0 && (t.ands == 0 || f&firstForm == 0),
		t.am && f&goingForm == 0,
		t.subject && !t.wish && !t.am && f&firstForm == 0 && (f&bare == 0 || first):
		return false
	}
	return true
}

// goesOn gives a clause that has no verb the verb of the move before it, and the nouns if it has only a number. It
// returns false if the clause names nothing that the verb could be about.
func (t *statement) goesOn(before engine.Clause) bool {
	if len(t.Verbs) > 0 || len(before.Verbs) == 0 {
		return true
	}
	if !slices.ContainsFunc(t.Parts, func(p engine.Part) bool { return p.Number > 0 || p.Place != "" || len(p.Nouns) > 0 }) {
		return false // "repair my lamp, Bo"
	}
	t.Verbs, t.lent = before.Verbs[len(before.Verbs)-1:], true
	if len(t.Parts) != 1 || len(before.Parts) == 0 {
		return true
	}
	p, was := &t.Parts[0], before.Parts[len(before.Parts)-1]
	if was.Number > 0 && p.Number > 0 && len(p.Nouns) == 0 && !p.Card {
		p.Nouns = was.Nouns // "in shafts 1 and 3"
		p.Role = cmp.Or(p.Role, was.Role)
	}
	return true
}
