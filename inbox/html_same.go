package inbox

import (
	"bytes"
	"math/bits"
)

// sameTag is how many bytes a tag has with which raw begins, if it is that tag but for where
// its line goes on below; 0 otherwise.
func (s *straightener) sameTag(raw, tag []byte) int {
	i := 0
	for j := 0; j < len(tag); {
		n := common(raw[i:], tag[j:])
		if i, j = i+n, j+n; j == len(tag) {
			return i
		}
		if n > 0 && tag[j-1] == '=' {
			i, j = i-1, j-1
		}
		a, b := s.goesOn(raw[i:]), s.goesOn(tag[j:])
		if a+b == 0 || inEscape(tag[:j]) { // no escape goes on below
			return 0
		}
		i, j = i+a, j+b
	}
	return i
}

// goesOn is how many bytes say that a line goes on below, if raw begins with them.
func (s *straightener) goesOn(raw []byte) int {
	if s.soft && len(raw) >= 3 && raw[0] == '=' && raw[1] == '\r' && raw[2] == '\n' {
		return 3
	}
	return 0
}

// common is how many bytes two have in common at their start.
func common(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a) && n+8 <= len(b); n += 8 {
		if x := eight(a[n:]) ^ eight(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// unbroken appends raw without the marks of lines that go on below, nothing where one stands in
// an escape.
func (s *straightener) unbroken(out, raw []byte) []byte {
	for s.soft {
		i := bytes.Index(raw, []byte("=\r\n"))
		if i < 0 {
			break
		}
		if out, raw = append(out, raw[:i]...), raw[i+3:]; inEscape(out) {
			return out[:0]
		}
	}
	return append(out, raw...)
}

// inEscape reports that an escape may have begun at the end of raw that is not there whole.
func inEscape(raw []byte) bool {
	n := len(raw)
	return n > 0 && raw[n-1] == '=' || n > 1 && raw[n-2] == '='
}

// blanks is how many bytes of blanks raw begins with.
func (s *straightener) blanks(raw []byte) int {
	for i := 0; ; i++ {
		if i == len(raw) || raw[i] != ' ' && raw[i] != '\r' && raw[i] != '\n' && raw[i] != '\t' {
			n := s.goesOn(raw[i:])
			if n == 0 {
				return i
			}
			i += n - 1
		}
	}
}
