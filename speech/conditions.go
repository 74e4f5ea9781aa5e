package speech

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
	"pitpost.example/speech/languages"
)

// conditions are the words of conditions about a move in one language, by kind, each phrase normalised and the longest first.
type conditions map[string][]string

var allConditions = sync.OnceValue(func() map[string]conditions {
	all := map[string]conditions{}
	for lang, table := range languages.Files("conditions") {
		all[lang] = conditions{}
		for kind, list := range engine.TableRows(table) {
			for phrase := range strings.SplitSeq(list, ",") {
				all[lang][kind] = append(all[lang][kind], engine.NormaliseText(strings.TrimSpace(phrase)))
			}
			slices.SortFunc(all[lang][kind], func(a, b string) int { return len(strings.Fields(b)) - len(strings.Fields(a)) })
		}
	}
	return all
})

// front returns how many words at the front of words are a phrase of a kind, 0 if none are.
func (in conditions) front(kind string, words []string) int {
	for _, phrase := range in[kind] {
		n := len(strings.Fields(phrase))
		if n <= len(words) && bare(words[:n]) == phrase {
			return n
		}
	}
	return 0
}

// bare returns words normalised, without marks.
func bare(words []string) string {
	return strings.Join(engine.MapList(words, func(w string) string { return strings.Trim(engine.NormaliseText(w), ",.;:!") }), " ")
}

// onCondition adds the lines of a piece with a condition that only says when a move can be made, in place of one that can:
// "if 3 doesn't fit on C5, pass 2" and "pass 2 unless 3 fits on C5" are 3 C5 or pass 2, "if C5 is still free put 3 there" is 3 C5.
// It adds none and returns false for any other piece, a condition about what somebody does first of all.
func (c *cutter) onCondition(part string, match int64) bool {
	words := strings.Fields(part)
	if strings.Contains(part, "?") || len(part) > heardMost || len(words) < conditionLeast {
		return false
	}
	for _, lang := range slices.Compact([]string{engine.BaseLanguage(c.ear.Lang), "en"}) {
		in := allConditions()[lang]
		if n := in.front("if", words); n > 0 && (c.ifFirst(in, part, words[n:], match) || c.whetherThere(in, part, words[n:], match)) {
			return true
		}
		if c.fallsBack(in, part, words, 0, match) {
			return true
		}
		for at := 2; at < len(words) && !c.ear.Effort.Spent(); at++ {
			if n := in.front("unless", words[at:]); n > 0 {
				first, denied := c.supposed(in, words[at+n:], match)
				other := c.sureIn(words[:at], match)
				return first != "" && other != "" && !denied && c.addEither(part, first, other, match)
			}
			if c.fallsBack(in, part, words, at, match) {
				return true
			}
		}
	}
	return false
}

// fallsBack adds a move and what is done if it cannot be made, whatever words say so from at on: "4 on A2, but if somebody has
// nicked that spot just pass 1". The condition names no card, place or player, so it can only be about the move before it, which at
// the front of a piece is the line before.
func (c *cutter) fallsBack(in conditions, part string, words []string, at int, match int64) bool {
	from := at
	for from < len(words) && in.front("if", words[from:]) == 0 {
		n := max(in.front("but", words[from:]), c.ear.orElse(words[from:]))
		if n == 0 && grammar.IsAnd(words[from], c.ear.Lang) {
			n = 1
		}
		if from += n; n == 0 || from >= len(words) {
			return false
		}
	}
	if from == len(words) {
		return false
	}
	other := c.behindCondition(in, words[from+in.front("if", words[from:]):], match)
	if at == 0 {
		if other != "" && c.behindMove() && !c.lines[len(c.lines)-1].Or {
			c.add(Line{Raw: part, Folded: other, Match: match, Heard: true, Or: true})
			return true
		}
		return false
	}
	front := ""
	if other != "" {
		front = c.sureIn(words[:at], match)
	}
	return front != "" && front != other && c.addEither(part, front, other, match)
}

