package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/mime"
	"pitpost.example/mailer/render"
	"pitpost.example/mailer/send"
	"pitpost.example/token"
)

// letterTime is how long a letter from a mailbox to itself may take.
const letterTime = 2 * time.Minute

// automatic marks a letter of a program, so that a house which already reads the mailbox does nothing about it.
const automatic = "Auto-Submitted: auto-generated\r\n"

// firstLine is what a host writes to begin a match.
func firstLine() string {
	return "new " + catalog.GameNames()[0] + " with ana@example.org, bo@example.com"
}

// letters sends the mailbox the line with which a match begins: to where one begins, and to the address with an addition
// as answers will have.
func (c *setupCmd) letters(ctx context.Context, d *desk, s *settings.Settings) error {
	addresses := []string{s.Begin()}
	if s.Begin() == s.Address {
		addresses = append(addresses, token.ReplyAddress(s.Address, "setup"))
	}
	for _, to := range addresses {
		if err := c.letter(ctx, d, s, to); err != nil {
			return err
		}
	}
	return nil
}

// letter sends a letter to an address of the mailbox, waits for it, and makes sure that the house would take it and
// understand it as it came. It notes which server authenticates its sender.
func (c *setupCmd) letter(ctx context.Context, d *desk, s *settings.Settings, to string) error {
	subject := "Pitpost tries its mailbox " + rand.Text()
	raw, err := render.ComposeMessage(render.Message{From: render.Address{Addr: s.Address}, To: render.Address{Addr: to}, Subject: subject,
		MessageID: "<" + rand.Text() + "@" + s.Domain() + ">", Date: time.Now(), AutoSubmitted: "auto-generated", Text: firstLine() + "\n"})
	if err != nil {
		return err
	}
	relay, err := settings.NewRelay(string(s.SMTPURL), s.Account().OAuth, 1)
	if err != nil {
		return err
	}
	defer relay.Close()
	fmt.Fprintf(d.out, "A letter to %s … ", to)
	if out := relay.Send(ctx, s.Address, to, raw); out.Class != send.Delivered {
		return fmt.Errorf("the letter was not taken: %d %s %s", out.Code, out.Enhanced, out.Text)
	}
	ctx, cancel := context.WithTimeout(ctx, letterTime)
	defer cancel()
	begun := time.Now()
	came, err := imap.AwaitLetter(ctx, s.Account(), subject)
	if err != nil {
		return fmt.Errorf("it did not come back: %w. Look for it among the spam and in other folders; a mailbox whose address takes no additions after a plus sign cannot be used", err)
	}
	if err := wouldBeTaken(s, came); err != nil {
		return err
	}
	fmt.Fprintf(d.out, "came after %.0f s, and would be taken.\n", time.Since(begun).Seconds())
	if s.AuthservID == "" {
		c.AuthservID = voucher(came)
	}
	return nil
}

// wouldBeTaken returns an error unless the house would take a letter from the mailbox, and read its line in it.
func wouldBeTaken(s *settings.Settings, came []byte) error {
	header, _, _ := bytes.Cut(came, []byte("\r\n\r\n"))
	receiver := inbox.Receiver{Mailbox: s.Address, Also: settings.SplitList(s.Also)}
	if s.Mailbox == "shared" && !receiver.OursByHeader(header) {
		return errors.New("it came, but its header no longer names the address that it was sent to, so the house would leave it alone; only a mailbox of its own can be used here (--mailbox own)")
	}
	person := bytes.Replace(came, []byte(automatic), nil, 1)
	said := inbox.ExplainLetter(person, inbox.ExplainOptions{Mailbox: s.Address, AuthservID: s.AuthservID, Words: inbox.NewLineReader(nil, "en", terminal.EnglishPrinter())})
	if len(said.Commands) != 1 || said.Commands[0].Text != firstLine() {
		return fmt.Errorf("it came, but not as it was sent: its line was %q, and now it says %q", firstLine(), strings.TrimSpace(said.Kept))
	}
	return nil
}

// voucher returns the server that authenticates senders: the first word of the topmost Authentication-Results.
func voucher(raw []byte) string {
	fields, _, _ := mime.SplitHeader(raw) // empty if it is too large to be read
	words := strings.FieldsFunc(fields.Get("authentication-results"), func(r rune) bool { return r == ';' || r == ' ' })
	if len(words) == 0 {
		return ""
	}
	return words[0]
}
