package engine

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
