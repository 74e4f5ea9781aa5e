package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"resign", "resign"}: 0, {"resig", "resign"}: 1, {"reisgn", "resign"}: 1,
		{"lantrn", "lantern"}: 1, {"cart", "card"}: 1, {"ca", "abc"}: 3, {"später", "spater"}: 1,
	} {
		if got := EditDistance(pair[0], pair[1]); got != want {
			t.Errorf("%q: got %d, want %d", pair, got, want)
		}
		if got := EditDistance(pair[1], pair[0]); got != want {
			t.Errorf("%q turned: got %d, want %d", pair, got, want)
		}
	}
}

// IsOneSlip agrees with EditDistance for words of any letters and lengths.
func TestOneSlip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []string{"a", "b", "c", "é", "😀", "\xff", "ß"}
	ones := 0
	for range 40_000 {
		word := func() string {
			var b strings.Builder
			for range r.IntN(6) {
				b.WriteString(letters[r.IntN(3+r.IntN(len(letters)-2))])
			}
			return b.String()
		}
		a, b := word(), word()
		if r.IntN(10) == 0 {
			tail := strings.Repeat("x", 36)
			a, b = tail+a, tail+b
		}
		if EditDistance(a, b) == 1 {
			ones++
		}
		if IsOneSlip(a, b) != (EditDistance(a, b) == 1) {
			t.Fatalf("%q and %q are %d apart", a, b, EditDistance(a, b))
		}
	}
	if ones < 1000 {
		t.Errorf("only %d pairs one slip apart were tried", ones)
	}
}