// behindCondition returns the only move that words say behind a condition, "" if there is none.
func (c *cutter) behindCondition(in conditions, words []string, match int64) (line string) {
	for then := range min(len(words), conditionMost) {
		if then > 0 {
			rest := words[then:]
			if k := max(in.front("then", rest), c.ear.orElse(rest)); k < len(rest) {
				rest = rest[k:]
			}
			if c.tried++; c.tried > besidesTries || c.ear.Effort.Spent() {
				break
			}
			other := c.sureIn(rest, match)
			if n := len(strings.Fields(other)); n > 1 && (line == "" || n < len(strings.Fields(line))) || other != "" && line == "" {
				line = other // "if it is already turned over 3 on C5" turns no card
			}
		}
		if strings.ContainsAny(words[then], "0123456789?") || c.ear.seat(strings.Trim(words[then], ",.;:!")) != "" {
			break
		}
	}
	return line
}

// conditionMost is how many words a condition may have.
const conditionMost = 10

// whetherThere adds the lines of a piece that began with "if", says that something is still there, and names a move with it and
// another: "if the blue crown is still on top I dig it, else I rest".
func (c *cutter) whetherThere(in conditions, part string, words []string, match int64) bool {
	for or := 2; or+1 < len(words) && c.tried < besidesTries; or++ {
		n := c.ear.orElse(words[or:])
		if n == 0 || or+n >= len(words) {
			continue
		}
		rest := words[or+n:]
		if k := in.front("then", rest); k < len(rest) {
			rest = rest[k:]
		}
		other := c.sureIn(rest, match)
		if other == "" {
			continue
		}
		for then := or - 1; then > 1; then-- {
			does := slices.DeleteFunc(slices.Clone(words[then:or]), func(w string) bool { return slices.Contains(in["it"], bare([]string{w})) })
			if k := in.front("then", does); len(does) == 0 || k == len(does) {
				continue
			} else if does = subjectFirst(does[k:]); strings.ContainsAny(strings.Join(does, ""), "?") {
				return false
			}
			for end := min(then, thingMost); end > 0; end-- {
				thing := slices.Clone(words[:end])
				c.tried++
				said := slices.Concat(does[:1], thing, does[1:])
				if len(does) > 1 {
					said = slices.Concat(does, thing)
				}
				if first := c.sureIn(said, match); first != "" && first != other && c.sureIn(does, match) == "" {
					return c.addEither(part, first, other, match)
				}
			}
		}
	}
	return false
}

// thingMost is how many words may name what a condition is about.
const thingMost = 4

// next reports whether words say nothing but that what follows is for the next turn, "next go", "la vez siguiente": one of them says
// that it is the next, and the others are small words for a turn.
func (in conditions) next(words []string) bool {
	later := false
	for i := 0; i < len(words); {
		if n := in.front("next", words[i:]); n > 0 {
			i, later = i+n, true
		} else if n := in.front("turn", words[i:]); n > 0 {
			i += n
		} else {
			return false
		}
	}
	return later && len(words) > 1 && !slices.Contains(writer, bare(words[len(words)-1:]))
}

// writer are the words with which what is done begins, and not when: "next I play 3".
var writer = strings.Fields("i ich ik je yo io eu")

// conditionLeast is the fewest words of a condition with its move.
const conditionLeast = 5

// ifFirst adds the lines of a piece that began with "if". The condition ends at a mark, or where what is left of the piece is a
// move.
func (c *cutter) ifFirst(in conditions, part string, words []string, match int64) bool {
	for at := 2; at < len(words); at++ {
		marked := strings.ContainsAny(words[at-1][len(words[at-1])-1:], ",:;")
		then := in.front("then", words[at:])
		if marked || then > 0 || in.isAbout(words[:at]) {
			if c.conditioned(in, part, words[:at], words[at+then:], match) {
				return true
			}
		}
		if marked {
			break
		}
	}
	return false
}

// cellName matches the name of a cell in a condition.
var cellName = regexp.MustCompile(`(?i)^-?[a-z]-?[0-9]{1,2}$`)

