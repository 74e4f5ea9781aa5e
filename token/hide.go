package token

import (
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"encoding/binary"
	"fmt"
)

// hiddenSize is how many characters the word for a number has.
const hiddenSize = ((tagSize+8)*8 + 4) / 5

// Hide is the word that stands for a number of ours wherever others may see it: always the
// same for the same number, and of two words nobody can tell which number is higher, or
// whether they follow each other. use parts one kind of number from another; it is "" for a
// number below 0 or without a key.
func (k Keys) Hide(use string, number int64) string {
	if number < 0 || len(k.keys) == 0 {
		return ""
	}
	return k.keys[0].hidden(use, number)
}

// Reveal is the number that Hide made the word for, under any key; false for any other word.
func (k Keys) Reveal(use, word string) (int64, bool) {
	word = canonical(word)
	if len(word) != hiddenSize {
		return 0, false
	}
	box, err := encoding.DecodeString(word)
	if err != nil {
		return 0, false
	}
	for _, key := range k.keys {
		number := int64(binary.BigEndian.Uint64(box[tagSize:]) ^ key.mask(use, box[:tagSize]))
		// The last letter has spare bits; a second spelling is refused.
		if number >= 0 && hmac.Equal([]byte(key.hidden(use, number)), []byte(word)) {
			return number, true
		}
	}
	return 0, false
}

// hidden is a proof of the number, and the number under a mask that follows from the proof.
func (k key) hidden(use string, number int64) string {
	wide := binary.BigEndian.AppendUint64(nil, uint64(number))
	box := k.hash("proof", use, wide)[:tagSize]
	return encoding.EncodeToString(binary.BigEndian.AppendUint64(box, uint64(number)^k.mask(use, box)))
}

func (k key) mask(use string, proof []byte) uint64 {
	return binary.BigEndian.Uint64(k.hash("mask", use, proof))
}

func (k key) hash(what, use string, data []byte) []byte {
	return sum(k.of("hide"), fmt.Appendf(nil, "%s %d:%s", what, len(use), use), data)
}

// Seal hides a text that is to be kept, so that who reads the tables alone cannot read it.
// use parts one kind of text from another; it opens only for the same.
func (k Keys) Seal(use string, plain []byte) []byte {
	if len(k.keys) == 0 {
		return nil
	}
	box := k.keys[0].box()
	nonce := make([]byte, box.NonceSize())
	rand.Read(nonce)
	return box.Seal(nonce, nonce, plain, []byte(use))
}

// Unseal reads what Seal hid for that use under any key; false for anything else.
func (k Keys) Unseal(use string, sealed []byte) ([]byte, bool) {
	for _, key := range k.keys {
		box := key.box()
		if len(sealed) < box.NonceSize() {
			return nil, false
		}
		if plain, err := box.Open(nil, sealed[:box.NonceSize()], sealed[box.NonceSize():], []byte(use)); err == nil {
			return plain, true
		}
	}
	return nil, false
}

func (k key) box() cipher.AEAD {
	box, err := cipher.NewGCM(block(k.of("seal")))
	if err != nil {
		panic(err)
	}
	return box
}
