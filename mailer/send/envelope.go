package send

import (
	"bytes"
	"errors"
	"time"

	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
)

// fault is what went wrong with a letter, and where.
type fault struct {
	at  stage
	err error
}

// stage is how far the handing over of a letter had come.
type stage uint8

const (
	atSender stage = iota
	atRecipient
	atData
	atBody // the final dot was never sent
	atDot  // the letter is whole: the relay may have it
)

// hand gives one letter to the relay; nil once it has it.
func (l *pooled) hand(from, to string, msg []byte, utf8 bool) *fault {
	msg = crlf(msg)
	if err := l.Mail(from, &smtp.MailOptions{Size: int64(len(msg)), UTF8: utf8}); err != nil {
		return &fault{at: atSender, err: err}
	}
	failpoint.At("relay.mail")
	if err := l.Rcpt(to, nil); err != nil {
		return &fault{at: atRecipient, err: err}
	}
	failpoint.At("relay.rcpt")
	body, err := l.Data()
	if err != nil {
		return &fault{at: atData, err: err}
	}
	failpoint.At("relay.data")
	_ = l.conn.SetDeadline(time.Now().Add(5 * l.CommandTimeout)) // in case the relay falls silent
	if _, err := body.Write(msg); err != nil {
		return &fault{at: atBody, err: err}
	}
	l.conn.dotted, l.conn.whole = true, false
	err = body.Close()
	l.conn.dotted = false
	var reply *smtp.SMTPError
	switch {
	case err == nil || errors.As(err, &reply) && reply.Code/100 == 2:
		return nil
	case l.conn.whole:
		return &fault{at: atDot, err: err}
	}
	return &fault{at: atBody, err: err}
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
