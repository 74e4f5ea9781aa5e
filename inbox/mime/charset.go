package mime

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	stdmime "mime"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// quotedPrintable decodes quoted-printable. It accepts lower-case digits and copies an invalid escape as it
// is.
func quotedPrintable(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	var char [1]byte
	for len(raw) > 0 {
		line, rest := cutLine(raw)
		ended := len(line) < len(raw)
		raw = rest
		line, soft := bytes.CutSuffix(bytes.TrimRight(line, " \t"), []byte("="))
		for {
			i := bytes.IndexByte(line, '=')
			if i < 0 || i+2 >= len(line) {
				break
			}
			out = append(out, line[:i]...)
			if _, err := hex.Decode(char[:], line[i+1:i+3]); err == nil {
				out, line = append(out, char[0]), line[i+3:]
			} else {
				out, line = append(out, '='), line[i+1:]
			}
		}
		out = append(out, line...)
		if ended && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

// looseBase64 decodes base64 and skips characters that do not belong to it. It stops at the padding, or at a
// blank line with words below it, which gateways add, and drops a single character at the end.
func looseBase64(raw []byte) []byte {
	raw = bytes.TrimLeft(raw, "\r\n \t")
	if line, _ := cutLine(raw); bytes.ContainsAny(bytes.TrimSpace(line), " \t,:;?'") {
		return raw // plain text, whatever the header says
	}
	for _, gap := range []string{"\n\n", "\r\n\r\n"} {
		before, after, ok := bytes.Cut(raw, []byte(gap))
		if line, _ := cutLine(bytes.TrimLeft(after, "\r\n")); ok && bytes.ContainsAny(bytes.TrimSpace(line), " ,:_") {
			raw = before
		}
	}
	raw, _, _ = bytes.Cut(raw, []byte("="))
	clean := bytes.Map(func(r rune) rune {
		if isBase64(r) {
			return r
		}
		return -1
	}, raw)
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(clean)))
	n, _ := base64.RawStdEncoding.Decode(out, clean) // not strict: spare bits are dropped, and nothing else can fail
	return out[:n]
}

// isBase64 reports whether a character stands for six bits in base64.
func isBase64(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '+', r == '/':
		return true
	}
	return false
}

// decode returns bytes as UTF-8 text and keeps their line ends. An unknown charset is guessed. UTF-7 is refused,
// because two programs may read different letters in it.
func decode(raw []byte, declared string) (string, error) {
	declared = strings.ToLower(strings.Trim(declared, " \"'"))
	if bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")) { // a UTF-16 byte order mark, whose bytes begin no ordinary text
		if out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(raw); err == nil {
			return string(out), nil
		}
	}
	switch declared {
	case "utf-7", "unicode-1-1-utf-7", "csunicode11utf7", "utf7", "x-unicode-2-0-utf-7", "utf-7-imap":
		return "", &Unreadable{Why: "written in UTF-7"}
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown", "default":
		return DecodeGuess(raw), nil
	case "iso-8859-1", "latin1", "iso8859-1", "cp1252", "windows-1252":
		if bytes.Contains(raw, []byte("\xf0\x9f")) && utf8.Valid(raw) {
			return DecodeGuess(raw), nil // a picture, which no Latin-1 has
		}
		declared = "windows-1252" // what mail programs mean by Latin-1
	}
	if reader, err := charset.Reader(declared, bytes.NewReader(raw)); err == nil {
		if out, err := io.ReadAll(reader); err == nil {
			return strings.ToValidUTF8(string(out), "\ufffd"), nil
		}
	}
	return DecodeGuess(raw), nil
}

// DecodeGuess decodes bytes as UTF-8, and each byte that is not valid UTF-8 as windows-1252.
func DecodeGuess(raw []byte) string {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if utf8.Valid(raw) {
		return string(raw)
	}
	var b strings.Builder
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(raw[0])
		}
		b.WriteRune(r)
		raw = raw[size:]
	}
	return b.String()
}

// Words decodes encoded words (RFC 2047) in any charset.
var Words = stdmime.WordDecoder{CharsetReader: func(name string, in io.Reader) (io.Reader, error) {
	raw, err := io.ReadAll(io.LimitReader(in, MaxField))
	if err != nil {
		return nil, err
	}
	text, err := decode(raw, name)
	return strings.NewReader(text), err
}}
