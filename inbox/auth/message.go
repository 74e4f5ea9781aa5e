package auth

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// field is a header field as it came: its name in lower case, and all of it with its folds
// and without the last line end.
type field struct {
	name string
	raw  string
}

// value is what stands behind the colon, folds and all.
func (f field) value() string {
	_, value, _ := strings.Cut(f.raw, ":")
	return value
}

// letter is a mail taken apart as DKIM counts it.
type letter struct {
	fields []field
	body   []byte
}

const headMost = 256 << 10

// once are the fields of which RFC 5322 allows one. Where one comes again, the one that is
// signed and the one that is read may be two.
var once = []string{"from", "sender", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references",
	"mime-version", "content-type", "content-transfer-encoding"}

var errShape = errors.New("not a letter that all programs read alike")

// split takes a mail apart. A mail with line feeds alone, as programs hand them on, is taken
// for one whose line ends were cut; a head that mixes them is refused.
func split(raw []byte) (letter, error) {
	if !bytes.Contains(raw[:min(len(raw), headMost)], []byte("\r\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	}
	head, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	if bytes.HasPrefix(raw, []byte("\r\n")) || len(head) > headMost {
		return letter{}, errShape
	}
	bare := bytes.ReplaceAll(head, []byte("\r\n"), nil)
	if bytes.ContainsAny(bare, "\r\n\x00") {
		return letter{}, errShape
	}
	l := letter{body: body}
	for _, line := range strings.Split(strings.TrimSuffix(string(head), "\r\n"), "\r\n") {
		if line != "" && (line[0] == ' ' || line[0] == '\t') {
			if len(l.fields) == 0 {
				return letter{}, errShape
			}
			l.fields[len(l.fields)-1].raw += "\r\n" + line
			continue
		}
		name, _, ok := strings.Cut(line, ":")
		if name = strings.TrimRight(name, " \t"); !ok || name == "" || strings.ContainsAny(name, " \t") {
			return letter{}, errShape
		}
		l.fields = append(l.fields, field{name: strings.ToLower(name), raw: line})
	}
	for i, f := range l.fields {
		if slices.Contains(once, f.name) && slices.ContainsFunc(l.fields[:i], func(above field) bool { return above.name == f.name }) {
			return l, errShape
		}
	}
	return l, nil
}
