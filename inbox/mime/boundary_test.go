package mime

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Parts are found where one finds them who goes from line to line.
func TestSplitFindsTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\r\n", "\r\n", "\n", "\r", "\t--b", "--b", "--b--", "-", " ", "x", "--bb", "", "a longer piece"}
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(24) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		raw := []byte(b.String())
		got, err := Split(raw, "b")
		if want := splitByLine(raw, "--b"); err != nil || !slices.EqualFunc(got, want, bytes.Equal) {
			t.Fatalf("%q is split to %q, %v; want %q", raw, got, err, want)
		}
	}
}

func splitByLine(raw []byte, mark string) (pieces [][]byte) {
	start := -1
	for rest := raw; len(rest) > 0; {
		at := len(raw) - len(rest)
		var line []byte
		line, rest = CutLine(rest)
		line = bytes.TrimRight(line, " \t")
		last := string(line) == mark+"--"
		if !last && string(line) != mark {
			continue
		}
		if start >= 0 {
			pieces = append(pieces, trimEnd(raw[start:at]))
		}
		if last {
			return pieces
		}
		start = len(raw) - len(rest)
	}
	if start >= 0 && start < len(raw) {
		pieces = append(pieces, raw[start:])
	}
	return pieces
}
