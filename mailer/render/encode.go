package render

import (
	"encoding/base64"
	"strings"
)

// sound is a text that can be sent: valid UTF-8 without NUL.
func sound(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}

// appendBase64 appends bytes in base64, in lines of 76 characters.
func appendBase64(out, data []byte) []byte {
	const perLine = 57 // bytes make 76 characters
	for ; len(data) > perLine; data = data[perLine:] {
		out = append(base64.StdEncoding.AppendEncode(out, data[:perLine]), '\r', '\n')
	}
	return append(base64.StdEncoding.AppendEncode(out, data), '\r', '\n')
}
