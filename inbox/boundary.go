package inbox

import "bytes"

// split parts a body at the lines that are exactly the boundary. A missing
// last boundary is allowed: the end of the body stands for it.
func (m *mime) split(raw []byte, boundary string) ([][]byte, error) {
	mark := []byte("--" + boundary)
	lines := &lineStarts{raw: raw, mark: mark}
	pieces, end, ok := splitAt(raw, mark, lines.next)
	if ok && bytes.Count(raw[:end], []byte("\r")) == lines.returns {
		return pieces, nil
	}
	// A carriage return alone ends a line too.
	pieces, _, ok = splitAt(raw, mark, func(at int) int { return nextMark(raw, mark, at) })
	if !ok {
		return nil, &Unreadable{"more than 200 parts"}
	}
	return pieces, nil
}

// splitAt splits where next, given the place of the mark before, -1 at first, finds a mark at
// the start of a line. end is how far it looked; ok is false with too many parts.
func splitAt(raw, mark []byte, next func(at int) int) (pieces [][]byte, end int, ok bool) {
	start := -1
	for at := next(-1); at >= 0; at = next(at) {
		tail, after := cutLine(raw[at+len(mark):])
		tail = bytes.TrimRight(tail, " \t")
		last := string(tail) == "--"
		if !last && len(tail) > 0 {
			continue
		}
		if start >= 0 {
			pieces = append(pieces, trimEnd(raw[start:at]))
		}
		if last {
			return pieces, at, true
		}
		if len(pieces) > maxParts {
			return nil, at, false
		}
		start = len(raw) - len(after)
	}
	if start >= 0 && start < len(raw) {
		pieces = append(pieces, raw[start:])
	}
	return pieces, len(raw), true
}

// lineStarts looks for a mark at the starts of lines that end in a line feed. Texts are full
// of dashes and of what else a mark may begin with: their lines are fewer.
type lineStarts struct {
	raw, mark []byte
	returns   int // carriage returns at the ends of lines so far
}

func (l *lineStarts) next(at int) int {
	if at < 0 && bytes.HasPrefix(l.raw, l.mark) {
		return 0
	}
	for at = max(at, 0); ; {
		i := bytes.IndexByte(l.raw[at:], '\n')
		if i < 0 {
			return -1
		}
		if at += i + 1; at > 1 && l.raw[at-2] == '\r' {
			l.returns++
		}
		if bytes.HasPrefix(l.raw[at:], l.mark) {
			return at
		}
	}
}

// nextMark looks for it behind any line end.
func nextMark(raw, mark []byte, at int) int {
	from := 0
	if at >= 0 {
		from = at + len(mark)
	}
	for {
		found := bytes.Index(raw[from:], mark)
		if found < 0 {
			return -1
		}
		at = from + found
		if at == 0 || raw[at-1] == '\n' || raw[at-1] == '\r' {
			return at
		}
		from = at + len(mark)
	}
}

// trimEnd takes off the line end that belongs to the boundary below it.
func trimEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}
