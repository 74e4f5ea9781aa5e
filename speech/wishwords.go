package speech

import (
	"maps"
	"strings"
	"sync"

	"pitpost.example/engine"
)

// wishKind is what a word does in a wish. The files of wishes list the words of each kind.
type wishKind string

const (
	asks       wishKind = "asks" // for a match: play, start, a game
	small      wishKind = "small"
	thanks     wishKind = "thanks"
	can        wishKind = "can" // before you
	you        wishKind = "you"
	bots       wishKind = "bots"
	people     wishKind = "people"   // brother, friends: not names
	practice   wishKind = "practice" // asks for a match by itself, in a letter about no match
	inLanguage wishKind = "lang"     // before a language
	elided     wishKind = "elided"   // l', d'
	also       wishKind = "also"     // small, where a match is asked for
	not        wishKind = "not"
)

// wishes returns, by language, the words with which people ask for a match, each with its wishKind, and the sentences
// with which they ask for something else. In these tongues words has the kinds, and lines has the sentences.
var wishes = sync.OnceValue(func() map[string]Tongue {
	all := readWishes()
	for lang, t := range all {
		short := map[string]string{}
		for sentence, wish := range t.lines {
			core := t.core(strings.Fields(sentence))
			if words := t.wording(strings.Fields(sentence)); !strings.Contains(core, " ") && len(words) > 1 {
				core = unmarked(strings.Join(words, " ")) // one word alone is in too many sentences: "another match", "your match"
			}
			short[core] = wish
		}
		t.lines = short
		all[lang] = t
	}
	return all
})

// readWishes reads the files of wishes and puts the rows of words that mean the same into same.
func readWishes() map[string]Tongue {
	all := readTongues("wishes")
	for lang, t := range all {
		t.same, t.stems, t.joined = map[string]string{}, map[string]string{}, map[string]bool{}
		for line, wish := range t.lines {
			one, ok := strings.CutPrefix(wish, "same ")
			if !ok {
				continue
			}
			delete(t.lines, line)
			into, words := t.same, unmarked(line)
			if stem, starred := strings.CutSuffix(words, "*"); starred {
				into, words = t.stems, stem
			}
			into[words] = unmarked(engine.NormaliseText(one))
			first, _, several := strings.Cut(words, " ")
			t.joined[first] = t.joined[first] || several
		}
		for word, kind := range maps.Clone(t.words) {
			if bare := unmarked(word); t.words[bare] == "" { // "we're" is not "were"
				t.words[bare] = kind
			}
		}
		all[lang] = t
	}
	return all
}

// unmarked removes apostrophes, which not everybody types.
func unmarked(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "’", ""), "'", "")
}

// alone is how the wish of a sentence begins that is one only by itself, and meant: "That was a mistake" may go on with
// ", buying that car".
const alone = "alone "

// samest is the most words that together mean the same as one.
const samest = 5

// wording returns the words of a sentence, folded. Words that mean the same become one word, and those that mean
// nothing are left out.
func (t Tongue) wording(sentence []string) (words []string) {
	rest := engine.MapList(sentence, bareWord)
	for len(rest) > 0 {
		word, n, many := rest[0], 1, min(samest, len(rest))
		if first := unmarked(word); !t.joined[first] && !t.joined[first[min(1, len(first)):]] {
			many = 1
		}
		for ; many > 0; many-- {
			if one := t.alike(unmarked(strings.Join(rest[:many], " "))); one != "" {
				word, n = strings.TrimPrefix(one, "-"), many // "-" means nothing
				break
			}
		}
		rest, words = rest[n:], append(words, strings.Fields(word)...)
	}
	return words
}

// bareWord returns a word normalised and without the marks around it. The Italian "è" stays another word than "e", as
// it is if somebody types "e'".
func bareWord(word string) string {
	if word == "è" || word == "é" {
		return "e'"
	}
	return strings.ReplaceAll(engine.NormaliseText(strings.Trim(word, ",.!?¡¿:…*_()")), "’", "'")
}

// alike returns the word that stands for these words because it means the same, "" if there is none. An entry of the
// files that ends with a star matches words that begin so, and the first word may have an elided "l" or "d" before it.
func (t Tongue) alike(words string) string {
	if one := t.same[words]; one != "" {
		return one
	}
	least := strings.LastIndexByte(words, ' ') + stemLeast
	for n := min(len(words), stemMost); n > least; n-- {
		if one := t.stems[words[:n]]; one != "" {
			return one
		}
	}
	if wishKind(t.words[words[:min(1, len(words))]]) == elided {
		if one := (Tongue{same: t.same, stems: t.stems}).alike(words[1:]); one != "-" {
			return one
		}
	}
	return ""
}

// stemLeast is the least letters of the last word in an entry with a star, and stemMost the most bytes of the whole
// entry: a word may be as long as a letter.
const stemLeast, stemMost = 3, 64

// core returns a sentence in the form in which wishes are compared: as wording returns it, without small words and
// thanks at the end.
func (t Tongue) core(sentence []string) string { return t.kept(t.wording(sentence)) }

// kept is core for words that wording has returned.
func (t Tongue) kept(words []string) string {
	core := make([]string, 0, len(words))
	for _, word := range words {
		word = unmarked(word)
		switch wishKind(t.words[word]) {
		case small, can, you:
		default:
			core = append(core, word)
		}
	}
	for len(core) > 1 && wishKind(t.words[core[len(core)-1]]) == thanks {
		core = core[:len(core)-1]
	}
	return strings.Join(core, " ")
}

// asking returns the kind of a word in the writer's language or English, "" if it has none.
func (e Ear) asking(word string) wishKind {
	word = strings.ReplaceAll(word, "’", "'")
	for _, lang := range []string{engine.BaseLanguage(e.Lang), "en"} {
		if kind := wishKind(wishes()[lang].Means(word)); kind != "" {
			return kind
		}
		letter, rest, cut := strings.Cut(word, "'")
		if !cut {
			continue
		}
		if before := wishKind(wishes()[lang].Means(letter)); before == elided || before == small { // "contre l'ordinateur"
			if kind := wishKind(wishes()[lang].Means(rest)); kind != "" {
				return kind
			}
		}
	}
	return ""
}
