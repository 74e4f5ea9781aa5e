package send

import (
	"bytes"
	"errors"
	"time"

	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
)

// stage is how far the SMTP dialogue for a letter got.
type stage uint8

const (
	atSender stage = iota
	atRecipient
	atData
	atBody // the final dot was not sent
	atDot  // the final dot was sent, so the relay may have the letter
)

// hand sends one letter over the connection. On an error it returns the stage that was reached.
func (l *pooled) hand(from, to string, msg []byte, utf8 bool) (stage, error) {
	msg = crlf(msg)
	if err := l.Mail(from, &smtp.MailOptions{Size: int64(len(msg)), UTF8: utf8}); err != nil {
		return atSender, err
	}
	failpoint.KillAt("relay.mail")
	if err := l.Rcpt(to, nil); err != nil {
		return atRecipient, err
	}
	failpoint.KillAt("relay.rcpt")
	body, err := l.Data()
	if err != nil {
		return atData, err
	}
	failpoint.KillAt("relay.data")
	_ = l.conn.SetDeadline(time.Now().Add(5 * l.CommandTimeout)) // in case the relay stops answering
	if _, err := body.Write(msg); err != nil {
		return atBody, err
	}
	l.conn.awaitsDotReply, l.conn.dotSent = true, false
	err = body.Close()
	l.conn.awaitsDotReply = false
	reply, answered := errors.AsType[*smtp.SMTPError](err)
	switch {
	case err == nil || answered && reply.Code/100 == 2:
		return atDot, nil
	case l.conn.dotSent:
		return atDot, err
	}
	return atBody, err
}

// crlf makes all line ends CRLF, so that a bare CR or LF cannot end the letter early. A letter that has no others, as
// ours are written, is returned as it is.
func crlf(msg []byte) []byte {
	whole := bytes.Count(msg, []byte("\r\n"))
	if bytes.Count(msg, []byte("\n")) == whole && bytes.Count(msg, []byte("\r")) == whole {
		return msg
	}
	flat := bytes.ReplaceAll(bytes.ReplaceAll(msg, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(flat, []byte("\n"), []byte("\r\n"))
}

// Class says what a relay's answer means for the letter.
type Class uint8

// The classes of answers. The zero Answer is Unknown, so an unset one never counts as delivered.
const (
	// Unknown: the connection broke after the whole letter was sent, so the relay may have it.
	Unknown Class = iota
	// Delivered: the relay has accepted the letter.
	Delivered
	// Later: the relay has not accepted it now; another try may succeed.
	Later
	// Never: the relay refuses the address or the letter for good.
	Never
)

// Answer is the result of one try to hand over a letter.
type Answer struct {
	Class    Class
	Code     int    // SMTP reply code, 0 without a reply
	Enhanced string // enhanced code such as 5.1.1, "" if the relay gave none
	Text     string // the relay's text, in one line
	// Why says in words of ours why the relay was not to be had, or refused the log-in; "" if it answered for the letter.
	Why string
	// BadAddress is set with Never if the recipient's address does not work. Otherwise the relay objects to
	// the letter, or to us.
	BadAddress bool
	// BadSender is set with Never if the relay refuses the return address.
	BadSender bool
}

// pauses are the first waits between tries. After them each wait is four hours, for five days.
var pauses = [...]time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour}

// RetryDelay returns how long to wait before the next try, given the number of tries so far; 0 means give up.
func RetryDelay(class Class, tries int) time.Duration {
	const rest, most = 4 * time.Hour, 5 * 24 * time.Hour
	switch {
	case class == Never || class == Delivered:
		return 0
	case tries <= len(pauses):
		return pauses[max(tries, 1)-1]
	case time.Duration(tries-len(pauses))*rest > most:
		return 0
	}
	return rest
}
