package flat

import (
	"cmp"
	"math/bits"
	"slices"
)

// code is what stands for a symbol: its bits, the first one lowest, and how many.
type code struct {
	bits uint16
	size uint8
}

// codes gives each symbol that occurs a code of at most some bits, short ones for frequent symbols
// (Huffman's), and no symbol the beginning of another. There are at least two, since some
// readers refuse less.
func codes(count []int, most int) []code {
	var used []int
	for symbol, n := range count {
		if n > 0 {
			used = append(used, symbol)
		}
	}
	for symbol := 0; len(used) < 2; symbol++ {
		if !slices.Contains(used, symbol) {
			used = append(used, symbol)
		}
	}
	weights := make([]int, len(used))
	slices.SortFunc(used, func(a, b int) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
	for i, symbol := range used {
		weights[i] = count[symbol]
	}
	sizes := codeLengths(weights)
	for sizes[0] > most { // evened out until the rarest are not too deep
		for i := range weights {
			weights[i] = (weights[i] + 1) / 2
		}
		sizes = codeLengths(weights)
	}
	out := make([]code, len(count))
	for i, symbol := range used {
		out[symbol].size = uint8(sizes[i])
	}
	number(out)
	return out
}

// codeLengths is how deep the leaves of Huffman's tree are for weights in rising order.
func codeLengths(weights []int) []int {
	n := len(weights)
	weight := append(slices.Clip(weights), make([]int, n-1)...)
	parent := make([]int, 2*n-1)
	leaf, inner := 0, n
	lightest := func(made int) int {
		if leaf < n && (inner == made || weight[leaf] <= weight[inner]) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for made := n; made < 2*n-1; made++ {
		a := lightest(made)
		b := lightest(made)
		weight[made] = weight[a] + weight[b]
		parent[a], parent[b] = made, made
	}
	depth := make([]int, 2*n-1)
	for i := 2*n - 3; i >= 0; i-- {
		depth[i] = depth[parent[i]] + 1
	}
	return depth[:n]
}

// number gives codes of known sizes their bits, in the order the format lays down.
func number(out []code) {
	var next uint16
	for size := uint8(1); size <= longest; size++ {
		next <<= 1
		for i := range out {
			if out[i].size == size {
				out[i].bits = bits.Reverse16(next) >> (16 - size)
				next++
			}
		}
	}
}
