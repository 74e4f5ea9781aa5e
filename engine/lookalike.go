package engine

import (
	"strings"
	"unicode"
)

// LookAlike is the first letter in a line that is drawn as one of another script and stands
// where that misleads, and the word it stands in: a Cyrillic letter in a Latin word, or a word
// of such letters alone in a line that is not written in their script. 0 for a sound line.
func LookAlike(line string) (r rune, word string) {
	if asciiOnly(line) {
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

// AsLatin is a line with the letters in it that look like Latin ones.
func AsLatin(line string) string {
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
