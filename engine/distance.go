package engine

import "unicode/utf8"

// EditDistance counts the slips between two words: letters that are missing, added, changed, or swapped
// with their neighbour (optimal string alignment). Only the first forty letters of a word count.
func EditDistance(a, b string) int {
	x, y := letters(a), letters(b)
	before := make([]int, len(y)+1)
	last := make([]int, len(y)+1)
	row := make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

func letters(s string) []rune {
	r := []rune(s)
	return r[:min(40, len(r))]
}

// IsOneSlip reports whether the Distance of two words is 1. It is several times faster than EditDistance,
// because it first strips what is equal at both ends.
func IsOneSlip(a, b string) bool {
	x, y := letters(a), letters(b)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x) == 2 && len(y) == 2 {
		return x[0] == y[1] && x[1] == y[0]
	}
	return max(len(x), len(y)) == 1
}

// IsASCII reports whether a text has only ASCII characters.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
