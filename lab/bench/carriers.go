package bench

import (
	"bytes"
	"fmt"
	"io"
	"net"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"

	"pitpost.example/model"
)

// carriersMany is how many connections deliver the players' letters.
const carriersMany = 8

// carriers deliver letters by one way in, each over a connection of its own.
type carriers struct {
	free   chan *carrier
	commit bool // the answer to a delivery means that the letter is committed
}

// carrier is a connection; put delivers a letter and returns when it is accepted.
type carrier struct {
	io.Closer
	put func(from, to string, raw []byte) error
}

// carriers opens the connections for a way in. With LMTP they go to all processes in turn.
func (b *bench) carriers(door string) *carriers {
	defer during("the door %s", door)
	c := &carriers{free: make(chan *carrier, carriersMany), commit: door == string(model.DoorLMTP)}
	dial := map[string]func(no int) *carrier{
		"imap": func(int) *carrier { return imapCarrier(b.imap) },
		"smtp": func(int) *carrier { return smtpCarrier(b.smtp, smtp.NewClient) },
		"lmtp": func(no int) *carrier { return smtpCarrier(b.serves[no%len(b.serves)].lmtp, smtp.NewClientLMTP) },
	}[door]
	for no := range carriersMany {
		c.free <- dial(no)
	}
	return c
}

// carry delivers a letter when a connection is free; leaves is called just before.
func (c *carriers) carry(r *reply, raw []byte, leaves func()) error {
	one := <-c.free
	defer func() { c.free <- one }()
	leaves()
	if err := one.put(r.from, r.to, raw); err != nil {
		return fmt.Errorf("a letter could not be brought: %w", err)
	}
	return nil
}

// close waits until all connections are free and closes them.
func (c *carriers) close() {
	for range carriersMany {
		_ = (<-c.free).Close()
	}
}

func smtpCarrier(addr string, speak func(net.Conn) *smtp.Client) *carrier {
	client := speak(have(net.Dial("tcp", addr)))
	must(client.Hello("players.test"))
	return &carrier{client, func(from, to string, raw []byte) error {
		return client.SendMail(from, []string{to}, bytes.NewReader(raw))
	}}
}

// imapCarrier appends letters to the mailbox by IMAP.
func imapCarrier(addr string) *carrier {
	client := have(imapclient.DialInsecure(addr, nil))
	must(client.Login(address, "any").Wait())
	return &carrier{client, func(_, _ string, raw []byte) error {
		cmd := client.Append("INBOX", int64(len(raw)), nil)
		if _, err := cmd.Write(raw); err != nil {
			return err
		}
		if err := cmd.Close(); err != nil {
			return err
		}
		_, err := cmd.Wait()
		return err
	}}
}
