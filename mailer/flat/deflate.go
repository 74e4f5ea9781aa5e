package flat

import (
	"encoding/binary"
	"math/bits"
)

// deflater packs the rows of pictures in the format "deflate" (RFC 1951). Where a general packer
// compares and hashes each byte, it counts zeros, which nearly all bytes of a board are, and
// seeks what was there before only where something begins.
type deflater struct {
	out    bitWriter
	tokens []token
	// window is what was packed last, at least as much as may be pointed back to. It begins
	// at the byte start of the whole; the line from at to end is to be packed next.
	window         []byte
	start, at, end int
	fresh          []int                           // the line's bytes that are not zeros
	seen           [1 << seenBits][seenSlots]int32 // by hash: one more than the byte where these were, the last first
}

// token is a byte to be kept as it is, or, with a length above it, how far back the
// same stood.
type token uint32

const lengthShift = 16

const (
	reach      = 1 << 15 // how far back a token may point
	windowSize = 4 * reach
	blockSize  = 1 << 16 // tokens that share their codes
	copyMost   = 258     // bytes one token may copy
	copyLeast  = 3
	freshLeast = 3  // bytes other than zeros that are worth a distance; runs of zeros are cheaper as such
	seenBytes  = 5  // are hashed
	seenBits   = 12 // of a hash
	seenSlots  = 2  // places remembered by hash; four save 0.5 % of the bytes
)

// reset begins anew, with some bytes before the packed ones.
func (d *deflater) reset(head ...byte) {
	d.out = bitWriter{data: append(d.out.data[:0], head...)}
	d.tokens = d.tokens[:0]
	d.start, d.at, d.end = 0, 0, 0
	clear(d.seen[:])
}

// line begins a line of n zeros. What else it has is set from its beginning to its end, before it
// is taken.
func (d *deflater) line(n int) {
	if d.end+n > len(d.window) {
		kept := d.window[max(0, d.end-reach):d.end]
		if len(d.window) < reach+n {
			d.window = make([]byte, max(windowSize, reach+n))
		}
		copy(d.window, kept)
		d.start += d.end - len(kept)
		d.end = len(kept)
	}
	d.at, d.end = d.end, d.end+n
	clear(d.window[d.at:d.end])
	d.fresh = d.fresh[:0]
}

// set puts a byte that is not zero into the line.
func (d *deflater) set(i int, v byte) {
	i += d.at
	d.window[i] = v
	d.fresh = append(d.fresh, i)
}

// take packs the line.
func (d *deflater) take() {
	for fresh := d.fresh; len(fresh) > 0; {
		d.zeros(fresh[0] - d.at)
		d.at = fresh[0]
		if back, same := d.before(fresh); same > 0 {
			d.put(token(same<<lengthShift | back))
			d.at += same
			for len(fresh) > 0 && fresh[0] < d.at {
				fresh = fresh[1:]
			}
			continue
		}
		d.put(token(d.window[d.at]))
		d.at++
		fresh = fresh[1:]
	}
	d.zeros(d.end - d.at)
}

// zeros packs n of them, as copies of the one before where there is one.
func (d *deflater) zeros(n int) {
	for after := d.at > 0 && d.window[d.at-1] == 0; n > 0; {
		if l := min(n, copyMost); after && l >= copyLeast {
			d.put(token(l<<lengthShift | 1))
			n -= l
			continue
		}
		d.put(0)
		n, after = n-1, true
	}
}

// before finds where most of the bytes that come next stood before: how far back and how many; none
// where they did not or it is not worth a distance.
func (d *deflater) before(fresh []int) (back, same int) {
	if len(fresh) < freshLeast || d.at+8 > d.end {
		return 0, 0
	}
	const spread = 0x9E3779B185EBCA87 // 2^64 by the golden ratio
	next := d.window[d.at:min(d.end, d.at+copyMost)]
	hash := binary.LittleEndian.Uint64(next) << (64 - 8*seenBytes) * spread >> (64 - seenBits)
	slot := &d.seen[hash]
	for _, was := range slot {
		last := int(was) - 1 - d.start
		if last < 0 || d.at-last > reach {
			break
		}
		if n := common(next, d.window[last:]); n > same && fresh[freshLeast-1] < d.at+n {
			back, same = d.at-last, n
		}
	}
	copy(slot[1:], slot[:])
	slot[0] = int32(d.start + d.at + 1)
	return back, same
}

// put appends a token, and writes a block where enough have come together.
func (d *deflater) put(t token) {
	d.tokens = append(d.tokens, t)
	if len(d.tokens) == blockSize {
		d.block(false)
	}
}

// close packs what is left and gives all, good until the next reset.
func (d *deflater) close() []byte {
	d.block(true)
	return d.out.flush()
}

// rest packs what is left and gives all, good until the next reset, so that others may follow at
// once: behind it stands a block of no bytes kept as they are, which ends with a byte.
func (d *deflater) rest() []byte {
	d.block(false)
	d.out.write(0, 3)
	return append(d.out.flush(), 0, 0, 0xff, 0xff)
}

// common counts the bytes that a and b, which is no shorter, begin with alike.
func common(a, b []byte) (n int) {
	b = b[:len(a)]
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}
