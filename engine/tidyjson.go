package engine

import (
	"bytes"
	"encoding/json"
	"regexp"
)

var stringsInJSON = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// TidyJSON is Tidy for the strings of a JSON text.
func TidyJSON(b []byte) []byte {
	if asciiOnly(string(b)) && !bytes.ContainsAny(b, "\\\x7f") { // as nearly all are
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
