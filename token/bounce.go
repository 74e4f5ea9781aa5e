package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

// bounceSize is the length of a bounce word, which is never that of a token.
const bounceSize = 1 + 8 + 24

// Bounce is the word in the return address of the letter out with a number from
// 0 to 2^40-1: whoever sends something there has had that letter in hand. It has
// a key of its own, opens no seat, and is "" for a number out of range or without
// a key.
func (k Keys) Bounce(letter int64) string {
	if letter < 0 || letter >= 1<<40 || len(k.keys) == 0 {
		return ""
	}
	return k.keys[0].bounceWord(letter)
}

// Bounced is the number of the letter out whose return address stands among the
// recipients of a report; false where none does. Recipients and mailbox are as
// for Find.
func (k Keys) Bounced(recipients []string, mailbox string) (letter int64, ok bool) {
	for _, r := range recipients {
		word := wordIn(r, mailbox)
		if len(word) != bounceSize || word[0] != 'b' {
			continue
		}
		number, err := encoding.DecodeString(word[1:9])
		if err != nil {
			continue
		}
		var wide [8]byte
		copy(wide[3:], number)
		letter = int64(binary.BigEndian.Uint64(wide[:]))
		for _, key := range k.keys {
			if hmac.Equal([]byte(key.bounceWord(letter)), []byte(word)) {
				return letter, true
			}
		}
	}
	return 0, false
}

func (k key) bounceWord(letter int64) string {
	var wide [8]byte
	binary.BigEndian.PutUint64(wide[:], uint64(letter))
	mac := hmac.New(sha256.New, k.bounce)
	mac.Write(wide[:])
	return "b" + encoding.EncodeToString(wide[3:]) + encoding.EncodeToString(mac.Sum(nil)[:15])
}
