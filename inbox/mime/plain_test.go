package mime

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// SplitHeader finds the same fields as headerByLine, which goes simply from line to line.
func TestSplitHeaderByLine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\r\n", "\n", "\r", "Subject", ":", " ", "\t", "a", "To: b\r\n", " folded\r\n", "\r\n\r\n", "\n\n", "no Field\r\n", "X y: z\n", "é", "\u00a0"}
	for range 50_000 {
		var b strings.Builder
		for range random.IntN(20) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		raw := []byte(b.String())
		h, body, err := SplitHeader(raw)
		want, rest := headerByLine(raw)
		if err != nil || !slices.Equal(h, want) || !bytes.Equal(body, rest) {
			t.Fatalf("%q is %q and %q, %v; want %q and %q", raw, h, body, err, want, rest)
		}
	}
}

func headerByLine(raw []byte) (h Header, body []byte) {
	junk := true
	for rest := raw; len(rest) > 0; {
		var line []byte
		if line, rest = cutLine(rest); len(line) == 0 {
			return h, rest
		}
		if line[0] == ' ' || line[0] == '\t' {
			if !junk {
				h[len(h)-1].Value += " " + strings.TrimSpace(string(line))
			}
			continue
		}
		name, value, ok := strings.Cut(string(line), ":")
		name = strings.TrimRight(name, " \t")
		if junk = !ok || name == "" || strings.ContainsAny(name, " \t"); !junk {
			h = append(h, Field{strings.ToLower(name), strings.TrimSpace(value)})
		}
	}
	return h, nil
}
