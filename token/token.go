// Package token makes and opens the words in reply addresses and Message-IDs that say which seat, question or
// invitation a letter is about. A token says what a letter is about, never who sent it: it gives no rights
// without an authenticated sender. The package also hides other numbers of ours that others can see, so that
// nobody can count anything by them.
package token

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"encoding/base32"
	"encoding/binary"
	"strings"
)

// Token says what an outgoing letter asks about.
type Token struct {
	Match   int64 // 0 to 2^40-1; 0 means no match
	Seat    int   // -1 (no seat) to 254
	Purpose byte  // what an answer means; a letter chosen by the house
	Step    int64 // 0 to 2^32-1: the step of the choice, or the number of the question
}

const (
	plainSize = 11 // match 5, seat 1, purpose 1, step 4
	tagSize   = 10 // 80 bits, the least that RFC 2104 recommends
	// Size is the length of a token in characters.
	Size = 1 + (plainSize+tagSize)*8/5 + 1
)

// The alphabet has no i, l, o and u, so that an address contains no word of any language and a token can be
// copied from a screen. Open takes i and l for 1, and o for 0.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

var encoding = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// Mint returns the token for t under the newest key, in lower case letters and digits. It is always the same
// for the same t, so that a letter that is rendered again has the same bytes. Mint returns "" if a field of t
// is out of range or there is no key.
func (k Keys) Mint(t Token) string {
	plain, ok := t.pack()
	if !ok || len(k.keys) == 0 {
		return ""
	}
	key := k.keys[0]
	tag := key.tag(plain)
	box := append(tag, key.crypt(tag, plain)...)
	return string(alphabet[key.id]) + encoding.EncodeToString(box)
}

// Open returns what a token stands for, and false for any word that none of our keys made. Case is ignored.
func (k Keys) Open(word string) (Token, bool) {
	word = canonical(word)
	if len(word) != Size {
		return Token{}, false
	}
	box, err := encoding.DecodeString(word[1:])
	// Two bits of the last character are spare; only the spelling by Mint is accepted.
	if err != nil || encoding.EncodeToString(box) != word[1:] {
		return Token{}, false
	}
	id := strings.IndexByte(alphabet, word[0])
	for _, key := range k.keys {
		if key.id != id {
			continue
		}
		if plain := key.crypt(box[:tagSize], box[tagSize:]); hmac.Equal(key.tag(plain), box[:tagSize]) {
			return unpack(plain), true
		}
	}
	return Token{}, false
}

// canonical undoes what people and gateways do to a token.
func canonical(word string) string {
	return strings.NewReplacer("i", "1", "l", "1", "o", "0").Replace(strings.ToLower(word))
}

func (t Token) pack() ([]byte, bool) {
	if !t.fits() {
		return nil, false
	}
	plain := binary.BigEndian.AppendUint64(nil, uint64(t.Match))[3:]
	plain = append(plain, byte(t.Seat), t.Purpose)
	return binary.BigEndian.AppendUint32(plain, uint32(t.Step)), true
}

// fits reports whether each field of t is in the range that the plain token has room for.
func (t Token) fits() bool {
	match := 0 <= t.Match && t.Match < 1<<40
	seat := -1 <= t.Seat && t.Seat <= 254
	step := 0 <= t.Step && t.Step < 1<<32
	return match && seat && step
}

func unpack(plain []byte) Token {
	var wide [8]byte
	copy(wide[3:], plain[:5])
	t := Token{
		Match:   int64(binary.BigEndian.Uint64(wide[:])),
		Seat:    int(plain[5]),
		Purpose: plain[6],
		Step:    int64(binary.BigEndian.Uint32(plain[7:])),
	}
	if t.Seat == 255 {
		t.Seat = -1
	}
	return t
}

// tag is a MAC of the plain token. It serves as proof and as the IV of the cipher (a synthetic IV).
func (k key) tag(plain []byte) []byte {
	form := []byte{1, byte(k.id)} // the format version, so that a token of a later format never opens as this one
	return sum(k.of("mac"), form, plain)[:tagSize]
}

func (k key) crypt(tag, in []byte) []byte {
	iv := make([]byte, aes.BlockSize)
	copy(iv, tag)
	out := make([]byte, len(in))
	cipher.NewCTR(block(k.of("encrypt")), iv).XORKeyStream(out, in)
	return out
}

func block(key []byte) cipher.Block {
	b, err := aes.NewCipher(key)
	if err != nil { // only for a key of the wrong length, and ours is a SHA-256 sum
		panic(err)
	}
	return b
}
