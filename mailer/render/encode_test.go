package render

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

// Decoding gives the same bytes, and no line is longer than mail programs accept.
func TestBase64Lines(t *testing.T) {
	for _, n := range []int{0, 1, 56, 57, 58, 113, 114, 115, 5000} {
		data := bytes.Repeat([]byte{0xfe, 7, 0}, n)[:n]
		out := string(appendBase64(nil, data))
		for line := range strings.Lines(out) {
			if len(line) > 78 || !strings.HasSuffix(line, "\r\n") {
				t.Errorf("%d bytes: %q", n, line)
			}
		}
		if back, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(out, "\r\n", "")); err != nil || !bytes.Equal(back, data) {
			t.Errorf("%d bytes come back as %d: %v", n, len(back), err)
		}
	}
}
