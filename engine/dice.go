package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
)

// Salt holds words that a seat added to the shuffle before the start.
type Salt struct {
	By    string
	Words string
}

// Dice is the source of all chance in a match: one seed, the salts in seat order, and the number of
// rewinds so far. Each purpose has an independent stream, so neither the clock nor the length of
// the log can influence a deal. docs/shuffles.md describes the method for other programs.
type Dice struct {
	Seed    [32]byte
	Salts   []Salt
	Rewinds int
	// Logged holds draws that are already known from a log. If it is set, a game takes its draws
	// from there instead of the seed. It is nil for a match that is played.
	Logged *LoggedDraws
}

// LoggedDraws holds the draws that a log tells, so that a game can check the log without knowing the
// seed.
type LoggedDraws struct {
	Facts []Fact // the facts that tell the draws, in order, the next first
	Err   error  // the first draw that is impossible
}

// Fail records that a draw in the log is impossible. Only the first failure is kept.
func (t *LoggedDraws) Fail(format string, args ...any) {
	if t.Err == nil {
		t.Err = fmt.Errorf(format, args...)
	}
}

// FirstEvent returns the first event of type E in Facts; ok is false if there is none.
func FirstEvent[E Event](t *LoggedDraws) (e E, ok bool) {
	for _, f := range t.Facts {
		if e, ok = f.Event.(E); ok {
			return e, true
		}
	}
	return e, false
}

// Err returns the first impossible draw of the log, and nil for dice with a seed.
func (d Dice) Err() error {
	if d.Logged == nil {
		return nil
	}
	return d.Logged.Err
}

// Commitment returns the hex SHA-256 of the seed, which players are told before the first shuffle.
func (d Dice) Commitment() string {
	sum := sha256.Sum256(d.Seed[:])
	return hex.EncodeToString(sum[:])
}

// For returns the stream for a purpose, such as "start" or "deal 2", from its beginning.
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

// Stream is a sequence of 64-bit numbers. Its n-th block of 32 bytes, from 0, is HMAC-SHA256(key, n
// as 8 bytes big-endian), cut into four big-endian numbers.
type Stream struct {
	key   []byte
	next  uint64
	block []byte
}

// Uint64 returns the next number.
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

// Intn returns an evenly distributed number from 0 to n-1. Numbers above the last multiple of n
// that fits into 64 bits are discarded; the others are taken modulo n. n must be at least 1.
func (s *Stream) Intn(n int) int {
	m := uint64(n)
	tail := -m % m // 2^64 mod m
	for {
		if v := s.Uint64(); v <= ^uint64(0)-tail {
			return int(v % m)
		}
	}
}

// RemixPile returns the cards of an undrawn pile in another order: first those that lie on top and stay
// there, in their order, then the others, mixed from the order of the pile.
func RemixPile[T comparable](s *Stream, pile, onTop []T) []T {
	rest := pile
	for _, card := range onTop {
		rest = RemoveFirst(rest, card)
	}
	rest = slices.Clone(rest)
	ShuffleList(s, rest)
	return append(slices.Clone(onTop), rest...)
}

// ShuffleList shuffles a list in place. It is the Fisher–Yates shuffle from the last place down: for
// i = n-1 … 1 it swaps i with Intn(i+1).
func ShuffleList[T any](s *Stream, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.Intn(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
