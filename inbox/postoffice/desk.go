package postoffice

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	gomail "github.com/emersion/go-message/mail"
)

// Count tells how many letters a folder has.
type Count struct {
	Name            string // of the folder, or the address of the mailbox whose INBOX it is
	Letters, Unread int
}

// Boxes lists all mailboxes, sorted.
func (o *Office) Boxes() ([]Count, error) {
	var boxes []Count
	err := o.all(func(local string, m *mailbox) error {
		f, err := m.folder(Inbox)
		if err == nil {
			boxes = append(boxes, f.count(local+"@"+o.domain))
		}
		return err
	})
	return boxes, err
}

// Folders lists the folders of a mailbox, INBOX first.
func (o *Office) Folders(addr string) ([]Count, error) {
	m, err := o.box(addr)
	if err != nil {
		return nil, err
	}
	var list []Count
	err = m.each(func(f *folder) error {
		list = append(list, f.count(f.name))
		return nil
	})
	return list, err
}

// Letters lists the newest letters of a folder, at most limit of them, newest first. It returns an error if
// the address has no mailbox here or the folder does not exist.
func (o *Office) Letters(addr, folderName string, limit int) ([]Summary, error) {
	f, err := o.folder(addr, folderName)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	newest := slices.Clone(f.letters[max(0, len(f.letters)-limit):])
	f.mu.Unlock()
	slices.Reverse(newest)
	var list []Summary
	for _, l := range newest {
		now, raw, err := f.read(l.uid)
		if err != nil {
			continue // it has been removed meanwhile
		}
		header, _ := headAndBody(raw)
		s := summarize(header)
		s.stored(now)
		list = append(list, s)
	}
	return list, nil
}

// Read returns a letter.
func (o *Office) Read(addr, folderName string, uid uint32) (*Letter, error) {
	f, err := o.folder(addr, folderName)
	if err != nil {
		return nil, err
	}
	stored, raw, err := f.read(imap.UID(uid))
	if err != nil {
		return nil, err
	}
	l := ParseLetter(raw)
	l.stored(stored)
	return &l, nil
}

// MarkSeen marks a letter as read.
func (o *Office) MarkSeen(addr, folderName string, uid uint32) error {
	f, err := o.folder(addr, folderName)
	if err != nil {
		return err
	}
	return f.markSeen([]imap.UID{imap.UID(uid)}, nil)
}

// Owns reports whether an address belongs to the office's domain, and returns the address of its mailbox.
func (o *Office) Owns(addr string) (string, bool) {
	a, err := parseAddress(strings.TrimSpace(addr), o.domain)
	return a.local + "@" + o.domain, err == nil
}

func (o *Office) folder(addr, name string) (*folder, error) {
	m, err := o.box(addr)
	if err != nil {
		return nil, err
	}
	return m.folder(name)
}

// box returns the mailbox for an address as people write it.
func (o *Office) box(addr string) (*mailbox, error) {
	a, err := parseAddress(addr, o.domain)
	if err != nil {
		return nil, err
	}
	return o.mailbox(a)
}

// Draft is a letter that somebody in the office's domain writes.
type Draft struct {
	From       string // an address in the domain
	To         string // one or more addresses, as people write them, separated by commas
	Subject    string
	Body       string   // plain text
	InReplyTo  string   // Message-ID of the answered letter without angle brackets, or ""
	References []string // the Message-IDs before it in the thread
}

// Refused is the error for a letter that was not sent, with a reason for its writer.
type Refused struct{ Why string }

func (e *Refused) Error() string { return e.Why }

// Send delivers a letter as if it had come by SMTP from this machine, and puts a copy into the writer's Sent
// folder. It returns *Refused for errors that the writer can correct.
func (o *Office) Send(d Draft) error {
	from, err := parseAddress(d.From, o.domain)
	if err != nil {
		return &Refused{Why: err.Error()}
	}
	if strings.TrimSpace(d.To) == "" {
		return &Refused{Why: "Say to whom the letter goes."}
	}
	list, err := mail.ParseAddressList(d.To)
	if err != nil {
		return &Refused{Why: fmt.Sprintf("%q is not an address, nor several with commas between.", clip(d.To))}
	}
	var to []address
	for _, one := range list {
		if to, err = o.recipient(to, one.Address); err != nil {
			return &Refused{Why: err.Error()}
		}
	}
	raw, err := d.write(from.full, list, o.domain)
	if err != nil {
		return fmt.Errorf("write a letter: %w", err)
	}
	if len(raw) > MaxLetter {
		return &Refused{Why: tooBig}
	}
	at := time.Now()
	if err := o.deliver(raw, to, envelope{from: from.full, peer: "localhost ([127.0.0.1])", at: at}); err != nil {
		return fmt.Errorf("send a letter: %w", err)
	}
	f, err := o.folder(from.full, Sent)
	if err != nil {
		return err
	}
	_, err = f.add(incoming{raw: raw, time: at, flags: newFlags(imap.FlagSeen)})
	return err
}

// write returns the draft as a mail.
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
