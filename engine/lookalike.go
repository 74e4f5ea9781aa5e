package engine

import (
	_ "embed" // for drawnAlike
	"strings"
	"unicode"
)

// FindLookalike finds the first letter of a line that looks like a letter of another script and
// misleads there, and returns it with its word. It misleads if it is a Cyrillic letter, say, in a
// Latin word, or in a word that has only such letters while the rest of the line is not in that
// script. r is 0 if there is none.
func FindLookalike(line string) (r rune, word string) {
	if IsASCII(line) {
		return 0, ""
	}
	about := scriptsOf(line)
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := about.oddIn(word); r != 0 {
			return r, word
		}
	}
	return 0, ""
}

// ReplaceLookalikes replaces the letters of a line that look like Latin ones by those.
func ReplaceLookalikes(line string) string {
	return strings.Map(func(r rune) rune {
		if plain, ok := lookAlikes[r]; ok {
			return plain
		}
		return r
	}, line)
}

// scripts says in which scripts a line is written.
type scripts struct {
	latin  bool
	native [len(lookAlikeScripts)]bool // has a letter of that script that looks unlike any Latin one
}

func scriptsOf(line string) scripts {
	var s scripts
	for _, r := range line {
		s.latin = s.latin || unicode.Is(unicode.Latin, r)
		if i := foreignScript(r); i >= 0 && lookAlikes[r] == 0 {
			s.native[i] = true
		}
	}
	return s
}

// foreignScript returns the index of r's script in lookAlikeScripts, or -1.
func foreignScript(r rune) int {
	for i, script := range lookAlikeScripts {
		if r >= 0x80 && unicode.Is(script, r) {
			return i
		}
	}
	return -1
}

// oddIn returns the look-alike in a word, or 0. A word that has only look-alikes, such as a
// Cyrillic C before a 5, is odd unless the line is written in that script.
func (s scripts) oddIn(word string) rune {
	var foreign rune
	latin, digits := false, false
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits = true
		case unicode.Is(unicode.Latin, r):
			latin = true
		case foreign == 0 && foreignScript(r) >= 0:
			foreign = r
		}
	}
	if foreign == 0 {
		return 0
	}
	if latin || (digits || s.latin) && !s.native[foreignScript(foreign)] {
		return foreign
	}
	return 0
}

var lookAlikeScripts = [...]*unicode.RangeTable{
	unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
}

//go:embed lookalikes.txt
var drawnAlike string

// lookAlikes maps letters of other scripts to the Latin letters or digits that they look like.
var lookAlikes = func() map[rune]rune {
	table := map[rune]rune{}
	for latin, others := range TableRows(drawnAlike) {
		to := []rune(latin)
		for i, r := range []rune(strings.TrimSpace(others)) {
			table[r] = to[i]
		}
	}
	return table
}()

// LookalikeForm returns the form in which names are compared that nobody should mix up: as NormaliseText, but a capital I is the small l
// that it looks like.
func LookalikeForm(name string) string { return NormaliseText(strings.ReplaceAll(name, "I", "l")) }
