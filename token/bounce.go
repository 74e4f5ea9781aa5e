package token

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
