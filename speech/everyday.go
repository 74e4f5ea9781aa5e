package speech

import (
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

// everyday has words that people write all the time, by language, folded: none of them is read as a command of the house
// that was shortened or mistyped. Each word has one owner, and theirs is the language.
var everyday = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for lang, text := range languages.Files("everyday") {
		all[lang] = map[string]bool{}
		for word := range strings.FieldsSeq(text) {
			all[lang][engine.NormaliseText(word)] = true
		}
	}
	for _, l := range known {
		for _, word := range slices.Concat(l.Words["small"], l.Words["particles"]) {
			all[l.Code][word] = true
		}
	}
	return all
})

// Everyday reports whether a folded word is one that people write all the time, in one of these languages, or in any if none
// is named.
func Everyday(word string, langs ...string) bool {
	if len(langs) == 0 {
		langs = languages.Codes
	}
	return slices.ContainsFunc(langs, func(lang string) bool { return everyday()[lang][word] })
}

// shortens reports whether a word of which a command of the house is the whole may stand for it. An everyday word may not,
// unless it is the same word for one of what the command has several of, such as "card".
func shortens(word, whole string, langs ...string) bool {
	return len(word) >= shortestWord && (!Everyday(word, langs...) || whole == word+"s")
}

// shortestWord is how many letters a shortened command has at least.
const shortestWord = 3
