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
		for len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			line = line[:len(line)-1]
		}
		soft := len(line) > 0 && line[len(line)-1] == '='
		if soft {
			line = line[:len(line)-1]
		}
		for {
			i := bytes.IndexByte(line, '=')
			if i < 0 || i+2 >= len(line) {
				break
			}
			out = append(out, line[:i]...)
			if b, ok := hexByte(line[i+1], line[i+2]); ok {
				out, line = append(out, b), line[i+3:]
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

func hexByte(hi, lo byte) (byte, bool) {
	h, l := hexDigits[hi], hexDigits[lo]
	return h<<4 | l&15, h|l < 16
}

// hexDigits are the values of hexadecimal digits, 255 for what is none.
var hexDigits = func() (values [256]byte) {
	for c := range values {
		values[c] = 255
	}
	for value, c := range []byte("0123456789abcdef") {
		values[c] = byte(value)
	}
	for value, c := range []byte("ABCDEF") {
		values[c] = byte(10 + value)
	}
	return values
}()

// looseBase64 skips what is no base64 letter, stops at the padding or where a
// gateway has put words below a blank line, and drops a last letter that
// stands alone.
func looseBase64(raw []byte) []byte {
	raw = bytes.TrimLeft(raw, "\r\n \t")
	sound := make([]byte, base64.StdEncoding.DecodedLen(len(raw)))
	if n, err := base64.StdEncoding.Decode(sound, raw); err == nil {
		return sound[:n]
	}
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

// hasWideMark reports that text begins as UTF-16 does, in which no byte is a letter.
func hasWideMark(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
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
	if hasWideMark(raw) {
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

// plainLines ends every line by \n, in whatever way it ended, and drops NULs and marks of
// byte order. What ends a line for few programs only, such as a form feed, is a blank in a
// quoted line: what stands behind it is still quoted.
func plainLines(s string) string {
	if !hasOddEnds(s, "\r\f\v\x00") {
		return s
	}
	var b strings.Builder
	done, line := 0, lineStart{s: s}
	for i := 0; i < len(s); i++ {
		if !endsLine[s[i]] {
			continue
		}
		plain, size := lineEndAt(s[i:])
		if size == 0 {
			continue
		}
		if b.Len() == 0 {
			b.Grow(len(s))
		}
		b.WriteString(s[done:i])
		done = i + size
		switch {
		case plain == "":
		case s[i] != '\r' && line.quoted(i):
			plain = " "
		default:
			line.begin(done)
		}
		b.WriteString(plain)
		i = done - 1
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// lineStart knows whether the lines of a text are quoted, asked for one place after another.
type lineStart struct {
	s            string
	at, looked   int  // where the line begins, and how far its end was looked for
	known, isOne bool // whether it is quoted
}

func (l *lineStart) begin(at int) { l.at, l.looked, l.known = at, at, false }

func (l *lineStart) quoted(at int) bool {
	if i := strings.LastIndexByte(l.s[l.looked:at], '\n'); i >= 0 {
		l.begin(l.looked + i + 1)
	}
	if l.looked = at; !l.known {
		l.known, l.isOne = true, isQuoted(strings.TrimLeft(l.s[l.at:at], " \t\x00\ufeff\u00a0"))
	}
	return l.isOne
}

// hasOddEnds reports one of those bytes, or anything else that plainLines changes.
func hasOddEnds(s, ends string) bool {
	for i := range len(ends) {
		if strings.IndexByte(s, ends[i]) >= 0 {
			return true
		}
	}
	// Nearly all that is not ASCII begins with another byte than these, or goes on with another.
	for _, lead := range [...]byte{0xc2, 0xe2, 0xef} {
		for rest := s; ; {
			i := strings.IndexByte(rest, lead)
			if i < 0 {
				break
			}
			if _, size := lineEndAt(rest[i:]); size > 0 {
				return true
			}
			rest = rest[i+1:]
		}
	}
	return false
}

// endsLine are the bytes with which something begins that lineEndAt changes.
var endsLine = [256]bool{'\r': true, '\f': true, '\v': true, 0: true, 0xc2: true, 0xe2: true, 0xef: true}

// lineEndAt is what stands for the start of s in plain lines, and how many bytes that are: 0
// where it stays.
func lineEndAt(s string) (plain string, size int) {
	switch s[0] {
	case '\r':
		if strings.HasPrefix(s, "\r\n") {
			return "\n", 2
		}
		return "\n", 1
	case '\f', '\v':
		return "\n", 1
	case 0:
		return "", 1
	}
	switch {
	case strings.HasPrefix(s, "\u2028"), strings.HasPrefix(s, "\u2029"):
		return "\n", 3
	case strings.HasPrefix(s, "\u0085"):
		return "\n", 2
	case strings.HasPrefix(s, "\ufeff"):
		return "", 3
	}
	return "", 0
}
