package token

import (
	"crypto/cipher"
	"crypto/hmac"
	"encoding/binary"
	"fmt"
)

// hiddenSize is the length of the word for a number, in characters.
const hiddenSize = ((tagSize+8)*8 + 4) / 5

// Hide returns the word that replaces a number of ours wherever others may see it. It is always the same for
// the same number. From two words nobody can tell which number is higher, or whether one follows the other. use
// separates one kind of number from another. Hide returns "" for a negative number or without a key.
func (k Keys) Hide(use string, number int64) string {
	if number < 0 || len(k.keys) == 0 {
		return ""
	}
	return k.keys[0].hidden(use, number)
}

// Reveal returns the number for which Hide made the word, under any key; false for any other word.
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
		// The last character has spare bits, so a number has several spellings; only the one by Hide is accepted.
		if number >= 0 && hmac.Equal([]byte(key.hidden(use, number)), []byte(word)) {
			return number, true
		}
	}
	return 0, false
}

// hidden encodes a proof of the number, and the number XORed with a mask that is derived from the proof.
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

// Seal encrypts a text that is stored, so that nobody can read it from the tables alone. use separates one kind
// of text from another: Unseal needs the same use. Seal returns nil without a key.
func (k Keys) Seal(use string, plain []byte) []byte {
	if len(k.keys) == 0 {
		return nil
	}
	return k.keys[0].box().Seal(nil, nil, plain, []byte(use))
}

// Unseal decrypts what Seal encrypted for that use, under any key; false for anything else.
func (k Keys) Unseal(use string, sealed []byte) ([]byte, bool) {
	for _, key := range k.keys {
		if plain, err := key.box().Open(nil, nil, sealed, []byte(use)); err == nil {
			return plain, true
		}
	}
	return nil, false
}

// box returns the cipher of what is sealed, which puts a random nonce before it.
func (k key) box() cipher.AEAD {
	box, err := cipher.NewGCMWithRandomNonce(block(k.of("seal")))
	if err != nil {
		panic(err)
	}
	return box
}
