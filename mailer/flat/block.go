package flat

import (
	"encoding/binary"
	"math/bits"
)

// Sizes of the alphabets of RFC 1951: bytes, the end and lengths; distances; lengths of codes.
const (
	blockEnd      = 256
	symbols       = 286
	distances     = 30
	codeSizes     = 19
	longest       = 15 // bits of a code
	longestInHead = 7  // bits of a code for lengths of codes
)

// block writes the tokens put since the last one, with codes made for them.
func (d *deflater) block(last bool) {
	var symbolCount [symbols]int
	var distanceCount [distances]int
	for _, t := range d.tokens {
		if length := int(t >> lengthShift); length > 0 {
			symbol, _ := lengthSymbol(length)
			symbolCount[symbol]++
			symbol, _ = distanceSymbol(int(t & (1<<lengthShift - 1)))
			distanceCount[symbol]++
		} else {
			symbolCount[t]++
		}
	}
	symbolCount[blockEnd]++
	var first uint64
	if last {
		first = 1
	}
	const ownCodes = 2
	d.out.write(first|ownCodes<<1, 3)
	symbolCodes, distanceCodes := codes(symbolCount[:], longest), codes(distanceCount[:], longest)
	d.out.head(symbolCodes, distanceCodes)
	out := d.out // kept at hand, which is faster
	for _, t := range d.tokens {
		length := int(t >> lengthShift)
		if length == 0 {
			out.code(symbolCodes[t], 0, 0)
			continue
		}
		symbol, more := lengthSymbol(length)
		out.code(symbolCodes[symbol], length-copyLeast, more)
		back := int(t & (1<<lengthShift - 1))
		symbol, more = distanceSymbol(back)
		out.code(distanceCodes[symbol], back-1, more)
	}
	out.code(symbolCodes[blockEnd], 0, 0)
	d.out = out
	d.tokens = d.tokens[:0]
}

// lengthSymbol is the symbol of a length, and how many of its lowest bits follow.
func lengthSymbol(length int) (symbol int, more uint) {
	n := length - copyLeast
	switch {
	case length == copyMost:
		return symbols - 1, 0
	case n < 8:
		return blockEnd + 1 + n, 0
	}
	more = uint(bits.Len(uint(n))) - 3
	return blockEnd + 1 + 4*int(more) + n>>more, more
}

// distanceSymbol is the symbol of how far back, and how many of its lowest bits follow.
func distanceSymbol(back int) (symbol int, more uint) {
	n := back - 1
	if n < 4 {
		return n, 0
	}
	more = uint(bits.Len(uint(n))) - 2
	return 2*int(more) + n>>more, more
}

// bitWriter writes bits from the lowest on.
type bitWriter struct {
	data []byte
	held uint64
	n    uint // bits held, fewer than 32 between writes
}

// write appends up to 32 bits.
func (w *bitWriter) write(v uint64, n uint) {
	w.held |= v << w.n
	if w.n += n; w.n >= 32 {
		w.data = binary.LittleEndian.AppendUint32(w.data, uint32(w.held))
		w.held >>= 32
		w.n -= 32
	}
}

// code writes a code and the lowest bits of a number behind it.
func (w *bitWriter) code(c code, number int, more uint) {
	w.write(uint64(c.bits)|uint64(number)&(1<<more-1)<<c.size, uint(c.size)+more)
}

// flush fills up the last byte and gives all of them.
func (w *bitWriter) flush() []byte {
	for ; w.n > 0; w.n -= min(8, w.n) {
		w.data = append(w.data, byte(w.held))
		w.held >>= 8
	}
	return w.data
}
