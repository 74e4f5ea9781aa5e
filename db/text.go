package db

import (
	"bytes"
	"strings"
)

// clean makes words fit for Postgres, which takes neither NUL nor bytes that
// are no UTF-8.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// cleanJSON does the same for JSON, where NUL is written \u0000. A backslash
// that is itself escaped is left alone.
func cleanJSON(b []byte) []byte {
	if !bytes.Contains(b, []byte(`\u0000`)) {
		return b
	}
	var out []byte
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '\\' && bytes.HasPrefix(b[i:], []byte(`\u0000`)):
			i += 5
		case b[i] == '\\' && i+1 < len(b):
			out = append(out, b[i], b[i+1])
			i++
		default:
			out = append(out, b[i])
		}
	}
	return out
}
