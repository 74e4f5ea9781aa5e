package inbox

import "strings"

// plainPerson reads one address in a header as nearly all programs write it, alone, in angles or
// behind a name of plain words; ok is false for any other.
func plainPerson(value string) (name, address string, ok bool) {
	address = value
	if open := strings.IndexByte(value, '<'); open >= 0 {
		inside, closed := strings.CutSuffix(value[open+1:], ">")
		if !closed {
			return "", "", false
		}
		name, address = value[:open], inside
		if name != "" {
			words, parted := strings.CutSuffix(name, " ")
			if name = words; !parted || !isName(words) {
				return "", "", false
			}
		}
	}
	local, domain, _ := strings.Cut(address, "@")
	return name, address, isDotted(local, "-_+") && isDotted(domain, "-")
}

// isName reports words of letters and digits with a blank between two.
func isName(s string) bool {
	blank := true
	for i := range len(s) {
		if s[i] != ' ' && !isAlnum(s[i]) || s[i] == ' ' && blank {
			return false
		}
		blank = s[i] == ' '
	}
	return !blank
}

// isDotted reports letters, digits and those marks with single dots between them.
func isDotted(s, marks string) bool {
	dot := true
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && dot, c != '.' && !isAlnum(c) && strings.IndexByte(marks, c) < 0:
			return false
		default:
			dot = c == '.'
		}
	}
	return !dot
}
