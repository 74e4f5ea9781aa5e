package speech

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// order maps a saying to the option that it chooses, counted from 1.
var order = map[saying]int{sayFirst: 1, saySecond: 2, sayThird: 3}

// ReadChosenOption returns which of count options a text chooses by its position, counted from 1: “the second one, please”. It
// returns 0 if the text chooses none, and -1 if it chooses but not clearly: “both”, “the left one”.
func ReadChosenOption(text string, count int, lang string) (n int) {
	if len(text) > answerMost {
		return 0
	}
	words := strings.Fields(plainAnswer(StripGreeting(engine.NormaliseText(text))))
	for _, a := range answersIn(lang) {
		if n = a.chosen(words, count); n != 0 {
			break
		}
	}
	return n
}

// chosen is ReadChosenOption for one language.
func (a *answers) chosen(words []string, count int) (n int) {
	for len(words) > 0 {
		kind, long := a.longest(words, []saying{sayFirst, saySecond, sayThird, sayLast, sayWhich, sayMeant, sayYes, sayAye})
		one := order[kind]
		switch {
		case long == 0:
			return 0
		case kind == sayLast:
			one = count
		case kind == sayWhich:
			one = -1
		}
		switch {
		case one == 0:
		case n != 0 && n != one, one > count:
			n = -1
		default:
			n = one
		}
		words = words[long:]
	}
	return n
}

// StripCourtesies removes a yes and friendly words from both ends of a text and returns what is left as it was written.
func StripCourtesies(text, lang string) string {
	words := strings.Fields(text)
	idle := func(some []string) bool {
		plain := plainAnswer(strings.Join(some, " "))
		return plain != "" && (IsPicturesOnly(plain) || slices.ContainsFunc(answersIn(lang), func(a *answers) bool {
			return slices.ContainsFunc([]saying{sayYes, sayAye, sayPolite, sayMeant}, func(of saying) bool { return a.alone[of][plain] })
		}))
	}
	for n := min(len(words), phraseMost); n > 0; n-- {
		switch {
		case idle(words[:n]):
			words = words[n:]
			n = min(len(words), phraseMost) + 1
		case idle(words[len(words)-n:]):
			words = words[:len(words)-n]
			n = min(len(words), phraseMost) + 1
		}
	}
	return strings.Trim(strings.Join(words, " "), ",.!;:")
}

// phraseMost is the most words of a phrase that Bare removes.
const phraseMost = 4

// ContainsWords reports whether all words of a text are also in a command.
func ContainsWords(plain, text string) bool {
	words, said := strings.Fields(engine.NormaliseText(plain)), strings.Fields(engine.NormaliseText(text))
	return len(said) > 0 && !slices.ContainsFunc(said, func(word string) bool { return !slices.Contains(words, strings.Trim(word, ",.!")) })
}
