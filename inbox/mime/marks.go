package mime

import "strings"

// IsQuoted reports a line that begins with the mark of a quote, maybe behind the initials of
// who is quoted ("S> "). A link or an arrow is none.
func IsQuoted(line string) bool {
	return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "\uff1e") || InitialsMark(line) > 0
}

// InitialsMark is how long the mark is that The Bat! and its like put before a quoted line,
// up to three capital letters and an angle; 0 for any other line.
func InitialsMark(line string) int {
	n := 0
	for n < len(line) && n < 3 && line[n] >= 'A' && line[n] <= 'Z' {
		n++
	}
	if n == 0 || n >= len(line) || line[n] != '>' {
		return 0
	}
	if end := n + 1; end == len(line) || line[end] == ' ' || line[end] == '>' {
		return end
	}
	return 0
}
