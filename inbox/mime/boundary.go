package mime

import "bytes"

// Split parts a body at the lines that are exactly the boundary. A missing
// last boundary is allowed: the end of the body stands for it.
func Split(raw []byte, boundary string) ([][]byte, error) {
	mark := []byte("--" + boundary)
	pieces := make([][]byte, 0, 4)
	start := -1
	for at := nextMark(raw, mark, 0); at >= 0; at = nextMark(raw, mark, at+len(mark)) {
		tail, after := CutLine(raw[at+len(mark):])
		tail = bytes.TrimRight(tail, " \t")
		last := string(tail) == "--"
		if !last && len(tail) > 0 {
			continue
		}
		if start >= 0 {
			pieces = append(pieces, trimEnd(raw[start:at]))
		}
		if last {
			return pieces, nil
		}
		if len(pieces) > MaxParts {
			return pieces, errParts
		}
		start = len(raw) - len(after)
	}
	if start >= 0 && start < len(raw) {
		pieces = append(pieces, raw[start:])
	}
	return pieces, nil
}

// nextMark is where a mark, which begins with two dashes, stands at the start of a line, at
// the earliest at from; -1 without.
func nextMark(raw, mark []byte, from int) int {
	if from == 0 && bytes.HasPrefix(raw, mark) {
		return 0
	}
	for at := from; ; at++ {
		next := bytes.Index(raw[at:], mark)
		if next < 0 {
			return -1
		}
		if at += next; at > 0 && (raw[at-1] == '\n' || raw[at-1] == '\r') {
			return at
		}
	}
}

// trimEnd takes off the line end that belongs to the boundary below it.
func trimEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}
