package postoffice

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"pitpost.example/inbox/mime"
)

const (
	// MaxLetter is the largest letter that the office accepts, in bytes.
	MaxLetter = 10 << 20
	// maxLine is far more than the standard allows, because local programs write long lines of HTML.
	maxLine = 1 << 20
	// idle is how long a session may be silent.
	idle = 5 * time.Minute
)

var tooBig = fmt.Sprintf("the letter is too big: this post office takes at most %d bytes", MaxLetter)

// ServeSMTP accepts letters on a loopback listener until the office is closed.
func (o *Office) ServeSMTP(l net.Listener) error {
	return o.serve("SMTP", l, func(l net.Listener) error { return o.smtp.Serve(mime.OneCR(l)) })
}

func (o *Office) newSMTP() *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		host, _, _ := net.SplitHostPort(c.Conn().RemoteAddr().String()) // the address of a TCP connection always has both
		name := strings.ToLower(c.Hostname())                           // its HELO name, if that may stand in a header
		if !isHostName(name) {
			name = "unknown"
		}
		return &submission{office: o, peer: fmt.Sprintf("%s ([%s])", name, host)}, nil
	}))
	s.Domain = o.domain
	s.MaxMessageBytes = MaxLetter
	s.MaxLineLength = maxLine
	s.ReadTimeout, s.WriteTimeout = idle, idle
	s.AllowInsecureAuth = true
	s.EnableSMTPUTF8 = true
	// Clients are told what they did wrong. A log of it would quote letters.
	s.ErrorLog = log.New(io.Discard, "", 0)
	return s
}

// submission is an SMTP session.
type submission struct {
	office *Office
	peer   string
	from   string
	to     []address
}

var _ smtp.AuthSession = (*submission)(nil)

// AuthMechanisms returns the mechanisms for a log-in. None is required.
func (s *submission) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth lets everybody in, because only programs on this machine reach a loopback port.
func (s *submission) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(string, string, string) error { return nil }), nil
}

// Mail begins a letter.
func (s *submission) Mail(from string, _ *smtp.MailOptions) error {
	s.Reset()
	if strings.ContainsAny(from, "<>\r\n\x00") {
		return refusal(553, smtp.EnhancedCode{5, 1, 7}, "the sender's address is malformed")
	}
	s.from = from
	return nil
}

// Rcpt adds a recipient, and refuses those that have no mailbox here.
func (s *submission) Rcpt(to string, _ *smtp.RcptOptions) (err error) {
	s.to, err = s.office.recipient(s.to, to)
	if bad, ok := errors.AsType[*badAddress](err); ok {
		if bad.foreign {
			return refusal(550, smtp.EnhancedCode{5, 7, 1}, bad.why)
		}
		return refusal(550, smtp.EnhancedCode{5, 1, 3}, bad.why)
	}
	return nil
}

// recipient adds a recipient to a list, unless it is there already.
func (o *Office) recipient(to []address, text string) ([]address, error) {
	a, err := parseAddress(text, o.domain)
	if err != nil || slices.ContainsFunc(to, func(other address) bool { return other.local == a.local && strings.EqualFold(other.full, a.full) }) {
		return to, err
	}
	return append(to, a), nil
}

// Data stores the letter. It returns nil only if the letter is on the disk in every recipient's mailbox.
func (s *submission) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	switch {
	case errors.Is(err, smtp.ErrDataTooLarge):
		return refusal(552, smtp.EnhancedCode{5, 3, 4}, tooBig)
	case errors.Is(err, smtp.ErrTooLongLine):
		return refusal(554, smtp.EnhancedCode{5, 6, 0}, fmt.Sprintf("the letter has a line of more than %d bytes", maxLine))
	case err != nil:
		return refusal(451, smtp.EnhancedCode{4, 4, 2}, "the letter did not come through whole")
	}
	e := envelope{from: s.from, peer: s.peer, at: time.Now()}
	if err := s.office.deliver(crlf(raw), s.to, e); err != nil {
		return refusal(451, smtp.EnhancedCode{4, 3, 0}, "the letter could not be kept; try again later")
	}
	return nil
}

// Reset drops the letter that was begun.
func (s *submission) Reset() { s.from, s.to = "", nil }

// Logout ends the session.
func (s *submission) Logout() error { return nil }

func refusal(code int, enhanced smtp.EnhancedCode, why string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: why}
}

// deliver puts a letter into the mailbox of each recipient.
func (o *Office) deliver(raw []byte, to []address, e envelope) error {
	for _, a := range to {
		m, err := o.mailbox(a)
		if err != nil {
			return err
		}
		f, err := m.folder(Inbox)
		if err != nil {
			return err
		}
		if _, err := f.add(incoming{raw: stamp(raw, a, e, o.domain), time: e.at}); err != nil {
			return err
		}
	}
	return nil
}
