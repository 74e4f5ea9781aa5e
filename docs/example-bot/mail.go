package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/smtp"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message/mail"
)

// playMail reads a mailbox as a player's mail program does, and answers letters until a match ends:
// an invitation with yes and a request for turn.json, and each turn with a move.
func playMail(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("mail", flag.ContinueOnError)
	out := flags.String("smtp", "127.0.0.1:2525", "where letters are sent")
	in := flags.String("imap", "127.0.0.1:1143", "where they are read, without TLS")
	password := flags.String("password", "any", "of the mailbox")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		return errors.Join(err, errors.New("name one address"))
	}
	b := &box{address: flags.Arg(0), smtp: *out, played: map[int]bool{}}
	c, err := imapclient.DialInsecure(*in, nil)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Login(b.address, *password).Wait(); err != nil {
		return err
	}
	for seen := uint32(0); ; {
		letters, last, err := look(c, seen)
		if err != nil {
			return err
		}
		seen = last
		for _, raw := range letters {
			if ended, err := b.answer(raw); err != nil || ended {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// look returns the letters with a UID above seen, and the highest UID.
func look(c *imapclient.Client, seen uint32) (letters [][]byte, last uint32, err error) {
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		return nil, seen, err
	}
	above := imap.UIDSet{imap.UIDRange{Start: imap.UID(seen + 1)}} // no end: up to the newest
	found, err := c.Fetch(above, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	if err != nil {
		return nil, seen, err
	}
	last = seen
	for _, m := range found {
		if uint32(m.UID) <= seen { // an open range always includes the newest letter
			continue
		}
		last = max(last, uint32(m.UID))
		for _, part := range m.BodySection {
			letters = append(letters, part.Bytes)
		}
	}
	return letters, last, nil
}

// box is the mailbox that plays a seat.
type box struct {
	address, smtp string
	played        map[int]bool // steps that it has answered
}

// answer does what a letter asks for; ended reports whether the match has ended.
func (b *box) answer(raw []byte) (ended bool, err error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return false, err
	}
	t, text, err := parts(r)
	if err != nil {
		return false, err
	}
	switch {
	case t != nil && t.over():
		return true, nil
	case t != nil && len(t.Legal) > 0 && !b.played[t.Step]:
		b.played[t.Step] = true
		return false, b.send(&r.Header, choose(t))
	case t == nil && strings.Contains(text, "“yes”"):
		return false, b.send(&r.Header, "yes\nattach json")
	}
	return false, nil
}

// parts returns turn.json, or nil if the letter has none, and the text of a letter.
func parts(r *mail.Reader) (t *turn, text string, err error) {
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return t, text, nil
		}
		if err != nil {
			return nil, "", err
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			return nil, "", err
		}
		switch h := p.Header.(type) {
		case *mail.AttachmentHeader:
			if name, _ := h.Filename(); name == "turn.json" {
				t = &turn{}
				if err := json.Unmarshal(body, t); err != nil {
					return nil, "", err
				}
			}
		case *mail.InlineHeader:
			if kind, _, _ := h.ContentType(); kind == "text/plain" {
				text += string(body)
			}
		}
	}
}

// send answers a letter as any mail program does: to its Reply-To, with its Message-ID in
// In-Reply-To.
func (b *box) send(h *mail.Header, words string) error {
	to, err := h.AddressList("Reply-To")
	if err != nil || len(to) == 0 {
		return fmt.Errorf("nobody to answer: %w", err)
	}
	id, err := h.MessageID()
	if err != nil {
		return err
	}
	subject, err := h.Subject()
	if err != nil {
		return err
	}
	var out mail.Header
	out.SetAddressList("From", []*mail.Address{{Address: b.address}})
	out.SetAddressList("To", to)
	out.SetSubject("Re: " + strings.TrimPrefix(subject, "Re: "))
	out.SetMsgIDList("In-Reply-To", []string{id})
	out.SetDate(time.Now())
	if err := out.GenerateMessageID(); err != nil {
		return err
	}
	out.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	var letter bytes.Buffer
	w, err := mail.CreateSingleInlineWriter(&letter, out)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, words+"\n"); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return smtp.SendMail(b.smtp, nil, b.address, []string{to[0].Address}, letter.Bytes())
}
