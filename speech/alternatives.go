package speech

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
)

// phrasesMost is the most words of a phrase that says that a move is for the next turn.
const phrasesMost = 7

// says reports whether words are a phrase of a saying, in the writer's language or in English.
func (e Ear) says(of saying, words []string) bool {
	plain := plainAnswer(strings.Join(words, " "))
	return slices.ContainsFunc(answersIn(engine.BaseLanguage(e.Lang)), func(a *answers) bool { return a.alone[of][plain] })
}

// ahead adds a piece that says that its move is for the next turn, "on my next turn: 3 C5" or "3 C5 when it's my turn",
// as a plan. It returns false, and adds nothing, if the piece is none.
func (c *cutter) ahead(part string, match int64) bool {
	words := strings.Fields(part)
	for n := min(len(words)-1, phrasesMost); n > 0; n-- {
		before := len(c.lines)
		if (c.ear.aheads(words[:n]) || c.behindMove() && (c.ear.says(sayLater, words[:n]) || c.ear.next(words[:n]))) && (c.planned(part, words[n:], match) || c.planned(part, subjectFirst(words[n:]), match)) {
			c.orNow(before, words[:n])
			return true
		}
		behind := len(words) - n
		if n < 2 || strings.Contains(part, "?") || !c.ear.aheads(words[behind:]) {
			continue
		}
		if c.planned(part, words[:behind], match) {
			if len(c.lines) == before+1 || c.lines[before+1].Or {
				c.orNow(before, words[behind:])
				return true
			}
			c.cut(before) // of "3 C5 and 2 I3 next turn" the first may be for now
		}
	}
	return false
}

// andAhead adds a move and the plan behind it: "3 on C5 and next turn I discard 2", "3 on C5. Next turn: pass 2". It returns
// false, and adds nothing, if the front is no sure move or what follows no plan.
func (c *cutter) andAhead(part string, match int64, round func() paragraph) bool {
	words := strings.Fields(part)
	if len(part) > heardMost || strings.Contains(part, "?") {
		return false
	}
	for i := 2; i+1 < len(words); i++ {
		end := i
		if grammar.IsAnd(words[i-1], c.ear.Lang) {
			end--
		} else if !strings.ContainsAny(words[i-1][len(words[i-1])-1:], ",.;!") {
			continue
		}
		behind := strings.Join(words[i:], " ")
		if then := c.ear.then(words[:end], words[i:]); then > 0 && !c.ear.plans(behind) {
			return c.nowAndThen(part, words[:end], words[i+then:], match)
		}
		if c.ear.plans(behind) {
			front := strings.TrimRight(strings.Join(words[:end], " "), ",;")
			if c.hear(front, match).Kind != engine.SureMove {
				return false
			}
			before := len(c.lines)
			c.piece(front, c.ear.English(front, match), match, round)
			if c.ahead(behind, match) {
				return true
			}
			c.cut(before)
			return false
		}
	}
	return false
}

// then returns how many words at the front of behind lead to a later move, if front says of its move that it is for this turn:
// "this turn 3 on C5, then I discard 2". It returns 0 if they do not.
func (e Ear) then(front, behind []string) int {
	now := false
	for n := 1; n <= min(len(front)-1, phrasesMost); n++ {
		now = now || e.says(sayNow, front[:n]) || e.says(sayNow, front[len(front)-n:])
	}
	for n := min(len(behind)-1, phrasesMost); n > 0 && now; n-- {
		if e.says(sayThen, behind[:n]) {
			return n
		}
	}
	return 0
}

// nowAndThen adds a move for this turn and one for the next. It returns false, and adds nothing, if they are none.
func (c *cutter) nowAndThen(part string, now, then []string, match int64) bool {
	front := strings.TrimRight(strings.Join(now, " "), ",;")
	if c.hear(front, match).Kind != engine.SureMove {
		return false
	}
	before := len(c.lines)
	c.piece(front, c.ear.English(front, match), match, nil)
	if c.planned(part, then, match) || c.planned(part, subjectFirst(then), match) {
		return true
	}
	c.cut(before)
	return false
}

// plans reports whether a text begins with words that say, behind a move, that another is for the next turn.
func (e Ear) plans(text string) bool {
	if e.laters(text) {
		return true
	}
	words := strings.Fields(text)
	for n := min(len(words)-1, phrasesMost); n > 0; n-- {
		if e.says(sayAhead, words[:n]) || e.next(words[:n]) {
			return true
		}
	}
	return false
}

// next reports whether words say nothing but that what follows is for the next turn.
func (e Ear) next(words []string) bool {
	return slices.ContainsFunc([]string{engine.BaseLanguage(e.Lang), "en"}, func(lang string) bool { return allConditions()[lang].next(words) })
}

// laters reports whether a text begins with words for another time, which may be for a plan behind a move.
func (e Ear) laters(text string) bool {
	words := strings.Fields(text)
	for n := min(len(words)-1, phrasesMost); n > 0; n-- {
		if e.says(sayLater, words[:n]) {
			return true
		}
	}
	return false
}

// behindMove reports whether the last line of the letter is a move.
func (c *cutter) behindMove() bool { return len(c.lines) > 0 && c.lines[len(c.lines)-1].Heard }

// aheads reports whether words say that a move is for the next turn, or for when it is the writer's turn.
func (e Ear) aheads(words []string) bool {
	return e.says(sayAhead, words) || e.says(sayOnTurn, words)
}

// orNow notes in a line with a plan that its move may be meant now, if words say "when it's my turn" and it is.
func (c *cutter) orNow(at int, words []string) {
	if line := &c.lines[at]; c.ear.says(sayOnTurn, words) {
		line.Maybe = []string{strings.TrimPrefix(line.Folded, "next ")}
	}
}

