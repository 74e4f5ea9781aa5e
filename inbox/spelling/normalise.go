// Package spelling deals with different spellings of a line: the form in which commands are matched, the form
// in which words are stored, and letters that look like others.
package spelling

import (
	_ "embed"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
)

// CleanLine returns a line in plain characters: compatibility forms, unusual spaces, quotes, dashes and digits of
// any script are replaced, invisible characters are removed, and runs of blanks become one blank. Case and
// accents stay. What people say is stored in this form.
func CleanLine(line string) string {
	return clean(line, math.MaxInt)
}

// clean is CleanLine with a limit of about most bytes for the result, if the line is not ASCII. One rune may
// become eighteen, so the rest is not even converted.
func clean(line string, most int) string {
	if engine.IsASCII(line) {
		return strings.Join(strings.Fields(strings.Map(shown, line)), " ")
	}
	var b strings.Builder
	b.Grow(min(len(line), most))
	var forms norm.Iter
	forms.InitString(norm.NFKC, numero.Replace(strings.ToValidUTF8(line, "")))
	space := false
	for !forms.Done() && b.Len() < most {
		for part := forms.Next(); len(part) > 0; {
			r, size := utf8.DecodeRune(part)
			part = part[size:]
			if IsInvisible(r) {
				continue
			}
			if unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) {
				space = b.Len() > 0
				continue
			}
			if space {
				b.WriteByte(' ')
				space = false
			}
			if plain, ok := plainRunes[r]; ok {
				b.WriteString(plain)
				continue
			}
			b.WriteRune(digit(r))
		}
	}
	return b.String()
}

// NormaliseLine returns a line in the form in which commands are matched: cleaned, in lower case without accents,
// and without bullets or filler words at its ends or a full stop at its end. What people say must be taken
// from the original line. Normalising twice changes nothing. Only the first MaxLine bytes are used, because a
// longer line is not a command, and the result is not much longer than that.
func NormaliseLine(line string) string {
	line = line[:min(len(line), MaxLine)]
	s := engine.NormaliseText(clean(line, MaxLine))
	for {
		short := trimFillers(trimMarks(s))
		if short == s {
			return s
		}
		s = short
	}
}

// MaxLine is how many bytes of a line NormaliseLine uses. A longer line is not a command.
const MaxLine = 4 << 10

// trimMarks removes bullets, marks for bold text, quotes around the whole line, smileys, and punctuation at the
// end.
func trimMarks(s string) string {
	if bare := strings.TrimFunc(s, isPicture); strings.TrimSpace(bare) != "" {
		s = bare
	}
	s = strings.TrimRight(s, " .!,;")
	for before := ""; before != s; { // all at once, because a row of them may be long
		before = s
		for _, bullet := range []string{"- ", "* ", "+ ", "\u2022", "\u00b7 ", "\u2023", "\u25aa", "\u25cf", "\u25e6", "\u2219", "-> ", "=> "} {
			s = strings.TrimPrefix(s, bullet)
		}
	}
	for _, mark := range []string{"**", "*", "__", "_", `"`, "'", "`"} {
		inner := strings.TrimSuffix(strings.TrimPrefix(s, mark), mark)
		if len(inner) == len(s)-2*len(mark) && inner != "" && !strings.Contains(inner, mark) {
			s = inner
		}
	}
	return strings.TrimSpace(s)
}

// isPicture reports whether a rune is a smiley or similar symbol.
func isPicture(r rune) bool { return r >= 0x80 && unicode.In(r, unicode.So, unicode.Sk) }

// trimFillers removes one filler phrase from the start and one from the end. It never removes the whole line,
// because "ok" alone is an answer.
func trimFillers(s string) string {
	for _, phrase := range fillers["before"] {
		if rest, ok := strings.CutPrefix(s, phrase); ok && rest != "" && strings.ContainsRune(" ,:", rune(rest[0])) {
			if rest = strings.TrimLeft(rest, " ,:"); rest != "" {
				s = rest
				break
			}
		}
	}
	for _, phrase := range fillers["after"] {
		rest, ok := strings.CutSuffix(s, phrase)
		if ok && rest != "" && strings.ContainsRune(" ,", rune(rest[len(rest)-1])) {
			if rest = strings.TrimRight(rest, " ,"); rest != "" {
				return rest
			}
		}
	}
	return s
}

//go:embed fillers.txt
var fillersText string

// fillers holds filler phrases in the seven languages, normalised.
var fillers = ParseLists(fillersText)

// numero puts one sign for "number" in place of others, of which the compatibility form is "no".
var numero = strings.NewReplacer("nº", "n°", "Nº", "n°", "n.º", "n°", "N.º", "n°", "№", "n°")

// plainRunes maps runes that compatibility forms keep to plain text.
var plainRunes = runeTable(map[string]string{
	"'":   "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u02b9\u2039\u203a",
	`"`:   "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e",
	"-":   "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u2500\u2501",
	"->":  "\u2192\u27a1\u2794\u21d2",
	"(c)": "\u00a9", "(r)": "\u00ae",
	"10": "\U0001f51f",
})

func runeTable(rows map[string]string) map[rune]string {
	table := map[rune]string{}
	for plain, runes := range rows {
		for _, r := range runes {
			table[r] = plain
		}
	}
	return table
}

// IsInvisible reports whether a rune takes no space: joiners, direction marks, soft hyphens, variation selectors,
// tags, the frame of a keycap, control characters.
func IsInvisible(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == '\v' || r == '\f':
		return false
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff:
		return true
	case r == 0x20e3, r == 0x034f, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x2800:
		return true
	}
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r)
}

// shown returns a rune that takes space, and -1 for any other.
func shown(r rune) rune {
	if IsInvisible(r) {
		return -1
	}
	return r
}

// digit returns the ASCII digit for a decimal digit of any script. Other runes are returned unchanged.
func digit(r rune) rune {
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return r
	}
	n := rune(0) // distance from the first digit in a row; digits come in groups of ten
	for unicode.Is(unicode.Nd, r-n-1) {
		n++
	}
	return '0' + n%10
}
