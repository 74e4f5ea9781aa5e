package send

import (
	"bytes"
	"errors"
	"time"

	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
)

// stage is how far the handing over of a letter had come.
type stage uint8

const (
	atSender stage = iota
	atRecipient
	atData
	atBody // the final dot was never sent
	atDot  // the letter is whole: the relay may have it
)

// hand gives one letter to the relay, and says how far it came where that went wrong.
func (l *pooled) hand(from, to string, msg []byte, utf8 bool) (stage, error) {
	msg = crlf(msg)
	if err := l.Mail(from, &smtp.MailOptions{Size: int64(len(msg)), UTF8: utf8}); err != nil {
		return atSender, err
	}
	failpoint.At("relay.mail")
	if err := l.Rcpt(to, nil); err != nil {
		return atRecipient, err
	}
	failpoint.At("relay.rcpt")
	body, err := l.Data()
	if err != nil {
		return atData, err
	}
	failpoint.At("relay.data")
	_ = l.conn.SetDeadline(time.Now().Add(5 * l.CommandTimeout)) // in case the relay falls silent
	if _, err := body.Write(msg); err != nil {
		return atBody, err
	}
	l.conn.dotted, l.conn.whole = true, false
	err = body.Close()
	l.conn.dotted = false
	reply, answered := errors.AsType[*smtp.SMTPError](err)
	switch {
	case err == nil || answered && reply.Code/100 == 2:
		return atDot, nil
	case l.conn.whole:
		return atDot, err
	}
	return atBody, err
}

// gone says that the connection is of no more use.
func gone(err error) bool {
	code := outcomeOf(err, Later).Code
	return code == 0 || code == 421
}

// crlf makes all line ends CRLF, so that no bare one can end the letter early.
func crlf(msg []byte) []byte {
	flat := bytes.ReplaceAll(bytes.ReplaceAll(msg, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(flat, []byte("\n"), []byte("\r\n"))
}

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
