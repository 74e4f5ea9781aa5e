package mime

import (
	"bytes"
	"iter"
	stdmime "mime"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxField is how many bytes of a field are read as addresses, ids or a type. Get ignores longer fields.
const MaxField = 8 << 10

// MaxIDs is how many ids MessageIDs returns at most.
const MaxIDs = 100

const (
	maxHead   = 256 << 10
	maxFields = 2000
)

// Header is the header of a mail or part, with its fields in order.
type Header []Field

// Field is a header field: the name in lower case, the value unfolded and otherwise unchanged.
type Field struct{ Name, Value string }

// SplitHeader splits a mail or a part into header and body. It skips lines that are not fields. Its only error
// is *Unreadable, for a header of more than 256 KB or 2000 fields.
func SplitHeader(raw []byte) (Header, []byte, error) {
	h := make(Header, 0, 16)
	rest := raw
	for f := range RawFields(raw) {
		if rest = rest[len(f.Raw):]; len(raw)-len(rest) > maxHead || len(h) > maxFields {
			return nil, nil, &Unreadable{Why: "the header is too large"}
		}
		if f.Name != "" {
			h = append(h, Field{f.Name, f.Value()})
		}
	}
	_, body := cutLine(rest) // skip the empty line
	return h, body, nil
}

// RawField is a header field as it came, with its folds and line ends.
type RawField struct {
	Name string // in lower case; "" for a line that is not a field
	Raw  []byte
}

// Value returns what follows the colon, unfolded.
func (f RawField) Value() string {
	_, rest, _ := bytes.Cut(f.Raw, []byte(":"))
	line, rest := cutLine(rest)
	var b strings.Builder
	b.Write(bytes.TrimSpace(line))
	for len(rest) > 0 {
		line, rest = cutLine(rest)
		b.WriteByte(' ')
		b.Write(bytes.TrimSpace(line))
	}
	return b.String()
}

// RawFields returns the fields of a mail's header, up to the empty line.
func RawFields(raw []byte) iter.Seq[RawField] {
	return func(yield func(RawField) bool) {
		for at := raw; len(at) > 0; {
			line, rest := cutLine(at)
			for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
				_, rest = cutLine(rest)
			}
			f := RawField{Raw: at[:len(at)-len(rest)]}
			name, _, ok := bytes.Cut(line, []byte(":"))
			if name = bytes.TrimRight(name, " \t"); ok && !bytes.ContainsAny(name, " \t") {
				f.Name = strings.ToLower(string(name))
			}
			if at = rest; len(line) == 0 || !yield(f) {
				return
			}
		}
	}
}

// cutLine returns the first line of b, without its CRLF, LF or CR, and the rest.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexAny(b, "\r\n")
	if i < 0 {
		return b, nil
	}
	if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
		return b[:i], b[i+2:]
	}
	return b[:i], b[i+1:]
}

// Get returns the first value of a field, or "".
func (h Header) Get(name string) string {
	for _, f := range h {
		if f.Name == name && len(f.Value) <= MaxField {
			return f.Value
		}
	}
	return ""
}

// All returns all values of a field, in order.
func (h Header) All(name string) []string {
	var list []string
	for _, f := range h {
		if f.Name == name {
			list = append(list, f.Value)
		}
	}
	return list
}

// Has reports whether the header has a field.
func (h Header) Has(name string) bool {
	return slices.ContainsFunc(h, func(f Field) bool { return f.Name == name })
}

// MessageIDs returns the last MaxIDs ids in angle brackets. What is between them does not matter: Exchange
// and iOS write commas.
func MessageIDs(values []string) []string {
	var ids []string
	for _, value := range values {
		for _, rest, ok := strings.Cut(value, "<"); ok; _, rest, ok = strings.Cut(rest, "<") {
			id, after, closed := strings.Cut(rest, ">")
			if !closed {
				break
			}
			rest = after
			if id = strings.ToValidUTF8(id, ""); strings.ContainsFunc(id, unprintable) {
				id = ""
			}
			if id = "<" + id + ">"; len(id) > 2 && len(id) <= 998 {
				ids = append(ids, id)
			}
		}
	}
	return ids[max(0, len(ids)-MaxIDs):]
}

// DecodeWords decodes encoded words. Raw 8-bit text is decoded as UTF-8 or windows-1252.
func DecodeWords(value string) string {
	if decoded, err := Words.DecodeHeader(value); err == nil {
		value = decoded
	}
	return DecodeGuess([]byte(value))
}

// IsPlain reports whether a text is all printable ASCII.
func IsPlain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f })
}

func unprintable(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError }

// ContentType returns the content type in lower case, text/plain if there is none that can be read, and its
// parameters with names in lower case.
func ContentType(h Header) (string, map[string]string) {
	value := h.Get("content-type")
	if value == "" {
		return "text/plain", nil
	}
	if kind, params, err := stdmime.ParseMediaType(value); err == nil {
		return kind, params
	}
	// A broken parameter must not hide the type, so read what can be read.
	kind, rest, _ := strings.Cut(value, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	params := map[string]string{}
	for _, pair := range strings.Split(rest, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := params[name]; ok && !twice {
			params[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return kind, params
}

// SplitParts splits a body at the lines that are exactly the boundary. If the last boundary is missing, the end of
// the body takes its place.
func SplitParts(raw []byte, boundary string) (pieces [][]byte, err error) {
	start := -1
	for rest := raw; len(rest) > 0; {
		at := len(raw) - len(rest)
		var line []byte
		line, rest = cutLine(rest)
		mark, marked := bytes.CutPrefix(line, []byte("--"+boundary))
		mark = bytes.TrimRight(mark, " \t")
		last := string(mark) == "--"
		if !marked || !last && len(mark) > 0 {
			continue
		}
		if start >= 0 {
			piece := bytes.TrimSuffix(raw[start:at], []byte("\n")) // the line end belongs to the boundary below it
			pieces = append(pieces, bytes.TrimSuffix(piece, []byte("\r")))
		}
		if last {
			return pieces, nil
		}
		if len(pieces) > MaxParts {
			return pieces, &Unreadable{Why: "more than 200 parts"}
		}
		start = len(raw) - len(rest)
	}
	if start >= 0 && start < len(raw) {
		pieces = append(pieces, raw[start:])
	}
	return pieces, nil
}

// maxLine is the longest line of a mail that is accepted, in bytes. The standard allows 998.
const maxLine = 1 << 20

// prescan checks a letter's size and lines before anything parses it, so that all parsers after it take
// linear time. The header's size and fields are counted by SplitHeader, depth and parts by whoever walks the
// parts, and each text before it is decoded.
func prescan(raw []byte) error {
	if len(raw) > maxSize {
		return &Unreadable{Why: "larger than 10 MB"}
	}
	for rest := raw; len(rest) > maxLine; {
		end := bytes.LastIndexAny(rest[:maxLine+1], "\r\n")
		if end < 0 {
			return &Unreadable{Why: "a line of more than 1 MB"}
		}
		rest = rest[end+1:]
	}
	return nil
}
