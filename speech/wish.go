package speech

import (
	"cmp"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
)

// FindWish returns the plain command that a sentence of a text asks for, "Can you send me the board again?", and "" if
// there is none. meant is true if the command must be offered and not simply carried out, because it changes
// something or the sentence only comes near it.
func (e Ear) FindWish(text string) (plain string, meant bool) {
	if len(text) > openingMost || strings.ContainsAny(text, quoting+"|") || strings.HasPrefix(text, ">") {
		return "", false
	}
	if text != "" && strings.Trim(text, "?¿ ") == "" {
		return "help", false
	}
	e.Effort.Spend(len(text) * wishSteps)
	e.times = map[string]measured{}
	said := e.words(text)
	langs := slices.Compact([]string{engine.BaseLanguage(e.Lang), "en"})
	said = slices.DeleteFunc(said, func(sentence []string) bool { return together(langs[0], sentence) })
	for _, lang := range langs {
		for i, sentence := range said {
			how, plain, ok := strings.Cut(wishes()[lang].wish(sentence), " ")
			if !ok {
				continue
			}
			if others := slices.Concat(said[:i], said[i+1:]); how == "do" { // "My turn? I'm away until 5 December"
				if other, meant := e.topics(langs, others); meant {
					return other, true
				}
			}
			return plain, how != "do"
		}
	}
	for _, sentence := range said {
		if plain := cmp.Or(e.termsAsked(langs, sentence), e.reported(text, sentence)); plain != "" {
			return plain, true
		}
	}
	if plain, meant := e.topics(langs, said); plain != "" {
		return plain, meant
	}
	for _, sentence := range said {
		for _, lang := range langs {
			t := wishes()[lang]
			core := t.core(sentence)
			if how, plain, ok := strings.Cut(e.asked(t, sentence), " "); ok {
				return plain, how == "meant"
			}
			if word := cmp.Or(Tongues()[lang].Means(core), core); slices.Contains(told, word) {
				return word, false // the word alone: "The rules?"
			}
			if named := t.language(strings.Fields(core)); named != "" {
				return "lang " + named, true
			}
		}
		if named := ownLanguage(sentence); named != "" {
			more := func(of []string) bool {
				return !slices.Equal(of, sentence) && !grammar.IsSmallTalk(strings.Join(of, " "), FindLanguage(named))
			}
			return "lang " + named, slices.ContainsFunc(said, more) // who asks in a language for it knows it
		}
	}
	return "", false
}

// wishSteps is how many steps of effort it is to look for a wish in each byte of a text.
const wishSteps = 60

// topics is Wish by what the words of a clause are about.
func (e Ear) topics(langs []string, said [][]string) (plain string, meant bool) {
	for _, lang := range langs {
		if wish := e.about(lang, said); wish != "" {
			return strings.CutPrefix(wish, "meant ")
		}
	}
	return "", false
}

// asked returns the wish that a part of a sentence between commas is: "Sorry, what are the rules?" If
// one of the parts is a name, the sentence is said to that person and is no wish. A part of one word counts only in a
// question.
func (e Ear) asked(t Tongue, sentence []string) (wish string) {
	asks := strings.HasSuffix(sentence[len(sentence)-1], "?")
	for i, part := range parts(sentence) {
		name := strings.Trim(part[0], ".!?")
		if len(part) == 1 && (slices.Contains(e.place(0).Seats, name) || i > 0 && capital(engine.BaseLanguage(e.Lang), name)) {
			return ""
		}
		if asks || strings.Contains(t.core(part), " ") {
			if one := t.wish(part); !strings.HasPrefix(one, alone) {
				wish = cmp.Or(wish, one)
			}
		}
	}
	return wish
}

// wish returns the wish of a whole sentence, found by its core or by all its words; "" if it is none.
func (t Tongue) wish(sentence []string) string {
	words := t.wording(sentence)
	return cmp.Or(t.lines[t.kept(words)], t.lines[unmarked(strings.Join(words, " "))])
}

// CountWishWords returns how much a text looks like wishes in a language: one for each word that is used in wishes, and three
// more for each sentence that is a wish.
func CountWishWords(lang, text string) (n int) {
	t := wishes()[lang]
	for _, sentence := range (Ear{Lang: lang}).words(text) {
		if t.wish(sentence) != "" {
			n += 3
		}
		for _, word := range sentence {
			word = unmarked(bareWord(word))
			if t.words[word] != "" || t.alike(word) != "" {
				n++
			}
		}
	}
	return n
}

// and reports whether a word means "and" in the writer's language or in English.
func (e Ear) and(word string) bool {
	return word == "and" || Tongues()[engine.BaseLanguage(e.Lang)].Means(word) == "and"
}

// together reports whether a sentence has a word for "together" in a language. Then it is said to people, unless it asks
// for a match: "We need more time together".
func together(lang string, sentence []string) bool {
	return slices.ContainsFunc(sentence, func(word string) bool {
		kinds, _ := allTopics()[lang].kinds(tokensOf(word))
		return slices.Contains(kinds, topicTogether)
	})
}

// parts splits a sentence at commas.
func parts(sentence []string) (all [][]string) {
	for part := range strings.SplitSeq(strings.Join(sentence, " "), ",") {
		if words := strings.Fields(part); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// told lists the commands that only tell something. A sentence that is just such a word is a wish for it. "again" is
// not one of them: "Hello again?" asks for no letter.
var told = []string{"help", "rules", "cards", "status", "story", "matches"}

// words returns the words of each sentence of a text of one row, without the smileys behind it.
func (e Ear) words(text string) (said [][]string) {
	for _, sentence := range e.sentences(strings.Join(strings.Fields(text), " ")) {
		words := strings.Fields(sentence)
		for len(words) > 0 && !strings.ContainsAny(words[len(words)-1], ".!?…") && len(tokensOf(words[len(words)-1])) == 0 {
			words = words[:len(words)-1]
		}
		if len(tokensOf(sentence)) > 0 {
			said = append(said, words)
		}
	}
	return said
}

// ownLanguage returns the name of a language that a sentence in this language asks for: "auf Deutsch bitte".
func ownLanguage(sentence []string) string {
	for lang, t := range wishes() {
		if named := t.language(strings.Fields(t.core(sentence))); named != "" && FindLanguage(named) == lang {
			return named
		}
	}
	return ""
}

// language returns the name of the language that words ask for, "switch to German"; "" if they say anything else.
func (t Tongue) language(words []string) (named string) {
	for _, word := range words {
		switch {
		case wishKind(t.words[word]) == inLanguage, wishKind(t.words[word]) == asks: // "put the game into German"
		case named == "" && len(word) > 2 && FindLanguage(word) != "":
			named = word
		default:
			return ""
		}
	}
	return named
}
