package mailer

import (
	"bytes"
	"fmt"
	"strconv"

	"pitpost/failpoint"
)

// fault is what went wrong with a letter, and where.
type fault struct {
	at  stage
	err error
	// open says that the relay waits for a letter all the same: nothing but the end of the
	// connection tells it that none comes.
	open bool
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

// hand gives one letter to the relay; nil once it has it. Where the relay can have it so,
// sender, recipient and the announcement of the letter go in one breath (RFC 2920).
func (w *wire) hand(from, to string, msg []byte, utf8 bool) *fault {
	msg = crlf(msg)
	mail := "MAIL FROM:<" + from + ">"
	if w.offered("8BITMIME") {
		mail += " BODY=8BITMIME"
	}
	if w.offered("SIZE") {
		mail += " SIZE=" + strconv.Itoa(len(msg))
	}
	if utf8 {
		mail += " SMTPUTF8"
	}
	commands := [3]string{mail, "RCPT TO:<" + to + ">", "DATA"}
	announce := w.oneByOne
	if w.offered("PIPELINING") {
		announce = w.inOneBreath
	}
	if f := announce(commands); f != nil {
		return f
	}
	return w.body(msg)
}

// wanted are the answers to the three commands, and the places a killed process may be at
// after each.
var (
	wanted = [3]string{"25", "25", "354"}
	passed = [3]string{"relay.mail", "relay.rcpt", "relay.data"}
)

func (w *wire) oneByOne(commands [3]string) *fault {
	for i, c := range commands {
		if _, err := w.ask(wanted[i], c); err != nil {
			return &fault{at: stage(i), err: err}
		}
		failpoint.At(passed[i])
	}
	return nil
}

func (w *wire) inOneBreath(commands [3]string) (f *fault) {
	w.patience(w.timeout)
	w.out = w.out[:0]
	for _, c := range commands {
		w.out = append(append(w.out, c...), '\r', '\n')
	}
	if _, err := w.conn.Write(w.out); err != nil {
		return &fault{at: atSender, err: err}
	}
	for i := range commands {
		w.patience(w.timeout)
		_, err := w.hear(wanted[i])
		switch {
		case err == nil && f == nil:
			failpoint.At(passed[i])
		case err == nil:
			f.open = stage(i) == atData
		case f == nil:
			f = &fault{at: stage(i), err: err}
		}
		if err != nil && gone(err) {
			break // no further answer comes
		}
	}
	return f
}

// gone says that the connection is of no more use.
func gone(err error) bool {
	code := outcomeOf(err, Later).Code
	return code == 0 || code == 421
}

// body sends a letter and its final dot in one write, and hears what becomes of it.
func (w *wire) body(msg []byte) *fault {
	w.patience(5 * w.timeout)
	w.out = stuffed(w.out[:0], msg)
	if _, err := w.conn.Write(w.out); err != nil {
		return &fault{at: atBody, err: err} // of which the dot is the last
	}
	failpoint.At("relay.dot")
	w.patience(5 * w.timeout)
	if _, err := w.hear("2"); err != nil {
		return &fault{at: atDot, err: err}
	}
	return nil
}

// stuffed appends a letter of whole lines as it travels: a line that begins with a dot gets
// another before it, and a dot alone is the end.
func stuffed(out, msg []byte) []byte {
	if bytes.HasPrefix(msg, []byte(".")) {
		out = append(out, '.')
	}
	for {
		i := bytes.Index(msg, []byte("\n."))
		if i < 0 {
			break
		}
		out = append(append(out, msg[:i+1]...), '.')
		msg = msg[i+1:]
		out, msg = append(out, msg[0]), msg[1:]
	}
	out = append(out, msg...)
	if !bytes.HasSuffix(out, []byte("\r\n")) {
		out = append(out, '\r', '\n')
	}
	return append(out, '.', '\r', '\n')
}

// crlf makes all line ends CRLF, so that no bare one can end the letter early.
func crlf(msg []byte) []byte {
	if wholeLines(msg) {
		return msg
	}
	flat := bytes.ReplaceAll(bytes.ReplaceAll(msg, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(flat, []byte("\n"), []byte("\r\n"))
}

// wholeLines says whether each line ends in CRLF, and none has another CR in it.
func wholeLines(msg []byte) bool {
	if bytes.Count(msg, []byte{'\r'}) != bytes.Count(msg, []byte{'\n'}) {
		return false
	}
	for at := 0; ; {
		i := bytes.IndexByte(msg[at:], '\n')
		if i < 0 {
			return true
		}
		if at += i; at == 0 || msg[at-1] != '\r' {
			return false
		}
		at++
	}
}

// tooLarge says in advance that the relay takes no letter of that size; "" if it may.
func (w *wire) tooLarge(size int) string {
	if most, err := strconv.Atoi(w.offers["SIZE"]); err == nil && most > 0 && size > most {
		return fmt.Sprintf("the letter has %d bytes, the relay takes %d", size, most)
	}
	return ""
}
