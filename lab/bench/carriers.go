package bench

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"

	"pitpost.example/model"
)

// carriersMany is how many connections carry the players' letters.
const carriersMany = 8

// carriers bring letters to one door, each over a connection of its own.
type carriers struct {
	free   chan *carrier
	commit bool // the door's answer says that the letter is committed
}

// carrier is a connection to a door; put brings one letter, ok once it answered.
type carrier struct {
	put   func(from, to string, raw []byte) error
	close func()
}

// carriers are those of a door; by LMTP they bring letters to all processes in turn.
func (b *bench) carriers(door string) (*carriers, error) {
	next := 0
	dial := map[string]func() (*carrier, error){
		"imap": func() (*carrier, error) { return imapCarrier(b.imap) },
		"smtp": func() (*carrier, error) { return smtpCarrier(b.smtp, smtp.NewClient) },
		"lmtp": func() (*carrier, error) { return smtpCarrier(b.serves[next%len(b.serves)].lmtp, smtp.NewClientLMTP) },
	}[door]
	c := &carriers{free: make(chan *carrier, carriersMany), commit: door == string(model.DoorLMTP)}
	for ; next < carriersMany; next++ {
		one, err := dial()
		if err != nil {
			c.close()
			return nil, fmt.Errorf("the door %s: %w", door, err)
		}
		c.free <- one
	}
	return c, nil
}

// carry brings a letter when a connection is free; leaves is told when it goes.
func (c *carriers) carry(r *reply, raw []byte, leaves func(time.Time)) error {
	one := <-c.free
	defer func() { c.free <- one }()
	leaves(time.Now())
	if err := one.put(r.from, r.to, raw); err != nil {
		return fmt.Errorf("a letter could not be brought: %w", err)
	}
	return nil
}

func (c *carriers) close() {
	for {
		select {
		case one := <-c.free:
			one.close()
		default:
			return
		}
	}
}

func smtpCarrier(addr string, speak func(net.Conn) *smtp.Client) (*carrier, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	client := speak(conn)
	if err := client.Hello("players.test"); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	put := func(from, to string, raw []byte) error {
		return client.SendMail(from, []string{to}, bytes.NewReader(raw))
	}
	return &carrier{put: put, close: func() { _ = client.Close() }}, nil
}

// imapCarrier lays letters into the mailbox itself.
func imapCarrier(addr string) (*carrier, error) {
	client, err := imapclient.DialInsecure(addr, nil)
	if err != nil {
		return nil, err
	}
	if err := client.Login(address, "any").Wait(); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	put := func(_, _ string, raw []byte) error {
		cmd := client.Append("INBOX", int64(len(raw)), nil)
		if _, err := cmd.Write(raw); err != nil {
			return err
		}
		if err := cmd.Close(); err != nil {
			return err
		}
		_, err := cmd.Wait()
		return err
	}
	return &carrier{put: put, close: func() { _ = client.Close() }}, nil
}
