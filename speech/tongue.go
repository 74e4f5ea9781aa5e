package speech

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

// Tongue maps the command words of one language, normalised, to the English words that they stand for. A line is put
// into English before it is read, so that one reader serves all languages.
type Tongue struct {
	lang  string
	words map[string]string
	lines map[string]string // whole lines, if English needs several words
	shown map[string]string // how letters print an English word or line
	same  map[string]string // maps words that mean the same in a wish to one of them
	stems map[string]string // same for words that begin so
	// joined has the first words of those entries of same and stems that are several words.
	joined map[string]bool
}

// readTongue reads a table with a row for each English word, such as "open: öffnen oeffnen". If the English is several
// words, the row has whole lines with commas between them. The first of a row is what letters print. It panics if a
// row has no words or contradicts another.
func readTongue(lang, table string) Tongue {
	t := Tongue{lang: lang, words: map[string]string{}, lines: map[string]string{}, shown: map[string]string{}}
	for english, local := range engine.TableRows(table) {
		into, parts := t.words, strings.FieldsFunc(local, func(r rune) bool { return r == ' ' || r == ',' })
		if strings.Contains(english, " ") {
			into, parts = t.lines, strings.Split(local, ",")
		}
		if t.shown[english] != "" || len(parts) == 0 {
			panic(fmt.Sprintf("command: a row of %q has no words, or is the second", english))
		}
		t.shown[english] = strings.TrimSpace(parts[0])
		for _, word := range parts {
			word = engine.NormaliseText(word)
			if was, twice := into[word]; twice && was != english {
				panic(fmt.Sprintf("command: %q stands for %q and for %q", word, was, english))
			}
			into[word] = english
		}
	}
	return t
}

// Empty reports whether the tongue has no words.
func (t Tongue) Empty() bool { return len(t.words)+len(t.lines) == 0 }

// Knows reports whether the tongue has a normalised word.
func (t Tongue) Knows(word string) bool { _, ok := t.words[word]; return ok }

// Means returns the English word for a normalised word, "" if the tongue does not have it.
func (t Tongue) Means(word string) string { return t.words[word] }

// Shows returns a plain line of the house as letters in this language print it: whole if the tongue has the line or
// its first two words or all behind the first, otherwise word by word. "new saboteur" is printed as "new match
// saboteur", because an adjective alone does not do in most languages.
func (t Tongue) Shows(line string) string {
	if whole, ok := t.shown[line]; ok {
		return whole
	}
	words := strings.Split(line, " ")
	if len(words) > 1 {
		two, rest := t.shown[words[0]+" "+words[1]], words[2:]
		if words[0] == "new" && two == "" {
			two, rest = t.shown["new match"], words[1:]
		}
		if two != "" {
			return two + " " + t.Shows(strings.Join(rest, " "))
		}
	}
	if rest := t.shown[strings.Join(words[1:], " ")]; rest != "" && len(words) > 2 { // "away coming week"
		return t.Shows(words[0]) + " " + rest
	}
	for i, word := range words {
		bare := strings.TrimRight(word, ",:")
		if shown, ok := t.shown[bare]; ok {
			words[i] = shown + word[len(bare):]
		}
	}
	return strings.Join(words, " ")
}

// For returns the words that stand for an English word, sorted.
func (t Tongue) For(english string) []string {
	return engine.FilterList(slices.Sorted(maps.Keys(t.words)), func(word string) bool { return t.words[word] == english })
}

// English translates a normalised line into English, word by word. kept reports whether a word must be left as it is,
// because it is a name. The first word may be shortened to three letters or more if only one command fits, that
// command may be shortened, and known does not have the word as English.
func (t Tongue) English(line string, known, kept func(word string) bool) string {
	if whole, ok := t.lines[line]; ok {
		return whole
	}
	words := strings.Split(line, " ")
	for i, word := range words {
		bare := strings.TrimRight(word, ",:")
		e, whole := t.words[bare]
		switch {
		case !whole && i > 0, kept(bare):
		case whole:
			words[i] = e + word[len(bare):]
		case !known(word):
			if w := FindCommand(t.begins(word)); w != nil && !w.Full {
				words[i] = w.Name
			}
		}
	}
	return strings.Join(words, " ")
}

// begins returns the English word that a shortened word stands for. It returns the word itself if it fits none, or
// words with different meanings.
func (t Tongue) begins(word string) string {
	meant, ok := engine.CommonMeaning(t.words, word, func(string) bool { return false })
	if !ok || Everyday(word, t.lang, "en") {
		return word
	}
	return meant
}

// Slips returns the words that an unknown word is one slip away from. Both must have four letters or more.
func (t Tongue) Slips(word string) []string {
	if len([]rune(word)) < 4 || t.Knows(word) || Everyday(word, t.lang, "en") || strings.Contains(word, `"`) {
		return nil
	}
	return engine.FilterList(slices.Sorted(maps.Keys(t.words)), func(w string) bool { return len([]rune(w)) >= 4 && engine.IsOneSlip(word, w) })
}

// readTongues reads the tables of this name, one for each language.
func readTongues(name string) map[string]Tongue {
	all := map[string]Tongue{}
	for lang, table := range languages.Files(name) {
		all[lang] = readTongue(lang, table)
	}
	return all
}
