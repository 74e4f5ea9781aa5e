package send

import "time"

// Class is what a relay's answer means for a letter.
type Class uint8

// The classes of answers. An Outcome nobody filled in is Unknown, never
// Delivered.
const (
	// Unknown: the link broke after the letter was whole; the relay may have it.
	Unknown Class = iota
	// Delivered: the relay has it.
	Delivered
	// Later: not now; nothing was taken.
	Later
	// Never: the address or the letter is refused for good.
	Never
)

// Outcome is what became of one try to hand a letter over.
type Outcome struct {
	Class    Class
	Code     int    // of the reply, 0 without one
	Enhanced string // such as 5.1.1, "" without
	Text     string // the relay's words, one line
	// BadAddress says of a Never that it is the recipient's address which does
	// not work; else the relay minds the letter, or us.
	BadAddress bool
	// BadSender says of a Never that the relay will have no letter from the
	// return address it was given.
	BadSender bool
}

// pauses between tries; after the last it is four hours, for five days.
var pauses = [...]time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour}

// Backoff is how long to wait after so many tries, 0 to give the letter up.
func Backoff(class Class, tries int) time.Duration {
	const rest, most = 4 * time.Hour, 5 * 24 * time.Hour
	switch {
	case class == Never || class == Delivered:
		return 0
	case tries < 1:
		return pauses[0]
	case tries <= len(pauses):
		return pauses[tries-1]
	case time.Duration(tries-len(pauses))*rest > most:
		return 0
	}
	return rest
}
