package mime

import "strings"

// PlainLines ends every line by \n, in whatever way it ended, and drops NULs and marks of
// byte order. What ends a line for few programs only, such as a form feed, is a blank in a
// quoted line: what stands behind it is still quoted.
func PlainLines(s string) string {
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
		l.known, l.isOne = true, IsQuoted(strings.TrimLeft(l.s[l.at:at], " \t\x00\ufeff\u00a0"))
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
