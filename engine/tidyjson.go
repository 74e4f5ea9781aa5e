package engine

import (
	"bytes"
	"encoding/json"
	"regexp"
	"unicode/utf8"
)

var stringsInJSON = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// TidyJSON is Tidy for the strings of a JSON text.
func TidyJSON(b []byte) []byte {
	if !mayNeedTidying(b) {
		return b
	}
	return stringsInJSON.ReplaceAllFunc(b, func(text []byte) []byte {
		var s string
		if json.Unmarshal(text, &s) != nil {
			return text
		}
		out, err := json.Marshal(Tidy(s))
		if err != nil {
			return text
		}
		return out
	})
}

// mayNeedTidying finds what TidyJSON may have to take out: escapes that stand for it, and the
// first bytes of runes that do.
func mayNeedTidying(b []byte) bool {
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
			if r, _ := utf8.DecodeRune(b[i:]); Steers(r) {
				return true
			}
		}
	}
	return false
}
