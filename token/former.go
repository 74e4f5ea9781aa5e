package token

import (
	"crypto/hmac"
	"encoding/binary"
)

// formerSize is the length of a return address's word that holds the number openly.
const formerSize = 1 + 8 + 24

// FormerBounced is Bounced for letters that left before numbers were hidden.
func (k Keys) FormerBounced(recipients []string, mailbox string) (letter int64, ok bool) {
	for _, r := range recipients {
		word := wordIn(r, mailbox)
		if len(word) != formerSize || word[0] != 'b' {
			continue
		}
		number, err := encoding.DecodeString(word[1:9])
		if err != nil {
			continue
		}
		var wide [8]byte
		copy(wide[3:], number)
		for _, key := range k.keys {
			if proof := encoding.EncodeToString(sum(key.bounce, wide[:])[:15]); hmac.Equal([]byte(proof), []byte(word[9:])) {
				return int64(binary.BigEndian.Uint64(wide[:])), true
			}
		}
	}
	return 0, false
}
