package inbox

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// eight are eight bytes as one number, the first the lowest.
func eight(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// nextPair is where the byte second stands behind one that is first where the mask has bits,
// not before from; -1 without. Eight bytes at a time are looked at as one number, since letters
// are full of either byte and it is slower to go from one to the next.
func nextPair(raw []byte, from int, mask, first, second byte) int {
	masks, firsts, seconds := uint64(mask)*ones, uint64(first)*ones, uint64(second)*ones
	// differ is zero in the bytes where a pair begins, and only in those.
	differ := func(b []byte) uint64 { return (eight(b)&masks ^ firsts) | (eight(b[1:]) ^ seconds) }
	// borrows has the highest bit where a byte of x is zero, and maybe where one below it is.
	borrows := func(x uint64) uint64 { return (x - ones) &^ x }
	at := from
	for ; at+33 <= len(raw); at += 32 {
		b := raw[at : at+33]
		if (borrows(differ(b[:9]))|borrows(differ(b[8:17]))|borrows(differ(b[16:25]))|borrows(differ(b[24:33])))&highs != 0 {
			break
		}
	}
	for ; at+9 <= len(raw); at += 8 {
		if found := borrows(differ(raw[at:at+9])) & highs; found != 0 {
			return at + bits.TrailingZeros64(found)>>3
		}
	}
	if last := len(raw) - 9; at+1 < len(raw) && last >= from {
		if found := borrows(differ(raw[last:])) & highs; found != 0 {
			return last + bits.TrailingZeros64(found)>>3
		}
		return -1
	}
	for ; at+1 < len(raw); at++ {
		if raw[at]&mask == first && raw[at+1] == second {
			return at
		}
	}
	return -1
}

// lower is strings.ToLower, which is slower to find that all is lower already.
func lower(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || c >= 'A' && c <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}
