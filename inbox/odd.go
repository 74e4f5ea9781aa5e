package inbox

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/runenames"

	"pitpost/engine"
)

// OddLetters names the first rune in a line that makes it read other than it
// is: a letter of another script that looks like a Latin one inside a Latin
// word ("U+0421 CYRILLIC CAPITAL LETTER ES"), or a mark that turns the order of
// reading. It is "" for a sound line, in whatever script.
func OddLetters(line string) string {
	r, _ := odd(line)
	if r == 0 {
		return ""
	}
	return runeName(r)
}

// Odd says what in a line reads other than it is, and what the line looks like to
// whoever reads it; nil for a sound line. Whether it matters is for those to say who
// know which lines are commands.
func Odd(line string) (looks string, why *engine.Phrase) {
	r, word := odd(line)
	if r == 0 {
		return line, nil
	}
	p := engine.Say("letter.look-alike", "letter", string(r), "word", word, "name", runeName(r))
	if turns(r) {
		p = engine.Say("letter.turned", "name", runeName(r))
	}
	return latin(asSeen(line)), &p
}

// odd is the first odd rune of a line and the word it stands in.
func odd(line string) (rune, string) {
	if isASCII(line) {
		return 0, ""
	}
	for _, r := range line {
		if turns(r) {
			return r, ""
		}
	}
	about := scriptsOf(line)
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := about.oddIn(word); r != 0 {
			return r, word
		}
	}
	return 0, ""
}

// turns says of a rune that what follows it is read from the right.
func turns(r rune) bool { return r == 0x202b || r == 0x202d || r == 0x202e || r == 0x2067 }

// asSeen is a line in the order in which it is seen where an override turns letters.
func asSeen(line string) string {
	before, rest, found := strings.Cut(line, "\u202e")
	if !found {
		return line
	}
	turned, after, _ := strings.Cut(rest, "\u202c")
	runes := []rune(turned)
	slices.Reverse(runes)
	return before + string(runes) + after
}

// latin is a line with the letters in it that look like Latin ones.
func latin(line string) string {
	return strings.Map(func(r rune) rune {
		if plain, ok := lookAlikes[r]; ok {
			return plain
		}
		return r
	}, line)
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
		if i := foreignScript(r); i >= 0 && lookAlikes[r] == 0 {
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

// lookAlikes are the letters of other scripts that are drawn as Latin ones or as a digit,
// each with what it looks like.
var lookAlikes = drawnAlike(
	// Cyrillic
	"АВЕКМНОРСТУХІЈЅЗѴҮӀԌԚԜҺ", "ABEKMHOPCTYXIJS3VYIGQWh",
	"аеорсухіјѕѵһӏԁԛԝ", "aeopcyxijsvhldqw",
	// Greek
	"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺͿ", "ABEZHIKMNOPTYXCMJ",
	"αινορυκχϲϳ", "aivopukxcj",
	// Armenian, Cherokee, Coptic, Lisu
	"ՕՏՍՈօսոհզգց", "OSUnouuhqqg",
	"ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏆᏎᏏᏒᏙᏚᏞᏟᏢᏦᏧᏮᏴ", "DRTiAJEWMHYGZI4bRVSLCPKdGB",
	"ⲢⲤⲞⲔⲘⲚⲦⲬⲈⲎⲒⲀⲂ", "PCOKMNTXEHIAB",
	"ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓠꓡꓢꓣꓤꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPdDTGKJCZFNLSRRVHWXYAEIOU",
)

// drawnAlike pairs the runes of each row with those of the row after it.
func drawnAlike(rows ...string) map[rune]rune {
	table := map[rune]rune{}
	for i := 0; i+1 < len(rows); i += 2 {
		to := []rune(rows[i+1])
		for j, r := range []rune(rows[i]) {
			table[r] = to[j]
		}
	}
	return table
}
