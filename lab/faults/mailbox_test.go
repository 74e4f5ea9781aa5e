package faults

import (
	"fmt"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// desk is the house's mailbox as its owner's mail program sees it.
type desk struct{ *imapclient.Client }

func (w *world) desk() (*desk, error) {
	c, err := imapclient.DialInsecure(w.dovecot.IMAPAddr, nil)
	if err != nil {
		return nil, err
	}
	if err := c.Login(houseAddress, w.password).Wait(); err != nil {
		c.Close()
		return nil, err
	}
	return &desk{c}, nil
}

// count returns the number of letters in a folder, 0 if there is no such folder.
func (d *desk) count(folder string) int {
	data, err := d.Status(folder, &imap.StatusOptions{NumMessages: true}).Wait()
	if err != nil || data.NumMessages == nil {
		return 0
	}
	return int(*data.NumMessages)
}

// shift moves all letters from one folder to another, and returns their number.
func (d *desk) shift(from, to string) (int, error) {
	box, err := d.Select(from, nil).Wait()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", from, err)
	}
	if box.NumMessages == 0 {
		return 0, nil
	}
	all := imap.SeqSet{imap.SeqRange{Start: 1, Stop: 0}}
	if _, err := d.Move(all, to).Wait(); err != nil {
		return 0, fmt.Errorf("from %s to %s: %w", from, to, err)
	}
	return int(box.NumMessages), nil
}