// isAbout reports whether a condition says nothing but that a place is free, or not, perhaps when its writer's turn comes.
func (in conditions) isAbout(condition []string) bool {
	cells := 0
	for _, word := range condition {
		switch plain := bare([]string{word}); {
		case cellName.MatchString(strings.Trim(word, ",.:;")):
			cells++
		case !slices.Contains(in["fits"], plain) && !slices.Contains(in["not"], plain) && !slices.Contains(in["turn"], plain):
			return false
		}
	}
	return cells == 1
}

// conditioned adds the lines of a condition and what is done then.
func (c *cutter) conditioned(in conditions, part string, condition, then []string, match int64) bool {
	if first, denied := c.supposed(in, condition, match); first != "" && denied {
		other := c.sureIn(then, match)
		return other != "" && c.addEither(part, first, other, match)
	}
	if !in.isAbout(condition) || slices.ContainsFunc(condition, func(w string) bool { return in.front("not", []string{w}) > 0 }) {
		return false
	}
	at := slices.IndexFunc(condition, func(w string) bool { return cellName.MatchString(strings.Trim(w, ",.:;")) })
	then = in.detached(then)
	there := slices.IndexFunc(then, func(w string) bool {
		return in.front("there", []string{w}) > 0 || slices.Contains(in["there"], bare([]string{w}))
	})
	if there < 0 {
		return false
	}
	n := max(1, in.front("there", then[there:]))
	end := there + n
	if comma := slices.IndexFunc(then, func(w string) bool { return strings.HasSuffix(w, ",") }); comma >= 0 {
		end = comma + 1
	}
	placed := slices.Concat(then[:there], then[there+n:max(end, there+n)], []string{onAny[engine.BaseLanguage(c.ear.Lang)], strings.Trim(condition[at], ",.:;")})
	first := c.sureIn(placed, match)
	if first == "" || end == len(then) {
		return first != "" && c.addEither(part, first, "", match)
	}
	rest := then[end:]
	if n := c.ear.orElse(rest); n > 0 {
		rest = rest[n:]
	}
	other := c.sureIn(subjectFirst(rest), match)
	return other != "" && c.addEither(part, first, other, match)
}

// detached returns words with what clings to one of them for a place as a word of its own: "mettici la 3" is "metti ci la 3".
func (in conditions) detached(words []string) []string {
	for i, w := range words {
		for _, cling := range in["clings"] {
			if verb, ok := strings.CutSuffix(strings.ToLower(w), cling); ok && len(verb) > 2 {
				return slices.Concat(words[:i], []string{verb, in["there"][0]}, words[i+1:])
			}
		}
	}
	return words
}

// onAny is a word for "on" before a cell, by language.
var onAny = map[string]string{"de": "auf", "en": "on", "es": "en", "fr": "en", "it": "in", "nl": "op", "pt": "em"}

// supposed returns the move that a condition is about, "" if it is about anything else, and whether it says that it cannot be
// made. All its other words must be of those kinds.
func (c *cutter) supposed(in conditions, condition []string, match int64) (line string, denied bool) {
	var words []string
	for _, word := range condition {
		plain := bare([]string{word})
		no := in.front("not", []string{word}) > 0
		denied = denied || no
		if !no && !slices.Contains(in["fits"], plain) {
			words = append(words, word)
		}
	}
	if len(words) > 4 || len(words) == len(condition) {
		return "", false
	}
	return c.sureIn(words, match), denied
}

// sureIn returns the only command that words surely are, "" if they are none.
func (c *cutter) sureIn(words []string, match int64) string {
	if len(words) == 0 {
		return ""
	}
	text := strings.Trim(strings.Join(words, " "), ",.:;!")
	for _, said := range []string{text, strings.Join(subjectFirst(strings.Fields(text)), " ")} {
		if heard := c.hear(said, match); heard.Kind == engine.SureMove && len(heard.Lines) == 1 {
			return heard.Lines[0]
		}
	}
	return ""
}

// addEither adds a move, and another one to be tried if the first is refused.
func (c *cutter) addEither(part, first, other string, match int64) bool {
	c.add(Line{Raw: part, Folded: first, Match: match, Heard: true})
	if other != "" {
		c.add(Line{Raw: part, Folded: other, Match: match, Heard: true, Or: true})
	}
	return true
}
