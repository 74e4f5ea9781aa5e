package mime

import "bytes"

// Split parts a body at the lines that are exactly the boundary. A missing
// last boundary is allowed: the end of the body stands for it.
func Split(raw []byte, boundary string) (pieces [][]byte, err error) {
	start := -1
	for rest := raw; len(rest) > 0; {
		at := len(raw) - len(rest)
		var line []byte
		line, rest = CutLine(rest)
		mark, marked := bytes.CutPrefix(line, []byte("--"+boundary))
		mark = bytes.TrimRight(mark, " \t")
		last := string(mark) == "--"
		if !marked || !last && len(mark) > 0 {
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
		start = len(raw) - len(rest)
	}
	if start >= 0 && start < len(raw) {
		pieces = append(pieces, raw[start:])
	}
	return pieces, nil
}

// trimEnd takes off the line end that belongs to the boundary below it.
func trimEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}
