package inbox

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// OddLetters names the first rune in a line that makes it read other than it
// is: a letter of another script that looks like a Latin one inside a Latin
// word ("U+0421 CYRILLIC CAPITAL LETTER ES"), or a mark that turns the order of
// reading. It is "" for a sound line, in whatever script.
func OddLetters(line string) string {
	for _, r := range line {
		switch r {
		case 0x202b, 0x202d, 0x202e, 0x2067:
			return runeName(r)
		}
	}
	about := scriptsOf(line)
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := about.oddIn(word); r != 0 {
			return runeName(r)
		}
	}
	return ""
}

// scripts is what a line is written in.
type scripts struct {
	latin  bool
	native [len(lookAlikeScripts)]bool // has letters of that script that look like no Latin one
}

func scriptsOf(line string) scripts {
	var s scripts
	for _, r := range line {
		s.latin = s.latin || unicode.Is(unicode.Latin, r)
		if i := foreignScript(r); i >= 0 && !strings.ContainsRune(lookAlikes, r) {
			s.native[i] = true
		}
	}
	return s
}

// foreignScript is the place of r's script in lookAlikeScripts, -1 for none.
func foreignScript(r rune) int {
	for i, script := range lookAlikeScripts {
		if r >= 0x80 && unicode.Is(script, r) {
			return i
		}
	}
	return -1
}

// oddIn finds the look-alike in a word. A word of look-alikes alone, such as
// a Cyrillic C before a 5, is odd unless the line is written in that script.
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
	switch {
	case foreign == 0:
		return 0
	case latin:
		return foreign
	case s.native[foreignScript(foreign)]:
		return 0
	case digits || s.latin:
		return foreign
	}
	return 0
}

func runeName(r rune) string {
	name := runenames.Name(r)
	if name == "" {
		return fmt.Sprintf("U+%04X", r)
	}
	return fmt.Sprintf("U+%04X %s", r, name)
}

var lookAlikeScripts = [...]*unicode.RangeTable{
	unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
}

// lookAlikes are the Cyrillic, Greek and Armenian letters drawn as Latin ones.
const lookAlikes = "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u0417\u0474\u04ae\u04c0\u0501\u050c\u051a\u051c" +
	"\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0475\u04bb\u04cf\u051b\u051d" +
	"\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b9\u03bd\u03bf\u03c1\u03c5\u03ba\u03c7\u03f2\u03f3" +
	"\u0555\u054f\u0585\u057d\u0578\u0570\u0566"
