package attacks

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message/mail"
)

// letter is a letter to the house. Fields that are not set get usual values: addressed to the house, without a
// subject, in a new thread.
type letter struct {
	from, to, subject, body string
	answers                 *received // answers this letter, by its token and its Message-ID
	token                   *received // has this letter's token, but not its Message-ID
	head                    string    // further header lines, each with CRLF
	id                      string
}

// wrote is the result of a letter.
type wrote struct {
	id, state, why string
	took           time.Duration // until the house had decided
}

// raw encodes the letter as a mail program would.
func (h *house) raw(l *letter) []byte {
	h.letters++
	if l.id == "" {
		l.id = fmt.Sprintf("%d.attack@example.org", h.letters)
	}
	if l.to == "" {
		l.to = desk
	}
	head := l.head
	if ref := l.answers; ref != nil {
		l.to = ref.reply
		head += "In-Reply-To: <" + ref.id + ">\r\nReferences: <" + ref.id + ">\r\n"
	}
	if l.token != nil {
		l.to = l.token.reply
	}
	head += "From: " + l.from + "\r\nTo: " + l.to + "\r\nSubject: " + l.subject + "\r\nMessage-ID: <" + l.id + ">\r\n"
	return []byte(head + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(l.body, "\n", "\r\n") + "\r\n")
}

// net delivers a letter by LMTP, as one from the internet.
func (h *house) net(l letter) wrote {
	h.Helper()
	begun := time.Now()
	raw := h.raw(&l)
	if answer := h.bring(h.lmtp, "LHLO", l.to, raw); !strings.HasPrefix(answer, "2") {
		return wrote{id: l.id, state: answer, took: time.Since(begun)}
	}
	return h.decided(l.id, begun)
}

// vouched delivers a letter by LMTP whose sender the receiving server has authenticated.
func (h *house) vouched(l letter) wrote {
	h.Helper()
	l.head = "Authentication-Results: " + voucher + "; dmarc=pass header.from=" + hostOf(l.from) + "\r\n" + l.head
	return h.net(l)
}

// post delivers a letter by the built-in post office, which authenticates its users.
func (h *house) post(l letter) wrote {
	h.Helper()
	begun := time.Now()
	h.drop(&l)
	return h.decided(l.id, begun)
}

// drop leaves a letter at the post office and does not wait for the result.
func (h *house) drop(l *letter) {
	h.Helper()
	raw := h.raw(l)
	if answer := h.bring(h.smtp, "EHLO", l.to, raw); !strings.HasPrefix(answer, "2") {
		h.Fatalf("the post office does not take a letter of %s: %s", l.from, answer)
	}
}

// decided waits until the house has decided about a letter.
func (h *house) decided(id string, begun time.Time) (w wrote) {
	h.Helper()
	w.id = id
	h.soon("the letter "+id+" is decided about", func() bool {
		end := h.text("select state || ' ' || why from letters where trim(both '<>' from message_id) = $1", id)
		w.state, w.why, _ = strings.Cut(end, " ")
		return end != ""
	})
	w.took = time.Since(begun)
	return w
}

// did posts a letter that must be carried out.
func (h *house) did(l letter) {
	h.Helper()
	if w := h.post(l); w.state != "apply" {
		h.Fatalf("%s: %q ended as %s (%s)", l.from, l.body, w.state, w.why)
	}
}

func hostOf(from string) string {
	return strings.TrimRight(from[strings.LastIndexByte(from, '@')+1:], ">")
}

// bring sends bytes to a mail server unchanged, and returns its final answer.
func (h *house) bring(at, hello, to string, raw []byte) string {
	h.Helper()
	conn, err := net.DialTimeout("tcp", at, 10*time.Second)
	if err != nil {
		h.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Minute))
	text := textproto.NewReader(bufio.NewReader(conn))
	said := func() string {
		code, message, err := text.ReadResponse(0)
		var refused *textproto.Error
		if err != nil && !errors.As(err, &refused) {
			return err.Error()
		}
		return fmt.Sprintf("%d %s", code, message)
	}
	if greeting := said(); !strings.HasPrefix(greeting, "2") {
		return greeting
	}
	for _, command := range []string{hello + " attacker.example", "MAIL FROM:<attacker@example.org>", "RCPT TO:<" + to + ">", "DATA"} {
		fmt.Fprintf(conn, "%s\r\n", command)
		if answer := said(); answer[0] != '2' && answer[0] != '3' {
			return answer
		}
	}
	raw = bytes.ReplaceAll(raw, []byte("\n."), []byte("\n.."))
	if _, err := conn.Write(append(raw, "\r\n.\r\n"...)); err != nil {
		return err.Error()
	}
	return said()
}

// received is a letter from the house.
type received struct {
	to, purpose string
	id, reply   string
	subject     string
	text        string
	turn        turn
	header      mail.Header
	raw         []byte
}

// turn is the content of turn.json.
type turn struct {
	Match int64    `json:"match"`
	Seat  string   `json:"seat"`
	Step  int      `json:"step"`
	Legal []string `json:"legal"`
}

// read waits until all is sent and returns the last letter to an address for a purpose ("" for any).
func (h *house) read(address, purpose string) *received {
	h.Helper()
	h.quiet()
	all := h.mail(address, purpose)
	if len(all) == 0 {
		h.Fatalf("no %s for %s\n%s", purpose, address, h.log.String())
	}
	return all[len(all)-1]
}

// mail returns all letters to an address for a purpose ("" for any), in the order in which they are in its
// mailbox at the post office.
func (h *house) mail(address, purpose string) (all []*received) {
	h.Helper()
	h.fetch(address)
	for _, r := range h.boxes[address] {
		if purpose == "" || r.purpose == purpose {
			all = append(all, r)
		}
	}
	return all
}

// fetch fetches what is new in a mailbox.
func (h *house) fetch(address string) {
	h.Helper()
	c, err := imapclient.DialInsecure(h.imap, nil)
	if err != nil {
		h.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(address, "any").Wait(); err != nil {
		h.Fatal(err)
	}
	if _, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		h.Fatal(err)
	}
	from := imap.UID(len(h.boxes[address]) + 1) // no letter is ever deleted there
	body := &imap.FetchItemBodySection{Peek: true}
	list, err := c.Fetch(imap.UIDSet{imap.UIDRange{Start: from}}, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{body}}).Collect()
	if err != nil {
		h.Fatal(err)
	}
	for _, m := range list {
		if m.UID < from { // the range "7:*" includes the last letter even if its UID is below 7
			continue
		}
		r := &received{to: address, raw: m.BodySection[0].Bytes}
		if err := r.parse(); err != nil {
			h.Fatalf("a letter to %s: %v\n%s", address, err, r.raw)
		}
		r.purpose = h.text("select purpose from outbox where trim(both '<>' from message_id) = $1", r.id)
		h.boxes[address] = append(h.boxes[address], r)
	}
}

func (r *received) parse() error {
	m, err := mail.CreateReader(bytes.NewReader(r.raw))
	if err != nil {
		return err
	}
	r.header = m.Header
	if r.id, err = m.Header.MessageID(); err != nil {
		return err
	}
	if r.subject, err = m.Header.Subject(); err != nil {
		return err
	}
	if to, err := m.Header.AddressList("Reply-To"); err == nil && len(to) == 1 {
		r.reply = to[0].Address
	}
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			return err
		}
		switch kind, _, _ := strings.Cut(part.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) {
		case "text/plain", "text/html":
			r.text += string(body) + "\n"
		case "application/json":
			if err := json.Unmarshal(body, &r.turn); err != nil {
				return err
			}
		}
	}
}
