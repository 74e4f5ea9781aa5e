package engine

import "testing"

func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"resign", "resign"}: 0, {"resig", "resign"}: 1, {"reisgn", "resign"}: 1,
		{"lantrn", "lantern"}: 1, {"cart", "card"}: 1, {"ca", "abc"}: 3, {"später", "spater"}: 1,
	} {
		if got := Distance(pair[0], pair[1]); got != want {
			t.Errorf("%q: got %d, want %d", pair, got, want)
		}
		if got := Distance(pair[1], pair[0]); got != want {
			t.Errorf("%q turned: got %d, want %d", pair, got, want)
		}
	}
}
