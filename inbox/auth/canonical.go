package auth

import (
	"bytes"
	"crypto/sha256"
	"strings"
)

// relaxedField is a field as "relaxed" signs it: RFC 6376, 3.4.2.
func relaxedField(f field) string {
	value := strings.NewReplacer("\r\n", "", "\t", " ").Replace(f.value())
	return f.name + ":" + strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ' ' }), " ")
}

// bodyHash is the hash of a body as "relaxed" or "simple" signs it.
func bodyHash(body []byte, relaxed bool) []byte {
	h := sha256.New()
	empty := 0 // lines that count only if something follows
	for len(body) > 0 {
		line, rest, _ := bytes.Cut(body, []byte("\r\n"))
		body = rest
		if relaxed {
			line = relaxedLine(line)
		}
		if len(line) == 0 {
			empty++
			continue
		}
		for ; empty > 0; empty-- {
			h.Write([]byte("\r\n"))
		}
		h.Write(line)
		h.Write([]byte("\r\n"))
	}
	if written := h.Sum(nil); relaxed || !bytes.Equal(written, nothing[:]) {
		return written
	}
	line := sha256.Sum256([]byte("\r\n")) // "simple" makes one line of no body
	return line[:]
}

var nothing = sha256.Sum256(nil)

// relaxedLine makes one blank of any run of them, and none at the end.
func relaxedLine(line []byte) []byte {
	out := make([]byte, 0, len(line))
	gap := false
	for _, c := range line {
		if c == ' ' || c == '\t' {
			gap = true
			continue
		}
		if gap {
			out, gap = append(out, ' '), false
		}
		out = append(out, c)
	}
	return out
}
