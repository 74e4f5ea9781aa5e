package db

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Clean makes words fit to be kept: nothing in them steers whatever shows them later.
// Everything that somebody wrote passes here or through cleanJSON on its way into a row.
func Clean(s string) string { return engine.Tidy(s) }

// Fit makes a key, an id or an address fit for Postgres, which takes neither NUL nor bytes
// that are no UTF-8. Nothing else is taken out, or two of them could become one.
func Fit(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

var stringsInJSON = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// cleanJSON is clean for the strings of a JSON text.
func cleanJSON(b []byte) []byte {
	if !mayNeedCleaning(b) {
		return b
	}
	return stringsInJSON.ReplaceAllFunc(b, func(text []byte) []byte {
		var s string
		if json.Unmarshal(text, &s) != nil {
			return text
		}
		out, err := json.Marshal(Clean(s))
		if err != nil {
			return text
		}
		return out
	})
}

// mayNeedCleaning finds what cleanJSON may have to take out: escapes that stand for it, and the
// first bytes of runes that do.
func mayNeedCleaning(b []byte) bool {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\' && i+1 < len(b):
			i++
			switch next := b[i]; {
			case next == 'b' || next == 'f' || next == 'r':
				return true
			case next == 'u' && i+4 < len(b) && !bytes.Equal(b[i+1:i+4], []byte("003")) && !bytes.Equal(b[i+1:i+5], []byte("0026")):
				return true // not < or > or &, as Go writes them
			}
		case c == 0x7f || c == 0xc2 && i+1 < len(b) && b[i+1] < 0xa0:
			return true
		case c == 0xe2 && i+2 < len(b):
			if r, _ := utf8.DecodeRune(b[i:]); engine.Steers(r) {
				return true
			}
		}
	}
	return false
}
