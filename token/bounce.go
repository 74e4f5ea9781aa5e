package token

import (
	"crypto/hmac"
	"encoding/binary"
)

// Two words prove that their bearer had a letter of ours in hand, and no answer to it shows
// either: the one in its return address, and the mark in its header. Neither opens a seat.
const (
	useReturn = "return"
	useMark   = "mark"
)

// Bounce is the word in the return address of the letter out with a number.
func (k Keys) Bounce(letter int64) string {
	word := k.Hide(useReturn, letter)
	if word == "" {
		return ""
	}
	return "b" + word
}

// Bounced is the number of the letter out whose return address stands among the recipients of
// a report; false where none does. Recipients and mailbox are as for Find.
func (k Keys) Bounced(recipients []string, mailbox string) (letter int64, ok bool) {
	for _, r := range recipients {
		if word := wordIn(r, mailbox); word != "" && word[0] == 'b' {
			if letter, ok = k.Reveal(useReturn, word[1:]); ok {
				return letter, true
			}
		}
	}
	return 0, false
}

// Mark is the word in the header of the letter out with a number.
func (k Keys) Mark(letter int64) string { return k.Hide(useMark, letter) }

// Marked is the number of the letter out that bears a mark; false for no mark of ours.
func (k Keys) Marked(word string) (letter int64, ok bool) { return k.Reveal(useMark, word) }

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
