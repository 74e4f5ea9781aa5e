package flat

import "slices"

// head writes how long the codes are: those that are not used as runs of zeros, the others as
// they are, each by a code of its own.
func (w *bitWriter) head(symbolCodes, distanceCodes []code) {
	const zeros, manyZeros, zerosLeast, manyLeast, manyMost = 17, 18, 3, 11, 138
	all := append(slices.Clip(symbolCodes), distanceCodes...)
	type size struct{ symbol, run int }
	var sizes []size
	var count [codeSizes]int
	for i := 0; i < len(all); {
		s := size{symbol: int(all[i].size), run: 1}
		if s.symbol == 0 {
			for s.run < manyMost && i+s.run < len(all) && all[i+s.run].size == 0 {
				s.run++
			}
			switch {
			case s.run >= manyLeast:
				s.symbol = manyZeros
			case s.run >= zerosLeast:
				s.symbol = zeros
			default:
				s.run = 1
			}
		}
		sizes = append(sizes, s)
		count[s.symbol]++
		i += s.run
	}
	sizeCodes := codes(count[:], longestInHead)
	w.write(symbols-257, 5)
	w.write(distances-1, 5)
	w.write(codeSizes-4, 4)
	for _, i := range [codeSizes]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		w.write(uint64(sizeCodes[i].size), 3)
	}
	for _, s := range sizes {
		switch c := sizeCodes[s.symbol]; s.symbol {
		case zeros:
			w.code(c, s.run-zerosLeast, 3)
		case manyZeros:
			w.code(c, s.run-manyLeast, 7)
		default:
			w.code(c, 0, 0)
		}
	}
}
