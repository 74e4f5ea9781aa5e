package command

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Tongue is what the command words of one language mean: each, normalised, and the
// English word that it stands for. Words that are read as commands are put into
// English first, so that there is one reader for all languages.
type Tongue struct {
	words map[string]string
	lines map[string]string     // whole lines, for what takes several words in English
	shown map[string]string     // how letters print an English word or line
	same  map[string]string     // one word for all that mean the same in a wish
	near  map[string][]nearWish // wishes of several words by the first of them
}

// nearWish is a wish with the words by which it is asked for.
type nearWish struct {
	words []string
	most  int // words of a sentence that is near it
	wish  string
}

// ReadTongue reads a table with a line for each English word, such as
// "open: öffnen oeffnen". Of an English line of several words the whole lines
// that mean it are parted by commas. The first is what letters print, as it is written. Rows that
// begin with # are remarks.
func ReadTongue(table string) (Tongue, error) {
	t := Tongue{words: map[string]string{}, lines: map[string]string{}, shown: map[string]string{}}
	for n, row := range strings.Split(table, "\n") {
		if row = strings.TrimSpace(row); row == "" || row[0] == '#' {
			continue
		}
		english, local, ok := strings.Cut(row, ":")
		if !ok {
			return t, fmt.Errorf("row %d: no colon behind the English word", n+1)
		}
		into, parts := t.words, strings.FieldsFunc(local, func(r rune) bool { return r == ' ' || r == ',' })
		if strings.Contains(english, " ") {
			into, parts = t.lines, strings.Split(local, ",")
		}
		if t.shown[english] != "" || len(parts) == 0 {
			return t, fmt.Errorf("row %d: a row of %q has no words, or is the second", n+1, english)
		}
		t.shown[english] = strings.TrimSpace(parts[0])
		for _, word := range parts {
			word = engine.Normalise(word)
			if was, twice := into[word]; twice && was != english {
				return t, fmt.Errorf("row %d: %q stands for %q and for %q", n+1, word, was, english)
			}
			into[word] = english
		}
	}
	return t, nil
}

// Empty says that the tongue knows no word.
func (t Tongue) Empty() bool { return len(t.words)+len(t.lines) == 0 }

// Knows says whether a normalised word is one of the tongue's.
func (t Tongue) Knows(word string) bool { _, ok := t.words[word]; return ok }

// Means is the English word that a normalised one stands for; "" for none of the tongue's.
func (t Tongue) Means(word string) string { return t.words[word] }

// Shows is a plain line of the house as letters in the tongue print it, word by word.
func (t Tongue) Shows(line string) string {
	if whole, ok := t.shown[line]; ok {
		return whole
	}
	words := strings.Split(line, " ")
	for i, word := range words {
		bare := strings.TrimRight(word, ",:")
		if shown, ok := t.shown[bare]; ok {
			words[i] = shown + word[len(bare):]
		}
	}
	return strings.Join(words, " ")
}

// For lists the words that stand for an English one, sorted.
func (t Tongue) For(english string) []string {
	var words []string
	for word, e := range t.words {
		if e == english {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// English puts a normalised line into English, word by word: words of the tongue wherever they
// stand whole, but for names. The first may be cut short to three letters and more if it can mean
// one thing only that may be cut short, and is no word of English.
func (t Tongue) English(line string, known, kept func(word string) bool) string {
	if whole, ok := t.lines[line]; ok {
		return whole
	}
	words := strings.Split(line, " ")
	for i, word := range words {
		bare := strings.TrimRight(word, ",:")
		e, whole := t.words[bare]
		switch {
		case kept(bare):
		case whole:
			words[i] = e + word[len(bare):]
		case i == 0 && !known(word):
			if w := Find(t.begins(word)); w != nil && !w.Full {
				words[i] = w.Name
			}
		}
	}
	return strings.Join(words, " ")
}

// Small words of sentences begin no command.
var particles = strings.Fields("for and the you all wer wie was der die das dem den ein von zum zur mit che chi del per con non une les des qui que para por los las dos bij vak van een het met voor zou mij nog noch contro meu minha")

// begins is the English word for a beginning that fits words of one meaning
// alone; else the beginning itself.
func (t Tongue) begins(word string) string {
	if len([]rune(word)) < 3 || slices.Contains(particles, word) {
		return word
	}
	meant := ""
	for w, e := range t.words {
		if strings.HasPrefix(w, word) && e != meant {
			if meant != "" {
				return word
			}
			meant = e
		}
	}
	return cmp.Or(meant, word)
}

// Slips lists the words of four letters and more that are one slip of the pen
// from a word the tongue does not know.
func (t Tongue) Slips(word string) []string {
	if len([]rune(word)) < 4 || t.Knows(word) || strings.Contains(word, `"`) {
		return nil
	}
	var near []string
	for w := range t.words {
		if len([]rune(w)) >= 4 && engine.OneSlip(word, w) {
			near = append(near, w)
		}
	}
	slices.Sort(near)
	return near
}

// readTongues reads the tables of a folder, a file for each language such as de.txt. It panics
// on a broken one: those stand in the program itself.
func readTongues(files fs.FS) map[string]Tongue {
	all := map[string]Tongue{}
	for lang, table := range engine.ByLanguage(files) {
		tongue, err := ReadTongue(table)
		if err != nil {
			panic(fmt.Sprintf("command: the words of %s: %v", lang, err))
		}
		all[lang] = tongue
	}
	return all
}
