package mime

import (
	"bytes"
)

// maxLine is the longest line, in bytes, that any part may have; mail allows 998.
const maxLine = 1 << 20

// prescan looks at a letter's size and lines before any parser does. What it lets through,
// every parser behind it reads in linear time: the header's length and fields are counted by
// splitHeader, depth and parts by the walk, and each text before it is decoded.
func prescan(raw []byte) error {
	if len(raw) > maxSize {
		return &Unreadable{Why: "larger than 10 MB"}
	}
	for rest := raw; len(rest) > maxLine; {
		end := bytes.LastIndexAny(rest[:maxLine+1], "\r\n")
		if end < 0 {
			return &Unreadable{Why: "a line of more than 1 MB"}
		}
		rest = rest[end+1:]
	}
	return nil
}
