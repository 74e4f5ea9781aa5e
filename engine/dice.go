package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Salt is words that a seat added to the shuffle before the start.
type Salt struct {
	By    string
	Words string
}

// Dice is all the chance of a match: one seed, the salts in seat order and the
// number of rewinds so far. It hands out an independent stream for each
// purpose, so neither the clock nor the length of the log can steer a deal.
// The method is written down for other programs in docs/shuffles.md.
type Dice struct {
	Seed    [32]byte
	Salts   []Salt
	Rewinds int
	// Fallen are the lots where they have fallen already; a game takes them from there and
	// draws none. Nil for those of the seed.
	Fallen *Fallen
}

// Fallen are lots that stand in a log, by which its game checks it without the seed.
type Fallen struct {
	Facts []Fact // those in which the lots are told, the next first
	Err   error  // the first that could not have fallen so
}

// Fail notes that lots could not have fallen as they are told.
func (t *Fallen) Fail(format string, args ...any) {
	if t.Err == nil {
		t.Err = fmt.Errorf(format, args...)
	}
}

// Lot is the first event of its type that is told; ok is false where there is none.
func Lot[E Event](t *Fallen) (e E, ok bool) {
	for _, f := range t.Facts {
		if e, ok = f.Event.(E); ok {
			return e, true
		}
	}
	return e, false
}

// Err is what could not have fallen as it is told.
func (d Dice) Err() error {
	if d.Fallen == nil {
		return nil
	}
	return d.Fallen.Err
}

// Commitment is the hex SHA-256 of the seed, told before the first shuffle.
func (d Dice) Commitment() string {
	sum := sha256.Sum256(d.Seed[:])
	return hex.EncodeToString(sum[:])
}

// For opens the stream of one purpose, such as "start" or "deal 2".
func (d Dice) For(purpose string) *Stream {
	mac := hmac.New(sha256.New, d.Seed[:])
	field := func(s string) {
		mac.Write([]byte(s))
		mac.Write([]byte{0})
	}
	field("pitpost/1")
	field(purpose)
	field(strconv.Itoa(d.Rewinds))
	for _, s := range d.Salts {
		field(s.By)
		field(s.Words)
	}
	return &Stream{key: mac.Sum(nil)}
}

// Stream is a sequence of 64-bit numbers: the n-th block of 32 bytes is
// HMAC-SHA256(key, n as 8 bytes big-endian), n from 0, cut into four
// big-endian numbers.
type Stream struct {
	key   []byte
	next  uint64
	block []byte
}

// Uint64 takes the next number.
func (s *Stream) Uint64() uint64 {
	if len(s.block) == 0 {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], s.next)
		s.next++
		mac := hmac.New(sha256.New, s.key)
		mac.Write(n[:])
		s.block = mac.Sum(nil)
	}
	v := binary.BigEndian.Uint64(s.block)
	s.block = s.block[8:]
	return v
}

// Intn draws evenly from 0 to n-1: numbers from the last, incomplete run of n
// are thrown away, the rest are taken modulo n. n must be at least 1.
func (s *Stream) Intn(n int) int {
	m := uint64(n)
	tail := -m % m // 2^64 mod m
	for {
		if v := s.Uint64(); v <= ^uint64(0)-tail {
			return int(v % m)
		}
	}
}

// Shuffle is Fisher and Yates from the last place down: for i = n-1 … 1 it
// swaps i with Intn(i+1).
func (s *Stream) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.Intn(i+1))
	}
}
