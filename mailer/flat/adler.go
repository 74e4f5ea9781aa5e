package flat

import "encoding/binary"

// adler is the checksum of zlib's format (RFC 1950). Sums of rows of forty million pixels do not
// overflow until they are settled.
type adler struct{ a, b uint64 }

// adlerMod is the largest prime below 2^16.
const adlerMod = 65521

func (s *adler) add(v byte) {
	s.a += uint64(v)
	s.b += s.a
}

func (s *adler) zeros(n int) { s.b += uint64(n) * s.a }

func (s *adler) settle() { s.a, s.b = s.a%adlerMod, s.b%adlerMod }

// join adds n bytes by their own sum.
func (s *adler) join(t adler, n int) {
	s.b += t.b + uint64(n)*(s.a+adlerMod-1)
	s.a += t.a + adlerMod - 1
	s.settle()
}

func (s *adler) appendTo(b []byte) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(s.b)<<16|uint32(s.a))
}
