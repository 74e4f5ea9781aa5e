package command

import (
	"slices"
	"strings"

	"pitpost.example/engine"
)

// order says which one a saying chooses, from 1 on.
var order = map[saying]int{sayFirst: 1, saySecond: 2, sayThird: 3}

// Chosen says which of so many options, from 1 on, a text chooses by their order: “the second one, please”. It is 0
// where it chooses none, and -1 where it chooses and nobody can know which: “both”, “the left one”.
func Chosen(text string, count int, lang string) (n int) {
	if len(text) > answerMost {
		return 0
	}
	words := strings.Fields(plainAnswer(Ungreeted(engine.Normalise(text))))
	for _, l := range withEnglish([]string{lang}) {
		if a := allAnswers()[l]; a != nil && n == 0 {
			n = a.chosen(words, count)
		}
	}
	return n
}

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

// Bare is a text as it was written without a yes, and without friendly words, at its ends.
func Bare(text, lang string) string {
	words := strings.Fields(text)
	idle := func(some []string) bool {
		plain := plainAnswer(strings.Join(some, " "))
		return plain != "" && slices.ContainsFunc(withEnglish([]string{lang}), func(l string) bool {
			a := allAnswers()[l]
			return a != nil && (Pictured(plain) || slices.ContainsFunc([]saying{sayYes, sayAye, sayPolite, sayMeant}, func(of saying) bool { return a.alone[of][plain] }))
		})
	}
	for n := min(len(words), phraseMost); n > 0; n-- {
		switch {
		case n > len(words):
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

// phraseMost is how many words a friendly phrase at an end of an answer has at most.
const phraseMost = 4

// Holds says whether the words of a text are all among those of a command.
func Holds(plain, text string) bool {
	words, said := strings.Fields(engine.Normalise(plain)), strings.Fields(engine.Normalise(text))
	return len(said) > 0 && !slices.ContainsFunc(said, func(word string) bool { return !slices.Contains(words, strings.Trim(word, ",.!")) })
}
