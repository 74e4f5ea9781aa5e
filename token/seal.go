package token

import (
	"crypto/cipher"
	"crypto/rand"
)

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
	box, err := cipher.NewGCM(block(k.seal))
	if err != nil {
		panic(err)
	}
	return box
}
