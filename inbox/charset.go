package inbox

import (
	"bytes"
	"encoding/base64"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// transfer undoes a transfer encoding, keeping what can be kept of a broken
// one; an unknown one is taken as it is.
func transfer(raw []byte, encoding string) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedPrintable(raw)
	case "base64":
		return looseBase64(raw)
	}
	return raw
}

// quotedPrintable takes lower-case digits and leaves a bad escape standing.
func quotedPrintable(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for len(raw) > 0 {
		line, rest := cutLine(raw)
		ended := len(line) < len(raw)
		raw = rest
		line = bytes.TrimRight(line, " \t")
		soft := bytes.HasSuffix(line, []byte("="))
		line = bytes.TrimSuffix(line, []byte("="))
		for i := 0; i < len(line); i++ {
			if line[i] == '=' && i+2 < len(line) {
				if b, ok := hexByte(line[i+1], line[i+2]); ok {
					out = append(out, b)
					i += 2
					continue
				}
			}
			out = append(out, line[i])
		}
		if ended && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

func hexByte(hi, lo byte) (byte, bool) {
	h, ok := hexDigit(hi)
	l, ok2 := hexDigit(lo)
	return h<<4 | l, ok && ok2
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// looseBase64 skips what is no base64 letter, stops at the padding or where a
// gateway has put words below a blank line, and drops a last letter that
// stands alone.
func looseBase64(raw []byte) []byte {
	raw = bytes.TrimLeft(raw, "\r\n \t")
	for _, gap := range []string{"\n\n", "\r\n\r\n"} {
		before, after, ok := bytes.Cut(raw, []byte(gap))
		if line, _ := cutLine(bytes.TrimLeft(after, "\r\n")); ok && bytes.ContainsAny(bytes.TrimSpace(line), " ,:_") {
			raw = before
		}
	}
	clean := make([]byte, 0, len(raw))
	for _, c := range raw {
		if c == '=' {
			break
		}
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(clean)))
	n, _ := base64.RawStdEncoding.Decode(out, clean) // not strict: spare bits are dropped, nothing else can fail
	return out[:n]
}

// decodeText makes text of a part's bytes: UTF-8, lines ended by \n, no NUL.
// UTF-7 is refused, since two readers of it may see two letters.
func decodeText(raw []byte, declared string) (string, error) {
	text, err := decodeCharset(raw, declared)
	if err != nil {
		return "", err
	}
	return plainLines(text), nil
}

func decodeCharset(raw []byte, declared string) (string, error) {
	declared = strings.ToLower(strings.Trim(declared, " \"'"))
	if bom := bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")); bom {
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(raw)
		if err == nil {
			return string(out), nil
		}
	}
	switch declared {
	case "utf-7", "unicode-1-1-utf-7", "csunicode11utf7", "utf7", "x-unicode-2-0-utf-7", "utf-7-imap":
		return "", &Unreadable{"written in UTF-7"}
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown", "default":
		return guess(raw), nil
	case "iso-8859-1", "latin1", "iso8859-1", "cp1252":
		declared = "windows-1252" // what those who say Latin-1 write
	}
	reader, err := charset.Reader(declared, bytes.NewReader(raw))
	if err != nil {
		return guess(raw), nil
	}
	out, err := io.ReadAll(reader)
	if err != nil {
		return guess(raw), nil
	}
	return strings.ToValidUTF8(string(out), "\ufffd"), nil
}

// guess reads UTF-8, and each byte that cannot be UTF-8 as windows-1252.
func guess(raw []byte) string {
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

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n",
	"\f", "\n", "\v", "\n", "\x00", "", "\ufeff", "")

func plainLines(s string) string { return lineEnds.Replace(s) }
