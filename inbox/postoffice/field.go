package postoffice

import (
	"bytes"
	"strings"
)

// field is one header field as it stands in a letter, folds and line ends included.
type field struct {
	name string // in lower case; "" for a line that is no field
	raw  []byte
}

// value is what follows the colon, unfolded.
func (f field) value() string {
	_, value, _ := bytes.Cut(f.raw, []byte(":"))
	return strings.TrimSpace(strings.ReplaceAll(string(value), "\r\n", ""))
}

// splitHeader parts a letter with CR LF line ends into its header fields and the rest, which
// begins with the empty line if there is one. It never fails: lines that are no fields are
// given as they are, and a letter whose first line is no field has no header at all.
func splitHeader(raw []byte) (fields []field, rest []byte) {
	for len(raw) > 0 && !bytes.HasPrefix(raw, []byte("\r\n")) {
		end := lineEnd(raw)
		for end < len(raw) && (raw[end] == ' ' || raw[end] == '\t') {
			end += lineEnd(raw[end:])
		}
		name := fieldName(raw[:end])
		if name == "" && len(fields) == 0 {
			return nil, raw
		}
		fields = append(fields, field{name: name, raw: raw[:end]})
		raw = raw[end:]
	}
	return fields, raw
}

func lineEnd(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	return len(b)
}

func fieldName(line []byte) string {
	name, _, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return ""
	}
	text := strings.TrimRight(string(name), " \t")
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return ""
	}
	return strings.ToLower(text)
}

// crlf gives every line of a letter the line end of mail. A bare LF or CR counts as a line
// end too, as most readers take it, so that no two programs part the letter differently.
func crlf(raw []byte) []byte {
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}
