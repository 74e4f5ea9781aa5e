package mime

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// oddEnds holds characters that end a line in only a few programs.
const oddEnds = "\f\v\u0085\u2028\u2029"

var asBlanks = strings.NewReplacer("\f", " ", "\v", " ", "\u0085", " ", "\u2028", " ", "\u2029", " ")

// PlainLines makes every line end in \n and removes NULs and byte order marks. Characters that end a line in
// only a few programs, such as a form feed, become line ends too, but blanks in a quoted line, because what
// follows there is still quoted.
func PlainLines(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	if slices.ContainsFunc(strings.Split(oddEnds, ""), func(end string) bool { return strings.Contains(s, end) }) {
		s = plainEnds(s)
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\x00", ""), "\ufeff", "")
}

// plainEnds replaces each of oddEnds by a blank or a line end.
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

// UnflowText joins the lines of format=flowed text (RFC 3676) into the lines that the writer typed, and removes
// space-stuffing. Quoted lines keep one mark for each level. Other text is returned unchanged.
func UnflowText(text string, params map[string]string) string {
	if !strings.EqualFold(params["format"], "flowed") {
		return text
	}
	delsp := strings.EqualFold(params["delsp"], "yes")
	var b strings.Builder
	depth, goesOn := 0, false // of the previous line
	for i, line := range strings.Split(text, "\n") {
		marks := len(line) - len(strings.TrimLeft(line, ">"))
		content := strings.TrimPrefix(line[marks:], " ")
		if !goesOn || marks != depth || content == "-- " {
			if i > 0 {
				b.WriteByte('\n')
			}
			if marks > 0 {
				b.WriteString(strings.Repeat(">", marks) + " ")
			}
		}
		depth, goesOn = marks, strings.HasSuffix(content, " ") && content != "-- "
		if goesOn && delsp {
			content = content[:len(content)-1]
		}
		b.WriteString(content)
	}
	return b.String()
}

// IsQuoted reports whether a line begins with a quote mark, perhaps after the initials of the quoted person
// ("S> "). The "<" of a link or the ">" of an arrow is not a mark.
func IsQuoted(line string) bool {
	return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "\uff1e") || InitialsMark(line) > 0
}

// InitialsMark returns the length of the mark that The Bat!, Supercite and others put before a quoted line:
// initials or a name with a capital, and ">". It is 0 for any other line.
func InitialsMark(line string) int {
	n := strings.IndexByte(line[:min(len(line), maxInitials+1)], '>')
	if n <= 0 || line[0] < 'A' || line[0] > 'Z' {
		return 0
	}
	for _, c := range []byte(line[:n]) {
		if c |= 'a' - 'A'; c < 'a' || c > 'z' {
			return 0
		}
	}
	if end := n + 1; end == len(line) || line[end] == ' ' || line[end] == '>' {
		return end
	}
	return 0
}

const maxInitials = 16 // letters of such a name
