package inbox

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Parts are found in the same places whether boundaries are sought at line feeds or anywhere.
func TestSplitFindsTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\r\n", "\r\n", "\n", "\r", "--b", "--b", "--b--", "-", " ", "x", "--bb", ""}
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(24) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		raw, mark := []byte(b.String()), []byte("--b")
		got, err := new(mime).split(raw, "b")
		want, _, ok := splitAt(raw, mark, func(at int) int { return nextMark(raw, mark, at) })
		if (err == nil) != ok || !slices.EqualFunc(got, want, bytes.Equal) {
			t.Fatalf("%q is split to %q, %v; want %q", raw, got, err, want)
		}
	}
}
