package inbox

import (
	"math/rand/v2"
	"testing"
)

// A pair is found where one finds it who looks at one byte after the other.
func TestNextPair(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		raw := make([]byte, random.IntN(90))
		for i := range raw {
			raw[i] = "\n\r\t-=3>\x00\x80\xff ab"[random.IntN(13)]
			if random.IntN(3) > 0 {
				raw[i] = 'x'
			}
		}
		from := random.IntN(len(raw) + 1)
		for _, c := range []struct{ mask, first, second byte }{{^byte(7), '\n' &^ 7, '-'}, {0xff, '=', '3'}, {0xff, 0x80, 0xff}, {0xff, 0, 0}} {
			want := -1
			for i := from; i+1 < len(raw) && want < 0; i++ {
				if raw[i]&c.mask == c.first && raw[i+1] == c.second {
					want = i
				}
			}
			if got := nextPair(raw, from, c.mask, c.first, c.second); got != want {
				t.Fatalf("in %q from %d %v is at %d, want %d", raw, from, c, got, want)
			}
		}
	}
}
