package lab

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Chance is a source of the same random bytes every time: the hashes of consecutive numbers.
type Chance struct{ N uint64 }

func (c *Chance) Read(p []byte) (int, error) {
	for i := range p {
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, c.N))
		p[i] = sum[0]
		c.N++
	}
	return len(p), nil
}

// Chain is a source of the same random bytes every time, 32 at once: each hash is that of the one before.
type Chain struct{ sum [32]byte }

func (c *Chain) Read(p []byte) (int, error) {
	c.sum = sha256.Sum256(c.sum[:])
	return copy(p, c.sum[:]), nil
}

// Seeded is a source of the same random bytes for the same seed.
type Seeded struct{ *rand.Rand }

func (s Seeded) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s.Uint32())
	}
	return len(p), nil
}