// subjectFirst returns words with the subject before the verb: behind a condition German and Dutch say "werfe ich".
func subjectFirst(words []string) []string {
	if len(words) < 2 || !slices.Contains([]string{"ich", "ik"}, strings.ToLower(words[1])) {
		return words
	}
	return slices.Concat([]string{words[1], words[0]}, words[2:])
}

// planned adds the move that words say as a plan. It returns false, and adds nothing, if they surely say none.
func (c *cutter) planned(part string, words []string, match int64) bool {
	before, plan := len(c.lines), "next "+strings.Trim(strings.Join(words, " "), ":,-– ")
	c.piece(plan, c.ear.English(plan, match), match, nil)
	if len(c.lines) == before || !c.lines[before].Heard {
		c.cut(before)
		return false
	}
	c.lines[before].Raw = part
	for i := before; i < len(c.lines); i++ {
		if line := &c.lines[i]; !line.Or && !strings.HasPrefix(line.Folded, "next ") {
			line.Folded = "next " + line.Folded // "next I lay …" alone may be said of this turn
		}
	}
	return true
}

// alternatives splits a piece at each "or" and adds the parts, if the first looks like a move and the others fit. "Either
// 3 on C5 or 4 on D5" leaves open which, so it is only asked about. It returns false, and adds nothing, if the piece is
// not split.
func (c *cutter) alternatives(part string, match int64) bool {
	type cut struct{ at, behind int }
	words := strings.Fields(part)
	var cuts []cut
	either := 0
	if len(c.lines) == 0 {
		either = grammar.CountOrElse(words, c.ear.Lang)
	}
	for i := either + 1; i+1 < len(words) && len(cuts) < LinesMost; i++ {
		if n := c.ear.orElse(words[i:]); n > 0 && i+n < len(words) && !grammar.IsFiller(words[i+n:], c.ear.Lang) {
			cuts = append(cuts, cut{i, i + n})
			i += n
		}
	}
	if len(cuts) == 0 || strings.Contains(part, "?") {
		return false
	}
	var group []Line
	begun := either
	for _, next := range append(cuts, cut{at: len(words)}) {
		end := next.at
		raw := strings.TrimRight(strings.Join(c.ear.withoutAnd(words[begun:end]), " "), ",")
		folded := c.ear.English(raw, match)
		line := lineOf(raw, folded, match, begun > either)
		heard := c.told(raw, folded, match, nil)
		if turned := strings.Join(subjectFirst(strings.Fields(raw)), " "); begun > either && turned != raw {
			heard = c.hear(turned, match) // "wenn das nicht geht, werfe ich die 1 ab"
		}
		switch {
		case len(group) > 0 && strings.Trim(group[0].Folded, "0123456789") == "" && strings.Contains(folded, " "):
			return false // "3 or 4 on C5"
		case heard.Kind == engine.SureMove && len(heard.Lines) == 1:
			line.Folded, line.Heard, line.Graced = heard.Lines[0], true, heard.Graced
			if first, _, _ := strings.Cut(folded, " "); begun == either && (first == "next" || first == "check") {
				line.Folded = first + " " + line.Folded
			}
		case either > 0, len(heard.Lines) > 1: // "3 on C5, 4 on C5 or 5 on C5"
			return false
		case begun == 0 && c.startsLikeMove(folded), begun > 0 && !group[0].Heard:
			line.Touches = true
		default:
			return false
		}
		group = append(group, line)
		begun = next.behind
	}
	if either > 0 {
		asked := Line{Raw: part, Folded: c.ear.English(part, match), Match: match}
		for _, line := range group {
			asked.Maybe = append(asked.Maybe, line.Folded)
		}
		group = []Line{asked}
	}
	for _, line := range group {
		c.add(line)
	}
	return true
}

// orElse returns how many words at the front introduce an alternative, perhaps with an "and" before them that is a part of
// a shorter one: "y si no" in "y si no se puede".
func (e Ear) orElse(words []string) int {
	n := grammar.CountOrElse(words, e.Lang)
	if len(words) > 1 && grammar.IsAnd(words[0], e.Lang) {
		if behind := grammar.CountOrElse(words[1:], e.Lang); behind > 0 {
			n = max(n, behind+1)
		}
	}
	return n
}

// withoutAnd returns words without an "and" at their end, which led to the alternative: "3 on C5, and if that fails …".
func (e Ear) withoutAnd(words []string) []string {
	if last := len(words) - 1; last > 0 && grammar.IsAnd(words[last], e.Lang) {
		return words[:last]
	}
	return words
}

// condition returns how many words at the end of words say when the second of two alternatives is meant: "3, or 5 if that
// doesn't work". It returns 0 if none do.
func (e Ear) condition(words []string) int {
	words = slices.Clone(words)
	words[len(words)-1] = strings.TrimRight(words[len(words)-1], ".!")
	for n := min(len(words)-1, phrasesMost); n > 1; n-- {
		if grammar.CountOrElse(words[len(words)-n:], e.Lang) == n {
			return n
		}
	}
	return 0
}

// startsLikeMove reports whether a piece can be split at "or": it begins with a number or with a word that only
// moves begin with. Prose is left whole.
func (c *cutter) startsLikeMove(folded string) bool {
	first, _, _ := strings.Cut(folded, " ")
	if slices.Contains([]string{"next", "check", "or"}, first) || first != "" && first[0] >= '0' && first[0] <= '9' {
		return true
	}
	return slices.ContainsFunc(c.ear.Games, func(g engine.Game) bool { return slices.Contains(engine.AlternativeWords(g), first) })
}
