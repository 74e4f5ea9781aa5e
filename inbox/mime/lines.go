package mime

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// oddEnds end a line for few programs only.
const oddEnds = "\f\v\u0085\u2028\u2029"

var asBlanks = strings.NewReplacer("\f", " ", "\v", " ", "\u0085", " ", "\u2028", " ", "\u2029", " ")

// PlainLines ends every line by \n, in whatever way it ended, and drops NULs and marks of
// byte order. What ends a line for few programs only, such as a form feed, is a blank in a
// quoted line: what stands behind it is still quoted.
func PlainLines(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	if slices.ContainsFunc(strings.Split(oddEnds, ""), func(end string) bool { return strings.Contains(s, end) }) {
		s = plainEnds(s)
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\x00", ""), "\ufeff", "")
}

// plainEnds puts a blank or the end of a line in the place of each odd end.
func plainEnds(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		for end := strings.IndexAny(line, oddEnds); end >= 0; end = strings.IndexAny(line, oddEnds) {
			if IsQuoted(strings.TrimLeft(line[:end], " \t\x00\ufeff\u00a0")) {
				line = asBlanks.Replace(line)
				break
			}
			_, size := utf8.DecodeRuneInString(line[end:])
			b.WriteString(line[:end] + "\n")
			line = line[end+size:]
		}
		b.WriteString(line)
	}
	return b.String()
}
