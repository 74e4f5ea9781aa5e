package engine

import (
	_ "embed" // for accents
	"strings"
	"unicode"
)

// NormaliseText returns the form in which words are compared: lower case, without accents, with single
// spaces and none at the ends. It is the same for the name of a seat and for the name that a player
// types.
func NormaliseText(s string) string {
	if !IsASCII(s) {
		var b strings.Builder
		b.Grow(len(s))
		for _, r := range s {
			switch r = unicode.ToLower(r); {
			case unicode.Is(unicode.Mn, r):
			case unaccented[r] != "":
				b.WriteString(unaccented[r])
			default:
				b.WriteRune(r)
			}
		}
		s = b.String()
	}
	if strings.ContainsFunc(s, unicode.IsSpace) {
		s = strings.Join(strings.Fields(s), " ")
	}
	return strings.ToLower(s)
}

// StripAccents removes the accents from a text and changes nothing else.
func StripAccents(s string) string {
	if IsASCII(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch low := unicode.ToLower(r); {
		case low == r:
			b.WriteString(plain(r))
		case plain(low) == string(low):
			b.WriteRune(r)
		default:
			bare := plain(low)
			b.WriteString(strings.ToUpper(bare[:1]) + bare[1:])
		}
	}
	return b.String()
}

// plain returns a letter without its accent; letters that have none stay.
func plain(r rune) string {
	if bare, ok := unaccented[r]; ok {
		return bare
	}
	return string(r)
}

//go:embed accents.txt
var accents string

// unaccented maps letters with accents to their plain forms.
var unaccented = func() map[rune]string {
	table := map[rune]string{}
	for plain, letters := range TableRows(accents) {
		for _, r := range strings.TrimSpace(letters) {
			table[r] = plain
		}
	}
	return table
}()
