package engine

import "unicode/utf8"

// Distance counts the slips between two words: letters left out, put in,
// changed, or swapped with their neighbour (optimal string alignment). Of very
// long words only the first forty letters count.
func Distance(a, b string) int {
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

// OneSlip says whether the Distance of two words is 1, several times quicker: most pairs of
// words are told apart by a look.
func OneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	switch more := len(b) - len(a); {
	case len(b) > 40: // of which only the start counts
		return Distance(a, b) == 1
	case more > utf8.UTFMax:
		return false
	case !asciiOnly(a) || !asciiOnly(b):
		return Distance(a, b) == 1
	case more > 1:
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i == len(a):
		return false // the same word
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func asciiOnly(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
