package postoffice

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	gomail "github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// ErrNotServing is returned by Send while the office takes in no letters.
var ErrNotServing = errors.New("the post office does not take in letters now")

// dialTimeout is how long Send waits for its own server.
const dialTimeout = 10 * time.Second

// Draft is a letter that somebody in the office's domain writes.
type Draft struct {
	From       string // an address in the domain
	To         string // one or more, as people write them, with commas between
	Subject    string
	Body       string   // plain text
	InReplyTo  string   // Message-ID of the letter answered, without angle brackets, or ""
	References []string // those before it
}

// Refused is a letter that was not sent, for a reason to tell its writer.
type Refused struct{ Why string }

func (e *Refused) Error() string { return e.Why }

// Send sends a letter the way a mail program does: by SMTP to the office's own port, with a
// copy into the writer's Sent folder. It fails with *Refused where the writer can mend it.
func (o *Office) Send(d Draft) error {
	from, err := parseAddress(d.From, o.domain)
	if err != nil {
		return &Refused{Why: err.Error()}
	}
	if strings.TrimSpace(d.To) == "" {
		return &Refused{Why: "Say to whom the letter goes."}
	}
	to, err := mail.ParseAddressList(d.To)
	if err != nil {
		return &Refused{Why: fmt.Sprintf("%q is not an address, nor several with commas between.", clip(d.To))}
	}
	raw, err := d.write(from.full, to, o.domain)
	if err != nil {
		return fmt.Errorf("write a letter: %w", err)
	}
	if err := o.submit(from.full, to, raw); err != nil {
		return err
	}
	f, err := o.folder(from.full, Sent)
	if err != nil {
		return err
	}
	_, err = f.add(incoming{raw: raw, time: time.Now(), flags: newFlags(imap.FlagSeen)})
	return err
}

// submit hands a letter to the office's SMTP port.
func (o *Office) submit(from string, to []*mail.Address, raw []byte) error {
	o.mu.Lock()
	port := o.smtpAddr
	o.mu.Unlock()
	if port == "" {
		return ErrNotServing
	}
	conn, err := net.DialTimeout("tcp", port, dialTimeout)
	if err != nil {
		return fmt.Errorf("send a letter: %w", err)
	}
	client := smtp.NewClient(conn)
	defer client.Close()
	var recipients []string
	for _, a := range to {
		recipients = append(recipients, a.Address)
	}
	err = client.SendMail(from, recipients, bytes.NewReader(raw))
	if answer, ok := errors.AsType[*smtp.SMTPError](err); ok && !answer.Temporary() {
		return &Refused{Why: answer.Message}
	}
	if err != nil {
		return fmt.Errorf("send a letter: %w", err)
	}
	return client.Quit()
}

// write makes the letter.
func (d Draft) write(from string, to []*mail.Address, domain string) ([]byte, error) {
	var h gomail.Header
	h.SetDate(time.Now())
	h.SetAddressList("From", []*gomail.Address{{Address: from}})
	h.SetAddressList("To", to)
	h.SetSubject(clean(d.Subject))
	h.SetMessageID(strings.ToLower(rand.Text()) + "@" + domain)
	if d.InReplyTo != "" {
		h.SetMsgIDList("In-Reply-To", []string{d.InReplyTo})
		h.SetMsgIDList("References", append(append([]string{}, d.References...), d.InReplyTo))
	}
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	var b bytes.Buffer
	w, err := gomail.CreateSingleInlineWriter(&b, h)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, strings.TrimRight(string(crlf([]byte(d.Body))), "\r\n")+"\r\n"); err != nil {
		return nil, err
	}
	return b.Bytes(), w.Close()
}
