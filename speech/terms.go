package speech

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pitpost.example/engine"
	"pitpost.example/speech/dates"
	"pitpost.example/speech/languages"
)

// termPhrases returns the phrases of the files terms.txt by language and kind, the longest first.
var termPhrases = sync.OnceValue(func() map[string]map[string][][]string {
	all := map[string]map[string][][]string{}
	for lang, table := range languages.Files("terms") {
		all[lang] = map[string][][]string{}
		for kind, list := range engine.TableRows(table) {
			for phrase := range strings.SplitSeq(list, ",") {
				all[lang][kind] = append(all[lang][kind], tokensOf(phrase))
			}
			slices.SortStableFunc(all[lang][kind], func(a, b []string) int { return len(b) - len(a) })
		}
	}
	return all
})

// termsAsked returns the command for other terms that a sentence asks for, "change the pace to 48h"; "" if it asks for
// none. It is asked back, so it may be wrong, but not often.
func (e Ear) termsAsked(langs []string, sentence []string) (plain string) {
	if e.place(0).Game == nil || len(sentence) > clauseMost {
		return ""
	}
	tokens := tokensOf(strings.Join(sentence, " "))
	for _, lang := range langs {
		phrases := termPhrases()[lang]
		has := func(kind string) bool {
			return slices.ContainsFunc(phrases[kind], func(phrase []string) bool { return indexOf(tokens, phrase) >= 0 })
		}
		if has("not") {
			continue
		}
		switch {
		case has("off"):
			return "weekends=off"
		case has("on") && has("alter"):
			return "weekends=on"
		case !has("alter"):
			continue
		case has("whispers"):
			return "talk=whispers"
		}
		if span := e.spanIn(sentence); span > 0 {
			switch length := shortSpan.Replace(span.String()); {
			case has("bank"):
				return "bank=" + length
			case has("pace"):
				return "pace=" + length
			}
		}
		if n := countBefore(tokens, phrases["rounds"]); n > 0 {
			return "rounds=" + strconv.Itoa(n)
		}
	}
	return ""
}

// indexOf returns where some words stand in a row of words, -1 if nowhere.
func indexOf(tokens, phrase []string) int {
	for at := 0; at+len(phrase) <= len(tokens); at++ {
		if len(phrase) > 0 && slices.Equal(tokens[at:at+len(phrase)], phrase) {
			return at
		}
	}
	return -1
}

// spanIn returns the one length of time that a sentence names, 0 if it names none or several.
func (e Ear) spanIn(sentence []string) (found time.Duration) {
	for from := 0; from < len(sentence); from++ {
		for to := min(len(sentence), from+spanMost); to > from; to-- {
			text := strings.Trim(strings.Join(sentence[from:to], " "), ".,;:!?()")
			length, ok := dates.ReadSpan(text)
			if !ok {
				length, ok = dates.ReadSpan(e.English(text, 0))
			}
			if !ok || length == 0 {
				continue
			}
			if found != 0 {
				return 0
			}
			found, from = length, to-1
			break
		}
	}
	return found
}

// countBefore returns the number, in figures or in a word, that stands right before one of some phrases; 0 for none.
func countBefore(tokens []string, phrases [][]string) int {
	for _, phrase := range phrases {
		if at := indexOf(tokens, phrase); at > 0 {
			if hours, ok := dates.ReadSpan(tokens[at-1] + " hours"); ok {
				return int(hours / time.Hour)
			}
		}
	}
	return 0
}
