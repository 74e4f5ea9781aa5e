package mailer

import (
	"bytes"
	"encoding/base64"
	"unicode/utf8"
)

// sound is a text that can be sent: valid UTF-8 without NUL.
func sound(s []byte) []byte {
	if bytes.IndexByte(s, 0) >= 0 {
		s = bytes.ReplaceAll(s, []byte{0}, nil)
	}
	if utf8.Valid(s) {
		return s
	}
	return bytes.ToValidUTF8(s, []byte("\uFFFD"))
}

// appendBase64 appends bytes in base64, in lines of 76 characters.
func appendBase64(out, data []byte) []byte {
	const perLine = 57 // bytes make 76 characters
	for ; len(data) > perLine; data = data[perLine:] {
		out = append(base64.StdEncoding.AppendEncode(out, data[:perLine]), '\r', '\n')
	}
	return append(base64.StdEncoding.AppendEncode(out, data), '\r', '\n')
}
